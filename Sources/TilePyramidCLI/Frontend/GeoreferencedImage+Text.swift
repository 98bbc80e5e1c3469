import Georeferencing
import RasterSources

/// The texts about an image that was opened and placed.
extension GeoreferencedImage {
  var page: String? {
    raster.filePage.flatMap { $0.count > 1 ? $0.description : nil }
  }

  var noData: String? { detail("nodata") }

  var paper: String? { detail("paper") }

  private func detail(_ name: String) -> String? {
    raster.details.first { $0.name == name }?.value
  }

  func warn(of subject: String = "") {
    for warning in resolved.warnings + Self.warnings(of: raster) {
      StandardError.warn(subject + warning)
    }
  }

  static func warnings(of raster: any RasterSource) -> [String] {
    raster.notices.map { "\(raster.path): \($0.text); \($0.remedy)" }
  }
}

extension RasterNotice {
  var remedy: String {
    switch self {
    case .stretched: "--stretch none takes them as they are, --stretch MIN,MAX sets the range"
    case .oneGrey: "--nodata VALUE names it, --stretch MIN,MAX sets the range"
    case .alphaStretched: "--stretch none takes it as it is"
    case .bandsWithoutColor: "choose others with --bands, such as --bands 3,2,1"
    case .lossyNoData:
      "--nodata-tolerance 10 makes what is near it at the edge of the image transparent"
    case .endMissing, .blocksMissing: "obtain the complete file if there is one"
    case .orientationNotApplied:
      "where it is right, turn the image itself; else take the orientation out (exiftool -Orientation= FILE)"
    case .colorsExceedAlpha: "where they are straight, correct the label (tiffset -s 338 1 2 FILE)"
    case .lossyEntries: "store the image without loss"
    case .notUsed: "convert the image with gdal_translate where it matters"
    case .profileNotApplied, .inksWithoutProfile: "convert the image to sRGB for exact colours"
    case .otherFiles: "embed what is in it in the SVG"
    case .fontsOfDrawing: "install them, or export the plan with texts as outlines"
    case .printLayers: "export the PDF without them"
    case .foreignObjects:
      "export the plan with texts as SVG (draw.io: without Formatted Text and Word Wrap), or as PDF"
    }
  }
}

/// The deepest zooms that well-known programs show.
enum ConsumerLimit {
  private static let limits = [("Google Maps", 21), ("GDAL", 22), ("QGIS", 25)]

  static func warning(deepestZoom zoom: Int) -> String? {
    let short = limits.filter { zoom > $0.1 }.map { "\($0.0) \($0.1)" }
    guard !short.isEmpty else { return nil }
    return "zoom \(zoom) is deeper than some programs show: \(short.joined(separator: ", "))"
  }
}
