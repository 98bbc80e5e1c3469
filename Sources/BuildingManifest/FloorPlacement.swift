public import RasterSources
public import TileModel

/// Where a floor's image lies, as the manifest states it.
public struct FloorPlacement: Hashable, Sendable {
  /// The ways to say so.
  public enum Way: Hashable, Sendable {
    /// The manifest says nothing: a sidecar beside the image tells.
    case sidecar
    /// A statement of its own.
    case stated(Placement)
    /// An overlay anchored at the image's centre.
    case centered(GroundOverlay)
    /// An overlay whose size the scale of the drawing tells.
    case scaled(ScaledOverlay)
    /// Named points are where another floor puts them.
    case aligned(to: String, kind: TransformKind)
  }

  /// The way.
  public var way: Way
  /// The system of a world file, of bounds' linearity, or of a `.points` file that names none.
  public var crs: CoordinateReferenceSystem?
  /// Where the manifest states the way.
  public var place: ManifestPlace
}

/// A ground overlay by the scale of the drawing, whose resolution shows when the image is opened.
public struct ScaledOverlay: Hashable, Sendable {
  /// The place of the anchor.
  public var anchor: GeographicCoordinate
  /// The position of the anchor in the image; `nil` for its centre.
  public var anchorPixel: PixelPoint?
  /// The scale of the drawing.
  public var scale: DrawingScale
  /// The samples per inch of paper of a scan; `nil` when the manifest says nothing.
  public var dotsPerInch: Double?
  /// The compass direction of the image's top, in degrees clockwise from north.
  public var bearing: Double
}

/// Named positions in an image.
public enum NamedPoints: Hashable, Sendable {
  /// Written in the manifest, in its order.
  case listed([NamedPixel])
  /// In a file, named at a place.
  case file(path: String, place: ManifestPlace)
}
