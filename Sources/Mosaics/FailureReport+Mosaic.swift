import RasterSources
package import TileModel

/// Reasons why a folder or a list does not name images, or several cannot be read as one.
extension FailureReport {
  static let mosaicOfFiles =
    "a mosaic of files, as gdalbuildvrt makes it: SimpleSource and ComplexSource without functions"

  private static let translation =
    "make a GeoTIFF of it (gdal_translate INPUT OUTPUT.tif), or name its files"

  static func tooManyImages(in path: String) -> FailureReport {
    FailureReport(
      .badInput, "the list names too many images", at: path,
      expected: "at most \(ListedImage.countLimit)")
  }

  static func emptyList(_ path: String) -> FailureReport {
    FailureReport(
      .badInput, "the list names no image", at: path, expected: "the path of an image a line",
      nextStep: "name the images")
  }

  static func malformedList(
    _ path: String, line: Int, found: String, expected: String
  ) -> FailureReport {
    FailureReport(
      .badInput, "the list of images cannot be read", at: "\(path):\(line)", found: found,
      expected: expected, nextStep: expected == mosaicOfFiles ? translation : nil)
  }

  package static func notUnderstood(
    _ element: String, in path: String, line: Int
  ) -> FailureReport {
    FailureReport(
      .badInput, "the mosaic has an element that is not understood", at: "\(path):\(line)",
      found: element, expected: mosaicOfFiles, nextStep: translation)
  }

  static func drawing(_ path: String) -> FailureReport {
    FailureReport(
      .badInput, "a drawing cannot be one of several images", at: path,
      expected: "rasters: \(RasterFormat.names)", nextStep: "build it alone, or convert it to PNG")
  }

  static func forOneImage(_ option: String, at path: String, nextStep: String) -> FailureReport {
    FailureReport(
      .badInput, "\(option) is for one image", at: path, found: "several images",
      nextStep: nextStep)
  }

  static func tooFarApart(_ path: String, columns: Double, rows: Double) -> FailureReport {
    FailureReport(
      .badInput, "the images are too far apart for one grid of pixels", at: path,
      found: "\(NumberText.brief(columns)) × \(NumberText.brief(rows)) pixels",
      expected: "at most \(ListedImage.longestSide) pixels along a side",
      nextStep: "check the placement of the images, or build those that are apart by themselves")
  }
}
