/// The samples of one finished tile, in the cheapest form that holds them.
package enum RenderedTile: Sendable {
  /// Every sample is this RGBA8 value (red in the low byte); 0 is fully transparent.
  case uniform(UInt32)
  /// The samples.
  case samples(TileBuffer)
  /// Those of the tile of the output that is updated, whose bytes stay.
  case kept
}

extension RenderedTile {
  /// Takes the samples of a tile, and gives the buffer back when they are all equal.
  ///
  /// - Parameters:
  ///   - buffer: The samples.
  ///   - uniformCount: How many of the first samples are known to be equal.
  ///   - pool: Where the buffer came from.
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
