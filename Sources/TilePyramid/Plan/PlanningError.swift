public import TileModel

/// Why a pyramid cannot be planned.
public enum PlanningError: ReportableError, Hashable {
  /// The minimum zoom is deeper than the maximum zoom.
  case zoomsReversed(minimum: Int, maximum: Int)
  /// A zoom is outside `0...30`.
  case zoomOutOfRange(Int)
  /// The image is wholly beyond the square of Web Mercator.
  case outsideWebMercator(path: String)
  /// The image crosses both longitude ±180° and longitude 0°, without spanning the world.
  case spansBothMeridians(path: String)
  /// More than half of the area of the image has no position in the image's system.
  case areaWithoutPosition(path: String, system: String, fraction: Double)
  /// The areas that are used of the image do not meet it.
  case nothingInClip(path: String)
  /// At the deepest level the image would cover less than a thousandth of a sample.
  case vanishes(path: String, zoom: Int)
  /// The plan has more tiles than the caller allows.
  case tooManyTiles(count: Int, limit: Int, deepestZoom: Int)
  /// Overviews are to be made in a way that has no effect, since each zoom of a plan in a vector format is
  /// rendered.
  case overviewsRendered(parameter: String)
  /// Means are to be taken in linear light of overviews that are no means.
  case noMeans(OverviewResampling)
  /// Retina tiles are asked for beside tiles that have their size.
  case retinaTileSize
  /// Retina tiles are asked for of a plan of one zoom, of which none has the samples.
  case retinaZoom(path: String, zoom: Int)
  /// A deepest zoom is chosen for tiles of the image itself, whose deepest zoom has its pixels.
  case zoomOfImageGrid(Int)
  /// The working memory would exceed the caller's limit.
  case tooMuchMemory(path: String, needed: Int, limit: Int)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .zoomsReversed(let minimum, let maximum):
      FailureReport(
        .badInput, "the minimum zoom is deeper than the maximum zoom",
        found: "`minimumZoom` \(minimum), deepest zoom \(maximum)",
        expected: "a minimum zoom of at most \(maximum)",
        nextStep: "lower `minimumZoom` or raise `maximumZoom`")
    case .zoomOutOfRange(let zoom):
      FailureReport(
        .badInput, "the zoom does not exist", found: "\(zoom)",
        expected: "0 to \(TileCoordinate.maximumZoom)", nextStep: "choose a zoom in that range")
    case .outsideWebMercator(let path):
      FailureReport(
        .badInput, "the image is outside the square of Web Mercator", at: path,
        expected: "latitudes within ±85.0511° and longitudes within ±180°",
        nextStep: "check the coordinates and the order of latitude and longitude")
    case .spansBothMeridians(let path):
      FailureReport(
        .badInput, "the image crosses both longitude ±180° and longitude 0°", at: path,
        expected: "an image that crosses one of the two, or spans the world from one of them",
        nextStep: "cut the image at ±180° and build each side")
    case .areaWithoutPosition(let path, let system, let fraction):
      FailureReport(
        .badInput,
        "most of the area that the image would cover has no position in its coordinate reference"
          + " system", at: path,
        found: "no position in \(system) for \(Int((fraction * 100).rounded(.down))) % of the area",
        expected: "an image where its system is defined",
        nextStep: "check the coordinates and their system")
    case .nothingInClip(let path):
      FailureReport(
        .badInput, "no part of the image is inside `clips`", at: path,
        expected: "areas that meet the image", nextStep: "check the coordinates of the areas")
    case .vanishes(let path, let zoom):
      FailureReport(
        .badInput, "at zoom \(zoom) the image is smaller than a thousandth of a sample", at: path,
        expected: "a deepest zoom at which the image can be seen", nextStep: "raise `maximumZoom`")
    case .tooManyTiles(let count, let limit, let zoom):
      FailureReport(
        .badInput, "the pyramid would have too many tiles",
        found: "\(count) tiles down to zoom \(zoom)", expected: "at most \(limit)",
        nextStep:
          "lower `maximumZoom`, raise `minimumZoom`, check the placement, or raise `maximumTileCount`"
      )
    case .overviewsRendered(let parameter):
      FailureReport(
        .badInput, "\(parameter) has no effect",
        found: "each zoom of a PDF or an SVG is drawn by itself",
        nextStep: "leave \(parameter) out")
    case .noMeans(let kernel):
      FailureReport(
        .badInput, "`overviewLight` linear is for means of samples alone",
        found: "`overviewResampling` \(kernel.rawValue), which picks colours",
        expected: "`overviewResampling` \(OverviewResampling.average.rawValue)",
        nextStep: "leave `overviewLight` or `overviewResampling` out")
    case .retinaTileSize:
      FailureReport(
        .badInput, "`makesRetinaTiles` needs tiles of 256 pixels", found: "`tileSize` 512",
        expected: "`tileSize` 256, beside which tiles of 512 pixels are made",
        nextStep: "leave `tileSize` out")
    case .retinaZoom(let path, let zoom):
      FailureReport(
        .badInput, "`makesRetinaTiles` has no effect with one zoom", at: path,
        found: "zoom \(zoom) alone",
        expected: "two zooms, as the retina tiles of a zoom have the pixels of the zoom below it",
        nextStep: "lower `minimumZoom`, raise `maximumZoom`, or leave `makesRetinaTiles` out")
    case .zoomOfImageGrid(let zoom):
      FailureReport(
        .badInput, "`maximumZoom` has no effect on tiles of the image itself",
        found: "`maximumZoom` \(zoom)", expected: "the pixels of the image at the deepest zoom",
        nextStep: "leave `maximumZoom` out")
    case .tooMuchMemory(let path, let needed, let limit):
      FailureReport(
        .badInput, "building needs more memory than allowed", at: path,
        found: "\(needed >> 20) MB of working memory", expected: "at most \(limit >> 20) MB",
        nextStep: "raise `memoryLimit` or lower `maximumZoom`")
    }
  }
}
