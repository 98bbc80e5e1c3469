public import Georeferencing
import RasterSources
public import TileModel

/// A reason why a folder or a list does not name images.
public enum ImageListingError: ReportableError, Hashable {
  /// The list cannot be read.
  case cannotRead(GeoreferenceError)
  /// A mosaic or a footprint of an index has no georeference.
  case notPlaced(GeoreferenceError)
  /// A list names another one.
  case listInList(path: String, line: Int, found: String)
  /// A list names more images than a picture may have.
  case tooMany(path: String, limit: Int)
  /// A list names no image.
  case empty(path: String, isFolder: Bool)
  /// A list names something other than a local file.
  case notAFile(path: String, line: Int, found: String)
  /// A list is damaged or inconsistent.
  case malformed(path: String, line: Int, found: String, expected: String)
  /// A mosaic of GDAL has an unsupported element that would change pixels.
  case notUnderstood(path: String, line: Int, element: String)
  /// An image cannot be cut, because a position of its footprint has no pixel in it.
  case cutNotPlaced(path: String)

  static let mosaicOfFiles =
    "a mosaic of files, as gdalbuildvrt makes it: SimpleSource and ComplexSource without functions"

  private static let translation =
    "make a GeoTIFF of it (gdal_translate INPUT OUTPUT.tif), or name its files"

  /// The failure report for users.
  public var report: FailureReport {
    switch self {
    case .cannotRead(let error), .notPlaced(let error): error.report
    case .listInList(let path, let line, let found):
      FailureReport(
        .badInput, "a list names another list", at: "\(path):\(line)", found: found,
        expected: "the path of an image", nextStep: "put the paths of both into one list")
    case .tooMany(let path, let limit):
      FailureReport(
        .badInput, "the list names too many images", at: path, expected: "at most \(limit)")
    case .empty(let path, let isFolder):
      FailureReport(
        .badInput, isFolder ? "no image is in the folder" : "the list names no image", at: path,
        expected: isFolder
          ? "\(RasterFormat.names) files directly in it"
          : "the path of an image a line")
    case .notAFile(let path, let line, let found):
      FailureReport(
        .badInput, "the list names something that is no local file", at: "\(path):\(line)",
        found: found, expected: "the path of an image on this machine",
        nextStep: "copy the image here, and name the copy")
    case .malformed(let path, let line, let found, let expected):
      FailureReport(
        .badInput, "the list of images cannot be read", at: "\(path):\(line)", found: found,
        expected: expected, nextStep: expected == Self.mosaicOfFiles ? Self.translation : nil)
    case .notUnderstood(let path, let line, let element):
      FailureReport(
        .badInput, "the mosaic has an element that is not understood", at: "\(path):\(line)",
        found: element, expected: Self.mosaicOfFiles, nextStep: Self.translation)
    case .cutNotPlaced(let path):
      FailureReport(
        .badInput, "the image cannot be cut to its footprint", at: path,
        found: "positions of the footprint that have no pixel in the system of the image",
        expected: "a footprint near the image",
        nextStep: "correct the footprint in the index, or leave `cutsToFootprints` out")
    }
  }
}
