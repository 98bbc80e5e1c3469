public import TileModel

/// Why stores cannot be put together.
public enum MergeError: ReportableError, Hashable {
  /// A store differs from the first in something that all must share.
  case differs(path: String, part: String, found: String, expected: String)
  /// The overviews of a store are made in a way that is not made again.
  case overviews(path: String, found: String)
  /// Tiles are of several formats.
  case hybrid(path: String)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .differs(let path, let part, let found, let expected):
      FailureReport(
        .badInput, "the stores differ in their \(part)", at: path, found: found,
        expected: "\(expected), as in the first",
        nextStep: part == "deepest zoom"
          ? "build one of them again to the zoom of the other"
          : "build one of them again with the \(part) of the other")
    case .overviews(let path, let found):
      FailureReport(
        .badInput, "overviews of this kind are not made again from tiles", at: path,
        found: "overview resampling \(found)", expected: "average",
        nextStep: "build the images of both stores together")
    case .hybrid(let path):
      FailureReport(
        .badInput, "stores of tiles of several formats are not merged", at: path, found: "hybrid",
        expected: "PNG, JPEG or WebP", nextStep: "build the images of both stores together")
    }
  }
}
