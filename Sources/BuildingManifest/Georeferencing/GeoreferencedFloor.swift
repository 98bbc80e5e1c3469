public import RasterSources
public import TileModel

/// A floor whose image was found and georeferenced.
public struct GeoreferencedFloor: Sendable {
  /// The manifest's statements about the floor.
  public var floor: BuildingManifest.Floor
  /// The image.
  public var raster: any RasterSource
  /// The place of the image, and how well it fits.
  public var resolved: ResolvedGeoreference
  /// The named points of the image, in the manifest's order.
  public var points: [NamedPixel]
  /// `nil` for one image.
  var images: SourceImages?
  /// With its margins, and the first pixel that is left of it; `nil` for several images.
  var whole: (resolved: ResolvedGeoreference, origin: PixelPoint)?

  /// The positions that a layer definition lists: the control points that were fitted, and the other
  /// named points where the image puts them.
  public var controlPoints: [LayerDefinition.ControlPoint] {
    let fitted = resolved.layerControlPoints
    let names = Set(fitted.compactMap(\.name))
    return fitted
      + points.filter { !names.contains($0.name) }.map { point in
        LayerDefinition.ControlPoint(
          name: point.name,
          position: WebMercator.unproject(resolved.georeference.mercator(of: point.pixel)))
      }
  }
}
