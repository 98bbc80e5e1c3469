import RasterSources
import TileModel
import TilePyramid

/// An image that was found, with its place.
struct PlacedSource: Sendable {
  var raster: any RasterSource
  var placement: ResolvedPlacement

  /// Opens an image and resolves its place.
  init(
    path: String, placement request: PlacementRequest, vector: VectorPlanOptions,
    samples: SampleOptions = SampleOptions()
  ) throws {
    raster = try request.openImage(path: path, vector: vector, samples: samples)
    placement = try PlacementResolver.resolve(
      request.placement(of: raster, dotsPerInch: vector.dotsPerInch), crs: request.crs,
      imagePath: path, size: raster.size,
      kind: request.transform, page: samples.page ?? vector.page ?? 1)
  }

  /// Refuses a choice of overviews where there are none: each zoom of a vector plan is drawn.
  func checkOverviews(_ options: PyramidOptions) throws(UsageError) {
    guard raster is any RescalableSource, options.overviewResampling != .average else { return }
    throw .noEffect(
      "--overview-resampling", reason: "each zoom of a PDF or an SVG is drawn by itself")
  }

  /// How overviews are made, as the layer definition says it.
  static func overviewText(_ raster: any RasterSource, _ options: PyramidOptions) -> String {
    raster is any RescalableSource ? "rendered" : options.overviewResampling.rawValue
  }

  /// Says on standard error what deserves a look.
  func warn() {
    for warning in placement.warnings { StandardError.warn(warning) }
    if let warning = Self.outsideFileWarning(raster) { StandardError.warn(warning) }
  }

  /// A warning about what a drawing lacks because it is in another file; `nil` when nothing is.
  static func outsideFileWarning(_ raster: any RasterSource) -> String? {
    guard let file = (raster as? VectorPlan)?.outsideFile else { return nil }
    return
      "\(raster.path): \(file.displayLine.prefix(200)) is another file, from which nothing is drawn;"
      + " embed it in the SVG"
  }
}

/// The deepest zooms that well-known programs show.
enum ConsumerLimit {
  private static let limits = [("Google Maps", 21), ("GDAL", 22), ("QGIS", 25)]

  /// A warning about each program that cannot show a zoom, or `nil` when all can.
  static func warning(deepestZoom zoom: Int) -> String? {
    let short = limits.filter { zoom > $0.1 }.map { "\($0.0) \($0.1)" }
    guard !short.isEmpty else { return nil }
    return "zoom \(zoom) is deeper than some programs show: \(short.joined(separator: ", "))"
  }
}
