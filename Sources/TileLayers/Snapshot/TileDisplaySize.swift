/// How many physical pixels of a screen a tile is displayed on along each side, as the Google Maps SDK
/// takes `GMSTileLayer.tileSize`.
///
/// A tile is never displayed on more than the 256 points that it has in the SDK's grid, so the side is
/// `min(pixels, 256 × scale)` and the level is `round(zoom + log2(256 × scale / side))`. The SDK's headers
/// state pixels and no rule; this one fits the requests of a public app on a phone of three pixels a
/// point at zoom 13: level 14 for 512, and level 13 for 1536 and for 3072.
public struct TileDisplaySize: Hashable, Sendable {
  /// The side of a tile in pixels that the layer prefers; at least 1.
  public let pixels: Int

  /// Creates a size; less than 1 pixel counts as 256, the default of the SDK.
  public init(pixels: Int) { self.pixels = pixels < 1 ? 256 : pixels }

  /// The side in pixels on a screen at a whole zoom, 1 to ``maximumSide``.
  ///
  /// - Parameter scale: The pixels along one point; a positive, finite number.
  /// - Returns: The side.
  func side(scale: Double) -> Int {
    let cell = (CameraPosition.worldSizeAtZoomZero * scale).rounded()
    return min(pixels, Int(min(max(cell, 1), Double(Self.maximumSide))))
  }

  /// The longest side, that of a screen of 16 pixels a point.
  static let maximumSide = 4096
}
