import Foundation
import TileModel
import TileStorage

/// Answers `file` URLs from disk: status 200, or 404 where there is no file.
struct FileTransport: TileTransport {
  func response(to request: TileRequest) async throws(TileTransportError) -> TileResponse {
    let path = request.url.path
    let body: [UInt8]
    do throws(TileStorageError) {
      guard try StoredFile.kind(of: path) == .file else { return TileResponse(status: 404) }
      body = try StoredFile.contents(of: path, upTo: request.maximumBytes + 1)
    } catch {
      throw .failed(error.description)
    }
    if body.count > request.maximumBytes { throw .tooLarge }
    return TileResponse(status: 200, body: body)
  }
}
