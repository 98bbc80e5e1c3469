package import TileModel

extension FailureReport {
  package static func zoomsReversed(minimum: Int, maximum: Int) -> FailureReport {
    FailureReport(
      .badInput, "the minimum zoom is deeper than the maximum zoom",
      found: "`minimumZoom` \(minimum), deepest zoom \(maximum)",
      expected: "a minimum zoom of at most \(maximum)",
      nextStep: "lower `minimumZoom` or raise `maximumZoom`")
  }

  package static func zoomOutOfRange(_ zoom: Int) -> FailureReport {
    FailureReport(
      .badInput, "the zoom does not exist", found: "\(zoom)",
      expected: "0 to \(TileCoordinate.maximumZoom)", nextStep: "choose a zoom in that range")
  }

  package static func outsideWebMercator(path: String) -> FailureReport {
    FailureReport(
      .badInput, "the image is outside the square of Web Mercator", at: path,
      expected: "latitudes within ±85.0511° and longitudes within ±180°",
      nextStep: "check the coordinates and the order of latitude and longitude")
  }

  package static func spansBothMeridians(path: String) -> FailureReport {
    FailureReport(
      .badInput, "the image crosses both longitude ±180° and longitude 0°", at: path,
      expected: "an image that crosses one of the two, or spans the world from one of them",
      nextStep: "cut the image at ±180° and build each side")
  }

  package static func areaWithoutPosition(path: String, system: String, fraction: Double)
    -> FailureReport
  {
    FailureReport(
      .badInput,
      "most of the area that the image would cover has no position in its coordinate reference"
        + " system", at: path,
      found: "no position in \(system) for \(Int((fraction * 100).rounded(.down))) % of the area",
      expected: "an image where its system is defined",
      nextStep: "check the coordinates and their system")
  }

  package static func nothingInClip(path: String, isExchanged: Bool = false) -> FailureReport {
    FailureReport(
      .badInput, "no part of the image is inside `clips`", at: path,
      found: isExchanged ? "areas that meet it with latitude and longitude exchanged" : nil,
      expected: "areas that meet the image",
      nextStep: isExchanged
        ? "exchange latitude and longitude where the image is placed, or in the areas"
        : "check the coordinates of the areas")
  }

  package static func vanishes(path: String, zoom: Int) -> FailureReport {
    FailureReport(
      .badInput, "at zoom \(zoom) the image is smaller than a thousandth of a sample", at: path,
      expected: "a deepest zoom at which the image can be seen", nextStep: "raise `maximumZoom`")
  }

  package static func tooManyTiles(count: Int, limit: Int, deepestZoom zoom: Int) -> FailureReport {
    FailureReport(
      .badInput, "the pyramid would have too many tiles",
      found: "\(count) tiles down to zoom \(zoom)", expected: "at most \(limit)",
      nextStep:
        "lower `maximumZoom`, raise `minimumZoom`, check the placement, or raise `maximumTileCount`"
    )
  }

  package static func overviewsRendered(parameter: String) -> FailureReport {
    .noEffect(parameter, reason: "each zoom of a PDF or an SVG is drawn by itself")
  }

  package static func noMeans(_ kernel: OverviewResampling) -> FailureReport {
    FailureReport(
      .badInput, "`overviewLight` linear is for means of samples alone",
      found: "`overviewResampling` \(kernel.rawValue), which picks colours",
      expected: "`overviewResampling` \(OverviewResampling.average.rawValue)",
      nextStep: "leave `overviewLight` or `overviewResampling` out")
  }

  package static let retinaTileSize = FailureReport(
    .badInput, "`makesRetinaTiles` needs tiles of 256 pixels", found: "`tileSize` 512",
    expected: "`tileSize` 256, beside which tiles of 512 pixels are made",
    nextStep: "leave `tileSize` out")

  package static func retinaZoom(path: String, zoom: Int) -> FailureReport {
    FailureReport(
      .badInput, "`makesRetinaTiles` has no effect with one zoom", at: path,
      found: "zoom \(zoom) alone",
      expected: "two zooms, as the retina tiles of a zoom have the pixels of the zoom below it",
      nextStep: "lower `minimumZoom`, raise `maximumZoom`, or leave `makesRetinaTiles` out")
  }

  package static func tooMuchMemory(path: String, needed: Int, limit: Int) -> FailureReport {
    FailureReport(
      .badInput, "building needs more memory than allowed", at: path,
      found: "\(needed >> 20) MB of working memory", expected: "at most \(limit >> 20) MB",
      nextStep: "raise `memoryLimit` or lower `maximumZoom`")
  }
}
