import Foundation
import TileModel
import TileStorage

extension TileRequest {
  package func answer(through transport: any TileTransport) async -> TileAnswer<EncodedTile> {
    let location = url.absoluteString
    do throws(TileTransportError) {
      let response =
        url.isFileURL
        ? try await FileTransport().response(to: self)
        : try await transport.response(to: self)
      return TileAnswer(response, from: location)
    } catch {
      return .unavailable(TileUnavailability(error, location: location, limit: maximumBytes))
    }
  }
}

extension TileAnswer<EncodedTile> {
  /// Maps a response to an answer.
  ///
  /// 200 with an image is the tile. 404, 410 and 204 mean that there is none. 5xx, 408 (time-out), 425 (too
  /// early) and 429 (too many requests) are temporary failures. Every other status is a refusal: it says
  /// nothing about the tile, and asking again soon would not help.
  package init(_ response: TileResponse, from location: String) {
    switch response.status {
    case 200:
      let tile = EncodedTile(response.body)
      self = tile.format == nil ? .unavailable(.notAnImage(location: location)) : .tile(tile)
    case 204, 404, 410: self = .absent
    case 408, 425, 429, 500...599:
      self = .unavailable(
        .busy(
          status: response.status, location: location,
          retryAfter: response.retryAfterSeconds.map { .seconds($0) }))
    default: self = .unavailable(.refused(status: response.status, location: location))
    }
  }
}

extension TileUnavailability {
  package init(_ error: TileTransportError, location: String, limit: Int) {
    switch error {
    case .timedOut: self = .timedOut(location: location)
    case .cancelled: self = .cancelled
    case .tooLarge: self = .tooLarge(location: location, limit: limit)
    case .failed(let detail): self = .unreachable(location: location, detail: detail)
    }
  }
}

/// Answers `file` URLs from disk: status 200, or 404 for a missing file.
struct FileTransport: TileTransport {
  func response(to request: TileRequest) async throws(TileTransportError) -> TileResponse {
    let path = request.url.path
    let body: [UInt8]
    do throws(TileStorageError) {
      guard try FileSystem.kind(of: path, followingLinks: true) == .file else {
        return TileResponse(status: 404)
      }
      body = try FileSystem.read(path, upTo: request.maximumBytes + 1)
    } catch {
      throw .failed(error.description)
    }
    if body.count > request.maximumBytes { throw .tooLarge }
    return TileResponse(status: 200, body: body)
  }
}
