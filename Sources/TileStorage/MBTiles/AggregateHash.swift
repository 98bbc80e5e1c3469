import Dispatch
import Hashing
import TileModel

/// The checksum of all tiles in the row `agg_tiles_hash`, as other programs state it.
///
/// It is the MD5 of zoom, column and row from the south as text and the tile's bytes, for every tile in
/// that order (`mbtiles` tool of the martin project). A thread of its own computes it while tiles are
/// written.
final class AggregateHash: Sendable {
  static let row = "agg_tiles_hash"
  private static let partSize = 1 << 20

  private let hash = Guarded(MD5())
  private let pending = Guarded<[UInt8]>([])
  private let queue = DispatchQueue(label: "agg_tiles_hash")
  /// Bounds the waiting parts, and so the memory.
  private let room = DispatchSemaphore(value: 4)

  /// Called in order, by one thread.
  func add(_ tile: TileCoordinate, _ bytes: UnsafeRawBufferPointer) {
    let part = pending.withLock { pending -> [UInt8]? in
      pending += "\(tile.zoom)\(tile.x)\(tile.tmsRow)".utf8
      pending.append(contentsOf: bytes)
      guard pending.count >= Self.partSize else { return nil }
      defer { pending = [] }
      return pending
    }
    if let part { handOver(part) }
  }

  private func handOver(_ part: [UInt8]) {
    room.wait()
    queue.async {
      self.hash.withLock { hash in part.withUnsafeBytes { hash.append($0) } }
      self.room.signal()
    }
  }

  func finish() -> String {
    handOver(pending.withLock { $0 })
    return queue.sync { hash.withLock { $0.hexadecimal } }
  }
}
