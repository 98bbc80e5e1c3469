public import Georeferencing
import Mosaics
public import RasterSources
public import TileModel

/// A floor whose image was found and georeferenced.
public struct GeoreferencedFloor: Sendable {
  /// What the manifest says of it.
  public var floor: BuildingManifest.Floor
  /// The image.
  public var raster: any RasterSource
  /// Where the image is, and how well that fits.
  public var resolved: ResolvedGeoreference
  /// The named points of the image, in the manifest's order.
  public var points: [NamedPixel]
  /// The images of a floor that has several; `nil` for one.
  var images: SourceImages?
  /// Where the image is with its margins, and the first pixel that is left of it; `nil` for several images.
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
