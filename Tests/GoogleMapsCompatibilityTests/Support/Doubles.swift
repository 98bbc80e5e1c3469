import TileModel
import Dispatch
import Foundation
import TileImaging
import TileLayers

/// A clock that moves when it is told to, and on which nobody who sleeps has to wait.
final class HandClock: LayerClock {
  private let time = Guarded(Duration.zero)
  /// The moments until which was slept.
  let deadlines = Guarded<[Duration]>([])

  var now: Duration { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  func sleep(until deadline: Duration) async throws {
    deadlines.withLock { $0.append(deadline) }
  }
}

/// Answers requests from a table and keeps them.
final class TableTransport: TileTransport {
  private let statuses: [String: Int]
  private let body: [UInt8]
  private let received = Guarded<[TileRequest]>([])

  /// Creates a transport; URLs without a status are answered with `body`.
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

/// The queue that runs the main actor, which is not on the main thread on every platform.
enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()

  /// Makes the queue known; called once in a test before the others.
  static func mark() { DispatchQueue.main.setSpecific(key: key, value: true) }

  /// Whether the caller runs on it.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

/// A small picture.
enum Picture {
  static let samples = RGBAImage(
    width: 2, height: 1, samples: [200, 10, 20, 255, 30, 40, 250, 255])

  static func file() throws -> [UInt8] { try PNGTileEncoder(effort: .fast).encode(samples) }

  /// A tile of one colour.
  static func square(side: Int = 256) throws -> [UInt8] {
    let samples = [UInt8](repeating: 200, count: 4 * side * side)
    return try PNGTileEncoder(effort: .fast).encode(
      RGBAImage(width: side, height: side, samples: samples))
  }
}

/// The four samples of a pixel.
func color(_ image: RGBAImage, _ x: Int, _ y: Int) -> [UInt8] {
  let start = 4 * (y * image.width + x)
  return Array(image.samples[start..<(start + 4)])
}
