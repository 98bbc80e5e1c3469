/// The files beside an image that georeference it.
package struct Sidecars {
  let imagePath: String

  package init(imagePath: String) { self.imagePath = imagePath }

  /// The path without its suffix, and the suffix without its point.
  ///
  /// A name that only begins with a point has no suffix.
  private var parts: (stem: String, suffix: String) {
    guard let point = imagePath.lastIndex(of: "."), let start = imagePath[..<point].last,
      start != "/", !imagePath[point...].contains("/")
    else { return (imagePath, "") }
    return (String(imagePath[..<point]), String(imagePath[imagePath.index(after: point)...]))
  }

  /// In search order: for `plan.png`, `plan.pgw`, `plan.pngw` and `plan.wld` as in GDAL, and `plan.pgwx` of
  /// ArcGIS, each also with a suffix in upper case.
  package var worldFilePaths: [String] {
    let (stem, suffix) = parts
    let lower = suffix.lowercased()
    var suffixes: [String] = []
    if let first = lower.first, let last = lower.last, lower.count > 1 {
      suffixes = ["\(first)\(last)w", lower + "w"]
    }
    suffixes.append("wld")
    if let short = suffixes.first, short != "wld" { suffixes.append(short + "x") }
    return suffixes.flatMap { ["\(stem).\($0)", "\(stem).\($0.uppercased())"] }
  }

  package var projectionPaths: [String] { ["\(parts.stem).prj", "\(parts.stem).PRJ"] }

  package var statedSystem: (crs: CoordinateReferenceSystem, path: String)? {
    get throws(GeoreferenceError) { try Self.system(in: projectionPaths) }
  }

  func ownSystem(
    ofWorldFile path: String
  ) throws(GeoreferenceError) -> (crs: CoordinateReferenceSystem, path: String)? {
    try ownProjectionPaths(ofWorldFile: path).flatMap(Self.system)
  }

  private static func system(
    in paths: [String]
  ) throws(GeoreferenceError) -> (crs: CoordinateReferenceSystem, path: String)? {
    guard let path = paths.first(where: TextFile.exists) else { return nil }
    let text = try TextFile.text(path)
    return (try CoordinateReferenceSystem(parsing: text, location: path), path)
  }

  /// `nil` for a world file that shares those of the image.
  func ownProjectionPaths(ofWorldFile path: String) -> [String]? {
    let paths = Sidecars(imagePath: path).projectionPaths
    return paths == projectionPaths ? nil : paths
  }

  package var auxiliaryPath: String { imagePath + ".aux.xml" }

  package func files(for placement: Placement?) -> [String] {
    switch placement {
    case nil: worldFilePaths + projectionPaths + [auxiliaryPath]
    case .worldFile(let path):
      [path] + (ownProjectionPaths(ofWorldFile: path) ?? []) + projectionPaths + [auxiliaryPath]
    case .controlPointFile(let path, _), .overlayFile(let path): [path]
    case .outline(let outline): [outline.path]
    case .bounds, .edges, .corners, .controlPoints, .groundOverlay, .anchor, .imageGrid: []
    }
  }

  var overlayPath: String { "\(parts.stem).kml" }

  package var pointsPaths: [String] { ["\(imagePath).points", "\(parts.stem).points"] }
}
