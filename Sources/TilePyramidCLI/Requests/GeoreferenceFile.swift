import RasterSources
import TileModel

/// A georeference as a file.
struct GeoreferenceFile {
  let text: String

  /// - Throws: ``UsageError`` when a world file cannot state the transform.
  init(_ georeferenced: GeoreferencedImage, path: String) throws(UsageError) {
    let georeference = georeferenced.resolved.georeference
    if Self.isPoints(path) {
      text = Self.controlPoints(of: georeferenced).pointsFileText
      return
    }
    guard case .affine(let transform) = georeference.pixelToCRS else {
      throw .invalidValue(
        option: "--output",
        found: "a transform that is not affine, which a world file cannot state",
        expected: "a .points file, or --transform affine")
    }
    // Programs that read it count stored samples.
    text = WorldFile(georeferenced.frame.stored(transform)).text
  }

  /// The file beside a world file that names its system, and what goes into it; `nil` for control
  /// points, which name it themselves, and where the file is there and names it.
  ///
  /// - Throws: `GeoreferenceError`.
  static func projection(
    of georeferenced: GeoreferencedImage, besides path: String
  ) throws(GeoreferenceError) -> (path: String, text: String)? {
    let system = georeferenced.resolved.georeference.crs
    guard !isPoints(path) else { return nil }
    let sidecars = Sidecars(imagePath: path)
    if try sidecars.statedSystem?.crs.identifier == system.identifier { return nil }
    return (sidecars.projectionPaths[0], try system.projectionFileText())
  }

  /// Whether a path is that of a file of control points.
  static func isPoints(_ path: String) -> Bool { path.lowercased().hasSuffix(".points") }

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
      let (width, height) = (
        Double(georeferenced.raster.size.width), Double(georeferenced.raster.size.height)
      )
      points = [(0, 0), (width, 0), (width, height), (0, height)].map { x, y in
        let pixel = PixelPoint(x: x, y: y)
        let position = georeferenced.resolved.georeference.mercator(of: pixel)
        return ControlPoint(
          pixel: georeferenced.frame.stored(pixel), position: CRSPoint(x: position.x, y: position.y)
        )
      }
    }
    return ControlPointSet(crs: .webMercator, points: points)
  }
}
