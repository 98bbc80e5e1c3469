import TileModel

/// The samples of one tile while it waits to be encoded: straight RGBA8, row-major.
///
/// SAFETY: a buffer is owned by one thread at a time; it changes hands through the locks of
/// ``TileBufferPool`` and ``TilePipeline``.
package final class TileBuffer: @unchecked Sendable {
  let samples: UnsafeMutablePointer<UInt8>
  private let base: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - byteCount: The size of the samples.
  ///   - offset: Where they begin in the allocation: neighbours that begin at different positions of a
  ///     page do not fight for the same cache sets when a row is written across many tiles.
  init(byteCount: Int, offset: Int) {
    base = .allocate(byteCount: byteCount + offset, alignment: 64)
    samples = (base + offset).bindMemory(to: UInt8.self, capacity: byteCount)
  }

  deinit { base.deallocate() }

  /// The samples, red in the low byte.
  package var words: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(samples).assumingMemoryBound(to: UInt32.self)
  }

  /// Exchanges the western and the eastern half of a tile.
  func exchangeHalves(tileSize: Int) {
    let half = 4 * tileSize / 2
    for row in 0..<tileSize {
      let west = samples + row * 2 * half
      for index in 0..<half { swap(&west[index], &west[half + index]) }
    }
  }
}

/// Tile buffers that are used again instead of being allocated for each tile.
final class TileBufferPool: Sendable {
  private struct State {
    var free: [TileBuffer] = []
    var made = 0
  }

  /// The size of each buffer.
  let byteCount: Int
  private let state = Guarded(State())

  init(tileSize: Int) { byteCount = 4 * tileSize * tileSize }

  /// A buffer whose contents are undefined.
  func take() -> TileBuffer {
    let offset: Int? = state.withLock { state in
      if !state.free.isEmpty { return nil }
      state.made += 1
      return state.made % 16 * 1088
    }
    if let offset { return TileBuffer(byteCount: byteCount, offset: offset) }
    return state.withLock { $0.free.popLast() } ?? TileBuffer(byteCount: byteCount, offset: 0)
  }

  /// Gives a buffer back.
  func give(_ buffer: TileBuffer) { state.withLock { $0.free.append(buffer) } }
}
