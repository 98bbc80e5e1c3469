import TileModel

/// The samples of a tile that waits for encoding: straight RGBA8, row-major.
///
/// SAFETY: a buffer is owned by one thread at a time; it changes hands through the locks of
/// ``TileBufferPool`` and `TilePipeline`.
package final class TileBuffer: @unchecked Sendable {
  package let samples: UnsafeMutablePointer<UInt8>
  private let base: UnsafeMutableRawPointer

  init(byteCount: Int, offset: Int) {
    base = .allocate(byteCount: byteCount + offset, alignment: 64)
    samples = (base + offset).bindMemory(to: UInt8.self, capacity: byteCount)
  }

  deinit { base.deallocate() }

  /// The samples, red in the low byte.
  package var words: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(samples).assumingMemoryBound(to: UInt32.self)
  }

  package func exchangeHalves(tileSize: Int) {
    let half = 4 * tileSize / 2
    for row in 0..<tileSize {
      let west = samples + row * 2 * half
      for index in 0..<half { swap(&west[index], &west[half + index]) }
    }
  }
}

/// A pool of tile buffers.
package final class TileBufferPool: Sendable {
  private struct State {
    var free: [TileBuffer] = []
    var made = 0
  }

  /// Bytes of each buffer.
  package let byteCount: Int
  private let state = Guarded(State())

  package init(tileSize: Int) { byteCount = 4 * tileSize * tileSize }

  /// The contents are undefined.
  func take() -> TileBuffer {
    let offset: Int? = state.withLock { state in
      if !state.free.isEmpty { return nil }
      state.made += 1
      return state.made % 16 * 1088
    }
    if let offset { return TileBuffer(byteCount: byteCount, offset: offset) }
    return state.withLock { $0.free.popLast() } ?? TileBuffer(byteCount: byteCount, offset: 0)
  }

  package func give(_ buffer: TileBuffer) { state.withLock { $0.free.append(buffer) } }
}

/// The samples of a finished tile, in their simplest form.
package enum RenderedTile: Sendable {
  /// One RGBA8 value, red in the low byte; 0 is fully transparent.
  case uniform(UInt32)
  case samples(TileBuffer)
  case kept
}

extension RenderedTile {
  /// Takes the buffer over, and returns it to the pool when all samples are equal.
  init(simplifying buffer: TileBuffer, uniformCount: Int = 0, pool: TileBufferPool) {
    // One of the equal samples is compared with the others.
    let known = max(0, uniformCount - 16)
    if let value = UniformSamples.value(
      of: buffer.samples + 4 * known, count: pool.byteCount / 4 - known)
    {
      pool.give(buffer)
      self = .uniform(value)
    } else {
      self = .samples(buffer)
    }
  }
}

/// A test for equal samples.
package enum UniformSamples {
  package static func value(of samples: UnsafePointer<UInt8>, count: Int) -> UInt32? {
    let raw = UnsafeRawPointer(samples)
    let first = raw.loadUnaligned(as: UInt32.self)
    let pattern = UInt64(first) | UInt64(first) << 32
    let pairedBytes = 8 &* (count / 2)
    var offset = 0
    while offset < pairedBytes {
      // Sixteen samples before looking, so that the loop vectorises.
      let end = min(offset &+ 64, pairedBytes)
      var difference: UInt64 = 0
      while offset < end {
        difference |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ pattern
        offset &+= 8
      }
      if difference != 0 { return nil }
    }
    if count & 1 == 1, raw.loadUnaligned(fromByteOffset: pairedBytes, as: UInt32.self) != first {
      return nil
    }
    return first
  }
}
