extension TileCoordinate {
  /// The address as a quadkey: one digit per level from the top, 1 for east plus 2 for south.
  ///
  /// Empty at level 0. Source: Microsoft, "Bing Maps Tile System".
  public var quadkey: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(zoom)
    for level in (0..<zoom).reversed() {
      digits.append(UInt8(ascii: "0") + UInt8((x >> level) & 1 | ((y >> level) & 1) << 1))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads a quadkey; `nil` when it is longer than ``maximumZoom`` or holds anything but 0 to 3.
  public init?(quadkey: String) {
    guard quadkey.utf8.count <= Self.maximumZoom else { return nil }
    var x = 0
    var y = 0
    for digit in quadkey.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(digit) else { return nil }
      x = x << 1 | Int(digit & 1)
      y = y << 1 | Int(digit >> 1 & 1)
    }
    self.init(unchecked: quadkey.utf8.count, x: x, y: y)
  }
}
