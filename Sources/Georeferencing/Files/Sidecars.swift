/// The files beside an image that say where it is.
package struct Sidecars {
  let imagePath: String

  /// Describes the neighbours of an image, without looking for them.
  package init(imagePath: String) { self.imagePath = imagePath }

  /// The path without its suffix, and the suffix without its point; a name that only begins with a
  /// point has none.
  private var parts: (stem: String, suffix: String) {
    guard let point = imagePath.lastIndex(of: "."),
      let start = imagePath[..<point].last, start != "/",
      !imagePath[point...].contains("/")
    else { return (imagePath, "") }
    return (String(imagePath[..<point]), String(imagePath[imagePath.index(after: point)...]))
  }

  /// The names under which a world file is looked for, in this order: for `plan.png`, `plan.pgw`,
  /// `plan.pngw` and `plan.wld`, as GDAL looks for them, and `plan.pgwx` of ArcGIS, each also with a suffix in
  /// upper case.
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

  /// The names under which a description of the system is looked for.
  package var projectionPaths: [String] { ["\(parts.stem).prj", "\(parts.stem).PRJ"] }

  /// The system in the first of these that is there, and its path.
  package var statedSystem: (crs: CoordinateReferenceSystem, path: String)? {
    get throws(GeoreferenceError) {
      guard let path = projectionPaths.first(where: TextFile.exists) else { return nil }
      let text = try TextFile.text(path)
      return (try CoordinateReferenceSystem(parsing: text, location: path), path)
    }
  }

  /// The name of the auxiliary file that other tools keep a system and a transform in.
  package var auxiliaryPath: String { imagePath + ".aux.xml" }

  /// The files that may be read to georeference the image.
  package func files(for placement: Placement?) -> [String] {
    switch placement {
    case nil: worldFilePaths + projectionPaths + [auxiliaryPath]
    case .worldFile(let path): [path] + projectionPaths + [auxiliaryPath]
    case .controlPointFile(let path, _), .overlayFile(let path): [path]
    case .bounds, .edges, .corners, .controlPoints, .groundOverlay, .anchor, .imageGrid: []
    }
  }

  /// The name under which a KML file beside the image has its ground overlay.
  var overlayPath: String { "\(parts.stem).kml" }

  /// The names of control points that other tools save beside an image.
  package var pointsPaths: [String] { ["\(imagePath).points", "\(parts.stem).points"] }
}
