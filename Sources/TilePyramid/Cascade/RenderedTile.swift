/// The samples of one finished tile, in the cheapest form that holds them.
enum RenderedTile: Sendable {
  /// Every sample is this RGBA8 value (red in the low byte); 0 is fully transparent.
  case uniform(UInt32)
  /// The samples.
  case samples(TileBuffer)
}
