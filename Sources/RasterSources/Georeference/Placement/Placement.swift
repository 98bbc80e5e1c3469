public import TileModel

/// An explicit statement of where an image lies.
public enum Placement: Hashable, Sendable {
  /// A world file at a path.
  case worldFile(path: String)
  /// The edges of an image that is not turned.
  case bounds(GeographicBounds)
  /// The places of the outer corners.
  case corners(CornerCoordinates)
  /// Control points, and the kind of transform if one is chosen.
  case controlPoints(ControlPointSet, kind: TransformKind?)
  /// A file of control points, and the kind of transform if one is chosen.
  case controlPointFile(path: String, kind: TransformKind?)
  /// A KML file with a ground overlay at a path.
  case overlayFile(path: String)
  /// An anchor, a scale and a bearing.
  case groundOverlay(GroundOverlay)
}

/// The places of the outer corners of an image.
public struct CornerCoordinates: Hashable, Sendable {
  /// The image's top-left corner.
  public var topLeft: GeographicCoordinate
  /// The image's top-right corner.
  public var topRight: GeographicCoordinate
  /// The image's bottom-right corner.
  public var bottomRight: GeographicCoordinate
  /// The image's bottom-left corner.
  public var bottomLeft: GeographicCoordinate

  /// Creates corners.
  public init(
    topLeft: GeographicCoordinate, topRight: GeographicCoordinate,
    bottomRight: GeographicCoordinate, bottomLeft: GeographicCoordinate
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The corners: top-left, top-right, bottom-right, bottom-left.
  var inOrder: [GeographicCoordinate] { [topLeft, topRight, bottomRight, bottomLeft] }
}

/// An image placed by one of its positions, a scale and a bearing, as a ground overlay is.
public struct GroundOverlay: Hashable, Sendable {
  /// The place of the anchor.
  public var anchor: GeographicCoordinate
  /// The position of the anchor in the image.
  public var anchorPixel: PixelPoint
  /// The size of a sample, in metres on the ground at the anchor.
  public var metresPerPixel: Double
  /// The compass direction of the image's top, in degrees clockwise from north.
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
