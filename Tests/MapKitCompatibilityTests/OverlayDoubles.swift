import TileModel
import Foundation
import MapKitCompatibility
import TileImaging
import TileLayers

/// Answers requests from a table of statuses by URL, others with `body`, and keeps them.
final class TableTransport: TileTransport {
  private let statuses: [String: Int]
  private let body: [UInt8]
  private let received = Guarded<[TileRequest]>([])

  init(_ statuses: [String: Int] = [:], body: [UInt8]) {
    self.statuses = statuses
    self.body = body
  }

  var requests: [TileRequest] { received.withLock { $0 } }

  func response(to request: TileRequest) async throws(TileTransportError) -> TileResponse {
    received.withLock { $0.append(request) }
    let status = statuses[request.url.absoluteString] ?? 200
    return TileResponse(status: status, body: status == 200 ? body : [])
  }
}

/// Tiles of one colour.
enum Paint {
  static func image(_ color: [UInt8], side: Int = 256) -> RGBAImage {
    RGBAImage(
      width: side, height: side, samples: (0..<(side * side)).flatMap { _ in color })
  }

  static func file(_ color: [UInt8], side: Int = 256) throws -> [UInt8] {
    try PNGTileEncoder(effort: .fast).encode(image(color, side: side))
  }
}

/// Hands over what a table has for a row and column of level 2, and notes the paths.
class TableOverlay: MKTileOverlay {
  struct Address: Hashable {
    var x: Int
    var y: Int
  }

  private let table: [Address: Result<Data?, any Error>]
  private let asked = Guarded<[MKTileOverlayPath]>([])

  init(_ table: [Address: Result<Data?, any Error>]) {
    self.table = table
    super.init(urlTemplate: nil)
  }

  var paths: [MKTileOverlayPath] { asked.withLock { $0 } }

  override func loadTile(
    at path: MKTileOverlayPath, result: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    asked.withLock { $0.append(path) }
    switch table[Address(x: path.x, y: path.y)] {
    case .success(let data)?: result(data, nil)
    case .failure(let error)?: result(nil, error)
    case nil: result(nil, TileOverlayError.noTile(location: nil))
    }
    // Only the first answer counts.
    result(Data(), nil)
  }
}
