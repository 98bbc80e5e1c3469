import RasterSources
public import TileModel

/// A reason why several images cannot be read as one.
public enum MosaicError: ReportableError, Hashable {
  /// In pixels.
  static let longestSide = 1 << 30

  /// One of them is drawn, not a raster.
  case drawing(path: String)
  /// No pixel of any of them is used.
  case nothingUsed(path: String)
  /// An option is for one image alone.
  case forOneImage(path: String, option: String, nextStep: String)
  /// The images are too far apart for a mosaic.
  case tooLarge(path: String, columns: Double, rows: Double)

  /// The failure report for users.
  public var report: FailureReport {
    switch self {
    case .drawing(let path):
      FailureReport(
        .badInput, "a drawing cannot be one of several images", at: path,
        expected: "rasters: \(RasterFormat.names)",
        nextStep: "build it alone, or convert it to PNG")
    case .nothingUsed(let path):
      FailureReport(
        .badInput, "nothing of the images is used", at: path,
        expected: "images that have pixels in the mosaic, or inside their footprints")
    case .forOneImage(let path, let option, let nextStep):
      FailureReport(
        .badInput, "\(option) is for one image", at: path, found: "several images",
        nextStep: nextStep)
    case .tooLarge(let path, let columns, let rows):
      FailureReport(
        .badInput, "the images are too far apart for one grid of pixels", at: path,
        found: "\(NumberText.brief(columns)) × \(NumberText.brief(rows)) pixels",
        expected: "at most \(Self.longestSide) pixels along a side",
        nextStep: "check the placement of the images, or build those that are apart by themselves")
    }
  }
}
