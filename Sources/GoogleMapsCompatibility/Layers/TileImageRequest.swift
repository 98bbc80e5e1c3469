import Foundation
import TileLayers

/// One request for a tile under a URL.
struct TileImageRequest: Sendable {
  let request: TileRequest
  let transport: any TileTransport

  private var place: String { request.url.absoluteString }

  func answer() async -> TileAnswer<EncodedTile> {
    if request.url.isFileURL { return fileAnswer() }
    do throws(TileTransportError) {
      return answer(from: try await transport.response(to: request))
    } catch {
      switch error {
      case .timedOut: return .unavailable(.timedOut(place: place))
      case .cancelled: return .unavailable(.cancelled)
      case .tooLarge: return .unavailable(.tooLarge(place: place, limit: request.maximumBytes))
      case .failed(let detail):
        return .unavailable(.unreachable(place: place, detail: detail))
      }
    }
  }

  /// What a response says of the tile, by the same rules as for a layer over a URL template.
  private func answer(from response: TileResponse) -> TileAnswer<EncodedTile> {
    switch response.status {
    case 200: tile(response.body)
    case 204, 404, 410: .absent
    case 408, 425, 429, 500...599:
      .unavailable(
        .busy(
          status: response.status, place: place,
          retryAfter: response.retryAfterSeconds.map { .seconds($0) }))
    default: .unavailable(.refused(status: response.status, place: place))
    }
  }

  private func fileAnswer() -> TileAnswer<EncodedTile> {
    do {
      let handle = try FileHandle(forReadingFrom: request.url)
      let (most, overflow) = request.maximumBytes.addingReportingOverflow(1)
      let data = try handle.read(upToCount: overflow ? request.maximumBytes : most) ?? Data()
      guard data.count <= request.maximumBytes else {
        return .unavailable(.tooLarge(place: place, limit: request.maximumBytes))
      }
      return tile([UInt8](data))
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return .absent
    } catch {
      return .unavailable(.unreachable(place: place, detail: error.localizedDescription))
    }
  }

  private func tile(_ bytes: [UInt8]) -> TileAnswer<EncodedTile> {
    let tile = EncodedTile(bytes)
    return tile.format == nil ? .unavailable(.notAnImage(place: place)) : .tile(tile)
  }
}
