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

  /// `nil` for control points, which name their system themselves, and where the file is there and names
  /// it.
  static func projection(
    of georeferenced: GeoreferencedImage, besides path: String
  ) throws(GeoreferenceError) -> (path: String, text: String)? {
    let system = georeferenced.resolved.georeference.crs
    guard !listsPoints(path) else { return nil }
    let sidecars = Sidecars(imagePath: path)
    if try sidecars.statedSystem?.crs.definition == system.definition { return nil }
    return (sidecars.projectionPaths[0], try system.projectionFileText())
  }

  static func listsPoints(_ path: String) -> Bool { isPoints(path) || isAnnotation(path) }

  static func isPoints(_ path: String) -> Bool { path.lowercased().hasSuffix(".points") }

  static func isAnnotation(_ path: String) -> Bool { path.lowercased().hasSuffix(".json") }

  /// In pixels that viewers show: the control points that were fitted, or the corners where there were
  /// none.
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

  /// In EPSG:3857, with stored samples counted: the control points that were fitted, or the corners where
  /// there were none.
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
