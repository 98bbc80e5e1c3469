import Foundation
import TileStorage

extension LayerDocument {
  init?(file path: String) throws(TileLayerError) {
    let bytes = try Self.bytes(ofFile: path)
    // White space and a byte order mark may precede the brace.
    guard bytes.first(where: { !" \t\r\n".utf8.contains($0) && $0 < 0x80 }) == UInt8(ascii: "{")
    else { return nil }
    try self.init(decoding: bytes, from: path)
  }

  init(from url: URL, options: TileLayer.Options) async throws(TileLayerError) {
    let location = url.absoluteString
    let limit = LayerDefinitionDocument.maximumByteCount
    let transport = options.transport ?? URLSessionTransport(maximumConnections: 1)
    let response: TileResponse
    do throws(TileTransportError) {
      response = try await transport.response(
        to: TileRequest(
          url: url, headers: ["User-Agent": options.userAgent, "Accept": "application/json"],
          timeout: options.requestTimeout, maximumBytes: limit))
    } catch {
      throw .unavailable(TileUnavailability(error, location: location, limit: limit))
    }
    switch response.status {
    case 200: try self.init(decoding: response.body, from: location)
    case 204, 404, 410: throw .noDocument(location: location)
    case let status where status >= 500:
      throw .unavailable(.busy(status: status, location: location, retryAfter: nil))
    case let status: throw .unavailable(.refused(status: status, location: location))
    }
  }

  private static func bytes(ofFile path: String) throws(TileLayerError) -> [UInt8] {
    do throws(TileStorageError) {
      // A database is distinguished from a document by its first bytes, and is not read whole for it.
      let head = try FileSystem.read(path, upTo: 16)
      if head.starts(with: "SQLite format 3".utf8) { return head }
      return try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
    } catch {
      throw .storage(error)
    }
  }
}
