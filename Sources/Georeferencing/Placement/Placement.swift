public import TileModel

/// An explicit placement of an image.
public enum Placement: Hashable, Sendable {
  /// A world file at a path.
  case worldFile(path: String)
  /// The edges of an image that is not rotated.
  case bounds(GeographicBounds)
  /// The edges of an image that is not rotated, in the units of the system that is named with it.
  case edges(west: Double, south: Double, east: Double, north: Double)
  /// The geographic positions of the outer corners.
  case corners(CornerCoordinates)
  /// Control points, and the kind of transform if one is chosen.
  case controlPoints(ControlPointSet, kind: TransformKind?)
  /// A file of control points, and the kind of transform if one is chosen.
  case controlPointFile(path: String, kind: TransformKind?)
  /// The outline of the building on the map, onto which the edge of what is drawn is fitted.
  case outline(OutlinePlacement)
  /// Not georeferenced: the tile grid of a size is that of the image itself, from its top left corner.
  case imageGrid(TileSize)
  /// A KML file with a ground overlay at a path.
  case overlayFile(path: String)
  /// An anchor, the size of a sample in metres, and a bearing.
  case groundOverlay(GroundOverlay)
  /// An anchor, the size of a sample or the scale of the drawing, and a bearing.
  case anchor(ImageAnchor)
}

extension Placement {
  package var isImageGrid: Bool { if case .imageGrid = self { true } else { false } }
}

/// The geographic positions of the outer corners of an image.
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

  /// Order: top-left, top-right, bottom-right, bottom-left.
  var inOrder: [GeographicCoordinate] { [topLeft, topRight, bottomRight, bottomLeft] }
}
