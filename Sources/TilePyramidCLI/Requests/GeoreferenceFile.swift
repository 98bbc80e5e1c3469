import Foundation
import Georeferencing
import RasterSources
import TileModel

struct GeoreferenceFile {
  let text: String

  init(_ georeferenced: GeoreferencedImage, path: String) throws(UsageError) {
    let georeference = georeferenced.resolved.georeference
    if Self.isPoints(path) {
      text = Self.controlPoints(of: georeferenced).pointsFileText
      return
    }
    if Self.isAnnotation(path) {
      text = Self.annotation(of: georeferenced)
      return
    }
    guard case .affine(let transform) = georeference.pixelToCRS else {
      throw .invalidValue(
        option: "--output",
        found: "a transform that is not affine, which a world file cannot state",
        expected: "a .points file, an annotation (.json), or --transform affine")
    }
    // Programs that read it count stored samples.
    text = WorldFile(georeferenced.frame.stored(transform)).text
  }

  /// The file beside a world file that names its system, and what goes into it; `nil` for control
  /// points, which name it themselves, and where the file is there and names it.
  static func projection(
    of georeferenced: GeoreferencedImage, besides path: String
  ) throws(GeoreferenceError) -> (path: String, text: String)? {
    let system = georeferenced.resolved.georeference.crs
    guard !listsPoints(path) else { return nil }
    let sidecars = Sidecars(imagePath: path)
    if try sidecars.statedSystem?.crs.definition == system.definition { return nil }
    return (sidecars.projectionPaths[0], try system.projectionFileText())
  }

  /// Whether a path is that of a file of control points, which `--gcp-file` takes.
  static func listsPoints(_ path: String) -> Bool { isPoints(path) || isAnnotation(path) }

  /// Whether a path is that of control points as QGIS has them.
  static func isPoints(_ path: String) -> Bool { path.lowercased().hasSuffix(".points") }

  /// Whether a path is that of a Georeference Annotation.
  static func isAnnotation(_ path: String) -> Bool { path.lowercased().hasSuffix(".json") }

  /// The control points that were fitted, or the corners where there were none, in pixels that viewers show.
  private static func annotation(of georeferenced: GeoreferencedImage) -> String {
    let (resolved, size) = (georeferenced.resolved, georeferenced.raster.size)
    let points: [(PixelPoint, GeographicCoordinate)] =
      resolved.fit.map { $0.residuals.filter(\.isUsed).map { ($0.pixel, $0.given) } }
      ?? corners(of: size).map { pixel in
        (pixel, WebMercator.unproject(resolved.georeference.mercator(of: pixel)))
      }
    let corners: TransformKind =
      if case .affine = resolved.georeference.pixelToCRS { .affine } else { .projective }
    return GeoreferenceAnnotation.text(
      points, kind: resolved.fit?.kind ?? corners,
      image: URL(fileURLWithPath: georeferenced.raster.path).lastPathComponent, size: size,
      outline: resolved.imageOutline)
  }

  private static func corners(of size: PixelSize) -> [PixelPoint] {
    let (width, height) = (Double(size.width), Double(size.height))
    return [(0, 0), (width, 0), (width, height), (0, height)].map { PixelPoint(x: $0, y: $1) }
  }

  /// The control points that were fitted, or the corners when there were none, in EPSG:3857, with stored
  /// samples counted.
  private static func controlPoints(of georeferenced: GeoreferencedImage) -> ControlPointSet {
    let points: [ControlPoint]
    if let fit = georeferenced.resolved.fit {
      points = fit.residuals.map { residual in
        let position = WebMercator.project(residual.given)
        return ControlPoint(
          pixel: georeferenced.frame.stored(residual.pixel),
          position: CRSPoint(x: position.x, y: position.y),
          isEnabled: residual.isUsed)
      }
    } else {
      points = corners(of: georeferenced.raster.size).map { pixel in
        let position = georeferenced.resolved.georeference.mercator(of: pixel)
        return ControlPoint(
          pixel: georeferenced.frame.stored(pixel), position: CRSPoint(x: position.x, y: position.y)
        )
      }
    }
    return ControlPointSet(crs: .webMercator, points: points)
  }
}
