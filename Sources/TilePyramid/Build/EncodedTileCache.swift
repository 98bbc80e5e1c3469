import Hashing
import TileImaging
import TileModel

/// The encoded form of tiles seen before, so that identical tiles are encoded once.
///
/// One-colour tiles are known by their colour. Of the others the last few are kept, with their
/// samples, and found by hash and then by comparing every sample. Encoding is a function of the
/// samples alone, so what the cache holds never changes what is written.
final class EncodedTileCache: Sendable {
  private struct Entry {
    let buffer: TileBuffer
    let file: CompressedTile
  }

  private struct State {
    var uniform: [UInt32: CompressedTile] = [:]
    var recent: [Hash128: Entry] = [:]
    /// The keys of ``recent``, oldest first from `next` on, round and round.
    var order: [Hash128] = []
    var next = 0
  }

  /// How many distinct tiles are kept with their samples to recognise repetitions.
  static let rememberedTiles = 32
  private static let uniformLimit = 4096
  private let byteCount: Int
  private let pool: TileBufferPool
  private let state = Guarded(State())

  init(pool: TileBufferPool) {
    self.pool = pool
    byteCount = pool.byteCount
  }

  /// The encoded form of a one-colour tile, encoding it at most once per colour.
  func uniform(_ value: UInt32, encode: () throws -> CompressedTile) throws -> CompressedTile {
    if let file = state.withLock({ $0.uniform[value] }) { return file }
    let file = try encode()
    state.withLock { state in
      if state.uniform.count < Self.uniformLimit { state.uniform[value] = file }
    }
    return file
  }

  /// Gives the buffer of a tile back that need not be encoded.
  func release(_ buffer: TileBuffer) { pool.give(buffer) }

  /// The encoded form of a tile; takes the buffer over.
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
      // One that another thread still compares with is left to that thread to free. Only ours was
      // never shown to another; of one that was, no name but `released` may hold it when it is asked.
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
