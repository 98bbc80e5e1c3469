import Hashing
import TileImaging
import TileModel
import TileRendering

/// A cache of encoded tiles, so that identical tiles are encoded once.
///
/// One-colour tiles are keyed by their colour. The latest of the others are kept with their
/// samples, found by hash and verified sample by sample. Encoding depends on the samples alone, so
/// that the cache never changes the output.
final class EncodedTileCache: Sendable {
  private struct Entry {
    let buffer: TileBuffer
    let file: CompressedTile
  }

  private struct State {
    var uniform: [UInt32: CompressedTile] = [:]
    var recent: [Hash128: Entry] = [:]
    /// The keys of ``recent`` in a ring, oldest first from `next` on.
    var order: [Hash128] = []
    var next = 0
  }

  static let rememberedTiles = 32
  private static let uniformLimit = 4096
  private let byteCount: Int
  private let pool: TileBufferPool
  private let state = Guarded(State())

  init(pool: TileBufferPool) {
    self.pool = pool
    byteCount = pool.byteCount
  }

  func uniform(_ value: UInt32, encode: () throws -> CompressedTile) throws -> CompressedTile {
    if let file = state.withLock({ $0.uniform[value] }) { return file }
    let file = try encode()
    state.withLock { state in
      if state.uniform.count < Self.uniformLimit { state.uniform[value] = file }
    }
    return file
  }

  func release(_ buffer: TileBuffer) { pool.give(buffer) }

  /// Takes the buffer over.
  func encoded(_ buffer: TileBuffer, encode: (TileBuffer) throws -> CompressedTile) throws
    -> CompressedTile
  {
    let samples = UnsafeRawBufferPointer(start: buffer.samples, count: byteCount)
    let hash = Hash128(hashing: samples)
    if let entry = state.withLock({ $0.recent[hash] }),
      samples.elementsEqualBytes(of: entry.buffer.samples)
    {
      pool.give(buffer)
      return entry.file
    }
    let file = try encode(buffer)
    state.withLock { state in
      var released: TileBuffer? = buffer
      if state.recent[hash] == nil {
        state.recent[hash] = Entry(buffer: buffer, file: file)
        released = nil
        if state.order.count < Self.rememberedTiles {
          state.order.append(hash)
        } else {
          released = state.recent.removeValue(forKey: state.order[state.next])?.buffer
          state.order[state.next] = hash
          state.next = (state.next + 1) % Self.rememberedTiles
        }
      }
      // A buffer that another thread still compares with is left for that thread to free. Our own
      // was never shared. A shared one has no other reference than `released` at this check.
      let isFree = released === buffer || isKnownUniquelyReferenced(&released)
      if isFree, let released { pool.give(released) }
    }
    return file
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func elementsEqualBytes(of other: UnsafePointer<UInt8>) -> Bool {
    guard let baseAddress else { return true }
    return baseAddress.equals(other, count: count)
  }
}
