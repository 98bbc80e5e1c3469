public import TileModel

/// Why stores cannot be put together.
public enum MergeError: ReportableError, Hashable {
  /// A store differs from the first in something that all must share.
  case differs(path: String, part: String, found: String, expected: String)
  /// The overviews of a store are made in a way that is not made again.
  case overviews(path: String, found: String, expected: String)
  /// A store ends at a zoom at which stores above and below it go on.
  case between(path: String, zoom: Int)
  /// Where a store has no height its tiles have one that stands for none, which covers what is below.
  case filled(path: String, height: Double)
  /// Tiles are of several formats.
  case hybrid(path: String)
  /// The tiles of a store are of an image that is nowhere on the globe.
  case imageGrid(path: String)
  /// A store has retina tiles beside the others.
  case retina(path: String)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .differs(let path, let part, let found, let expected):
      FailureReport(
        .badInput, "the stores differ in their \(part)", at: path, found: found,
        expected: "\(expected), as in the first",
        nextStep: "build one of them again with the \(part) of the other")
    case .between(let path, let zoom):
      FailureReport(
        .badInput, "a store is between others that have deeper zooms", at: path,
        found: "tiles to zoom \(zoom), above some and below others of these",
        expected: "stores of fewer zooms on top of all that have more, or below all of them",
        nextStep: "name the stores in another order")
    case .overviews(let path, let found, let expected):
      FailureReport(
        .badInput, "overviews of this kind are not made again from tiles", at: path,
        found: "overview resampling \(found)", expected: expected,
        nextStep: "build the images of both stores together")
    case .filled(let path, let height):
      FailureReport(
        .badInput, "the heights of a store cannot be told from what fills the places without any",
        at: path, found: "`noDataHeight` \(NumberText.shortest(height))",
        expected: "tiles that are transparent there",
        nextStep: "build the stores without `noDataHeight`, or their images together")
    case .imageGrid(let path):
      FailureReport(
        .badInput, "tiles of an image that is nowhere on the globe are not merged", at: path,
        found: "the grid of an image", expected: "tiles of the grid of the world",
        nextStep: "build the images of both stores together, with coordinates")
    case .retina(let path):
      FailureReport(
        .badInput, "stores with retina tiles are not merged", at: path,
        found: "tiles of 512 pixels beside those of 256", expected: "tiles of one size",
        nextStep: "build the images of both stores together")
    case .hybrid(let path):
      FailureReport(
        .badInput, "stores of tiles of several formats are not merged", at: path, found: "hybrid",
        expected: TileFormatDescription.titles, nextStep: "build the images of both stores together"
      )
    }
  }
}
