public import TileModel

/// An image georeferenced by one of its positions, a scale and a bearing, as a ground overlay is.
public struct GroundOverlay: Hashable, Sendable {
  /// The geographic position of the anchor.
  public var anchor: GeographicCoordinate
  /// The position of the anchor in the image.
  public var anchorPixel: PixelPoint
  /// The width of a sample, in metres of the WGS 84 ellipsoid.
  public var metresPerPixel: Double
  /// How many times as high as wide a sample is.
  public var pixelRatio = 1.0
  /// The direction of the image's top at the anchor, in degrees clockwise from true north.
  public var bearing: Double

  /// Creates an overlay.
  public init(
    anchor: GeographicCoordinate, anchorPixel: PixelPoint, metresPerPixel: Double,
    bearing: Double = 0
  ) {
    self.anchor = anchor
    self.anchorPixel = anchorPixel
    self.metresPerPixel = metresPerPixel
    self.bearing = bearing
  }
}
