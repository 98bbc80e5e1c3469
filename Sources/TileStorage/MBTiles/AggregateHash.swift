import Dispatch
import Hashing
import TileModel

/// The checksum of all tiles of an MBTiles file that other programs state in the row `agg_tiles_hash`.
///
/// It is the MD5 of, for every tile by zoom, column and row from the south, the three numbers as text and the
/// tile's bytes (the `mbtiles` tool of the martin project, "agg_tiles_hash"). It is made on a thread of its
/// own, while tiles are written.
final class AggregateHash: Sendable {
  static let row = "agg_tiles_hash"
  /// The bytes that are handed over at once.
  private static let partSize = 1 << 20

  private let hash = Guarded(MD5())
  private let pending = Guarded<[UInt8]>([])
  private let queue = DispatchQueue(label: "agg_tiles_hash")
  /// No more parts wait than this, so that memory is bounded.
  private let room = DispatchSemaphore(value: 4)

  /// Adds a tile; in order, by one thread.
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

  /// The checksum of all tiles that were added.
  func finish() -> String {
    handOver(pending.withLock { $0 })
    return queue.sync { hash.withLock { $0.hexadecimal } }
  }
}
