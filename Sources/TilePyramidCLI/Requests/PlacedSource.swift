import RasterSources
import TileModel

/// An image that was found, with its place.
struct PlacedSource: Sendable {
  var raster: any RasterSource
  var placement: ResolvedPlacement

  /// Opens an image and resolves its place.
  init(path: String, placement request: PlacementRequest) throws {
    raster = try openRaster(path: path)
    placement = try PlacementResolver.resolve(
      request.placement(of: raster.size), crs: request.crs, imagePath: path, size: raster.size)
  }

  /// Says on standard error what deserves a look.
  func warn() {
    for warning in placement.warnings { StandardError.warn(warning) }
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
