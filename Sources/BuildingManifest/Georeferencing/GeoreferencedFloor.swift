package import Georeferencing
import Mosaics
package import RasterSources
package import TileModel

/// A floor whose image was found and georeferenced.
package struct GeoreferencedFloor: Sendable {
  package var floor: BuildingManifest.Floor
  package var raster: any RasterSource
  package var resolved: ResolvedGeoreference
  /// The named points of the image, in the manifest's order.
  package var points: [NamedPixel]
  /// `nil` for one image.
  var images: SourceImages?
  /// With its margins, and the first pixel that is left of it; `nil` for several images.
  var whole: (resolved: ResolvedGeoreference, origin: PixelPoint)?

  package var controlPoints: [LayerDefinition.ControlPoint] {
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
