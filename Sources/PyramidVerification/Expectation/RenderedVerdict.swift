import Georeferencing
import Platform
import RasterSources
import TileImaging
import TileModel
import TileStorage

/// Reports what the comparison of tiles with what their method makes of the source found.
///
/// Sound tiles differ by rounding alone, and lossy ones by what their codec does, so that everything
/// beyond is a fault.
struct RenderedVerdict {
  let zoom: Int
  let tilesInZoom: Int
  let tilesChosen: Int
  let residuals: [RenderedResidual]
  let kind: SampleKind
  let collector: FindingCollector

  /// The shift, in samples of the tiles, from which on a fault is called one.
  private static let shiftLimit = 0.1
  /// The fraction of the difference that a shift must explain.
  private static let explainedLimit = 0.5

  func run() -> SourceAgreement? {
    let samples = residuals.reduce(0) { $0 + $1.samples }
    guard samples > 0 else { return nil }
    let faults = residuals.filter(\.isAtFault)
    let common = 2 * faults.count > residuals.count ? commonShift(faults) : nil
    if let common {
      collector.add(
        .sourceShift, at: "zoom \(zoom)",
        found: OverviewVerdict.direction(Float(common.x), Float(common.y)),
        expected: "where the source is")
    }
    for residual in faults { report(residual, besides: common) }
    let isOfHeights = kind == .heights
    let values = Double((isOfHeights ? 1 : 4) * samples)
    let squares = residuals.reduce(0) { $0 + $1.squares } / values
    let unit = isOfHeights ? HeightSample.step : 1
    return SourceAgreement(
      zoom: zoom, tiles: residuals.count, tilesInZoom: tilesInZoom,
      tilesNotComparable: max(0, tilesChosen - residuals.count), samples: samples,
      shiftX: common?.x ?? 0, shiftY: common?.y ?? 0,
      meanDifference: unit * residuals.reduce(0) { $0 + $1.absolute } / values,
      peakSignalToNoise: isOfHeights
        ? 0 : squares > 0 ? min(99, 10 * log10(255 * 255 / squares)) : 99,
      outsideShare: Double(residuals.reduce(0) { $0 + $1.beyond }) / Double(samples),
      isOfHeights: isOfHeights)
  }

  /// The shift that explains most tiles; `nil` where none does.
  private func commonShift(_ faults: [RenderedResidual]) -> (x: Double, y: Double)? {
    let shifts = faults.compactMap { Self.shift(of: $0) }
    guard 2 * shifts.count > faults.count else { return nil }
    guard let x = shifts.map(\.x).median, let y = shifts.map(\.y).median else { return nil }
    return max(abs(x), abs(y)) > Self.shiftLimit ? (x, y) : nil
  }

  /// The shift of a tile, where that explains what is wrong with it.
  private static func shift(of residual: RenderedResidual) -> (x: Double, y: Double)? {
    guard let sums = residual.shift, sums.explained > explainedLimit else { return nil }
    let shift = sums.shift
    return max(abs(shift.x), abs(shift.y)) > shiftLimit ? shift : nil
  }

  private func report(_ residual: RenderedResidual, besides common: (x: Double, y: Double)?) {
    let (tile, location) = (residual.tile, "tile \(residual.tile)")
    if let own = Self.shift(of: residual) {
      if let common, max(abs(own.x - common.x), abs(own.y - common.y)) < 0.3 { return }
      collector.add(
        .sourceShift, at: location, tile: tile,
        found: OverviewVerdict.direction(Float(own.x), Float(own.y)),
        expected: "where the source is")
    } else if residual.beyond > 0 {
      let (x, y) = residual.position
      collector.add(
        .sourcePixels, at: location, tile: tile,
        found: "\(residual.beyond) samples off by up to \(amount(residual.worst)), most at"
          + " (\(x), \(y))",
        expected: "what the stated kernel makes of the source")
    } else if let lossy = residual.lossy {
      let text = lossy.text
      collector.add(
        .sourcePixels, at: location, tile: tile, found: text.found, expected: text.expected)
    }
  }

  private func amount(_ value: Float) -> String {
    kind == .colors
      ? "\(NumberText.fixed(Double(value), 1)) levels"
      : "\(NumberText.fixed(Double(value) * HeightSample.step, 2)) m"
  }
}

extension SourceCheck {
  /// Reports what was found, and tiles that are missing.
  func report(_ setting: WalkSetting) throws -> SourceAgreement? {
    let (index, collector) = (setting.index, setting.collector)
    guard let zoom = index.zooms.last else { return nil }
    checkBounds(zoom, collector)
    if collector.wants(.sourceMissing) {
      try reportMissing(zoom, setting)
    }
    let residuals = residuals
    let count = index.count(atZoom: zoom)
    guard
      let agreement = RenderedVerdict(
        zoom: zoom, tilesInZoom: count, tilesChosen: chosenCount ?? count, residuals: residuals,
        kind: kind, collector: collector
      ).run()
    else {
      collector.add(
        .sourceCompared, at: "the source", found: "no sample that could be compared",
        expected: "tiles of this source")
      return nil
    }
    let partial = residuals.filter(\.isPartial)
    if let first = partial.first {
      collector.add(
        .sourceCompared, at: "tile \(first.tile)", tile: first.tile,
        found: "parts of \(partial.count) tiles show more of the source than is read at once",
        expected: "samples that span less of the source")
    }
    return agreement
  }

  /// Bounds in degrees within ±180, west beyond east across the antimeridian.
  ///
  /// - Parameters:
  ///   - bounds: Continuous across it.
  ///   - slack: What an edge may be beyond it for its rounding, in metres.
  /// - Returns: The bounds as a layer definition states them.
  private static func onGlobe(_ bounds: MercatorBounds, slack: Double) -> GeographicBounds {
    let half = WebMercator.halfExtent
    var image = GeographicBounds(bounds)
    guard bounds.width < WebMercator.extent - slack else {
      (image.west, image.east) = (-180, 180)
      return image
    }
    if bounds.minX < -half - slack { image.west += 360 } else { image.west = max(image.west, -180) }
    if bounds.maxX > half + slack { image.east -= 360 } else { image.east = min(image.east, 180) }
    return image
  }

  /// Compares the bounds that are stated with those of the source, or of what outlines leave of it.
  private func checkBounds(_ zoom: Int, _ collector: FindingCollector) {
    let half = WebMercator.halfExtent
    guard let footprint = SourceFootprint(source),
      var bounds = footprint.bounds.intersection(
        MercatorBounds(minX: -2 * half, minY: -half, maxX: 2 * half, maxY: half))
    else { return }
    for clip in source.clips {
      let area = MercatorBounds(enclosing: clip.polygons.flatMap(\.rings).joined())
      // An outline that is told a revolution further is compared by its tiles alone.
      guard let common = area.flatMap(bounds.intersection) else { return }
      bounds = common
    }
    let grid = TileGrid(tileSize: tileSize)
    func corners(_ bounds: GeographicBounds) -> [WorldPixelPoint] {
      bounds.mercatorBounds.flatMap { part in
        [
          grid.worldPixel(of: MercatorPoint(x: part.minX, y: part.maxY), atZoom: zoom),
          grid.worldPixel(of: MercatorPoint(x: part.maxX, y: part.minY), atZoom: zoom),
        ]
      }
    }
    let image = Self.onGlobe(bounds, slack: grid.resolution(atZoom: zoom))
    let (stated, wanted) = (corners(definition.bounds), corners(image))
    // What ends near the antimeridian may be just across it.
    if footprint.uncertainty > 0, stated.count != wanted.count { return }
    let resolution = grid.resolution(atZoom: zoom)
    let slack = (
      x: 1 + footprint.uncertainty * bounds.width / resolution,
      y: 1 + footprint.uncertainty * bounds.height / resolution
    )
    let isAlike =
      stated.count == wanted.count
      && zip(stated, wanted).allSatisfy { abs($0.x - $1.x) < slack.x && abs($0.y - $1.y) < slack.y }
    guard !isAlike else { return }
    func text(_ bounds: GeographicBounds) -> String {
      [bounds.west, bounds.south, bounds.east, bounds.north].map { NumberText.fixed($0, 7) }
        .joined(separator: ",")
    }
    collector.add(
      .definitionBounds, at: "the layer definition", found: text(definition.bounds),
      expected: "\(text(image)), the bounds of what is used of the image")
  }

  private func reportMissing(_ zoom: Int, _ setting: WalkSetting) throws {
    let absent = SourceComparison.absentAddresses(
      of: source, setting.index, zoom, tileSize: tileSize, setting.options)
    try forEachConcurrently(absent, threads: setting.options.threads) {
      TileComparer(self)
    } _: { comparer, tile in
      guard try comparer.showsAnything(tile) else { return }
      setting.collector.add(
        .sourceMissing, at: "tile \(tile)", tile: tile, found: "no tile",
        expected: "a tile, since the source shows something there")
    }
  }
}
