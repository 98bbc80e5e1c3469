package import TileModel

extension TileCoordinate {
  /// Readers in JavaScript hold ids as numbers of 53 bits.
  package static let maximumPMTilesZoom = 26

  /// Number of preceding tiles: all shallower zooms, then along the Hilbert curve (PMTiles 3, "Tile ID").
  package var pmtilesID: UInt64 {
    var (x, y) = (UInt64(self.x), UInt64(self.y))
    var position: UInt64 = 0
    var bit = zoom - 1
    while bit >= 0 {
      let right = x >> UInt64(bit) & 1
      let lower = y >> UInt64(bit) & 1
      position += (3 * right ^ lower) << UInt64(2 * bit)
      Self.rotate(&x, &y, right: right, lower: lower, side: 1 << UInt64(bit))
      bit -= 1
    }
    return Self.firstPMTilesID(ofZoom: zoom) + position
  }

  /// `nil` beyond zoom 30.
  package init?(pmtilesID id: UInt64) {
    guard id < Self.firstPMTilesID(ofZoom: Self.maximumZoom + 1) else { return nil }
    let zoom = (63 - (3 * id + 1).leadingZeroBitCount) / 2
    let position = id - Self.firstPMTilesID(ofZoom: zoom)
    var (x, y): (UInt64, UInt64) = (0, 0)
    for bit in 0..<UInt64(zoom) {
      let right = position >> (2 * bit + 1) & 1
      let lower = (position >> (2 * bit) ^ right) & 1
      Self.rotate(&x, &y, right: right, lower: lower, side: 1 << bit)
      x |= right << bit
      y |= lower << bit
    }
    self.init(unchecked: zoom, x: Int(x), y: Int(y))
  }

  /// Zooms 0 to 31.
  package static func firstPMTilesID(ofZoom zoom: Int) -> UInt64 {
    ((1 << UInt64(2 * zoom)) - 1) / 3
  }

  /// Rotation and reflection of the Hilbert curve's quadrant.
  private static func rotate(
    _ x: inout UInt64, _ y: inout UInt64, right: UInt64, lower: UInt64, side: UInt64
  ) {
    (x, y) = (x & (side - 1), y & (side - 1))
    guard lower == 0 else { return }
    if right == 1 { (x, y) = (side - 1 - x, side - 1 - y) }
    swap(&x, &y)
  }
}
