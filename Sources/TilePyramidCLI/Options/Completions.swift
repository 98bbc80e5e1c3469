import ArgumentParser

/// The files that shells offer for an argument, by the ends of their names.
extension CompletionKind {
  private static let plans = ["png", "jpg", "jpeg", "webp", "tif", "tiff", "jp2", "pdf", "svg"]
  private static let manifests = ["vrt", "json", "geojson", "yml", "yaml"]
  private static let tiles = ["mbtiles", "pmtiles", "gpkg", "json"]

  /// An image or a plan.
  static let image = files(plans)

  /// Images and plans, what names several of them, and manifests of buildings.
  static let sources = files(plans + manifests)

  /// Files of tiles, and the documents beside tiles.
  static let stores = files(tiles)

  /// Everything that `info` describes.
  static let described = files(plans + manifests + tiles)

  /// Polygons.
  static let polygons = files(["geojson", "json"])

  /// A picture that is made.
  static let picture = files(["png", "svg"])

  /// Shells tell lower case from upper case, which scanners and cameras write.
  private static func files(_ endings: [String]) -> CompletionKind {
    .file(extensions: endings + endings.map { $0.uppercased() })
  }
}
