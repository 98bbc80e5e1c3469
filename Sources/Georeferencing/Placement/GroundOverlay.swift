public import TileModel

/// A georeference by one position, a scale and a bearing, as for a ground overlay.
public struct GroundOverlay: Hashable, Sendable {
  /// The geographic position of the anchor.
  public var anchor: GeographicCoordinate
  /// The position of the anchor in the image.
  public var anchorPixel: PixelPoint
  /// The width of a pixel, in metres of the WGS 84 ellipsoid.
  public var metresPerPixel: Double
  /// The height of a pixel divided by its width.
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
