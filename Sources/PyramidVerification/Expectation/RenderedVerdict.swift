import Georeferencing
import Platform
import RasterSources
import TileImaging
import TileModel
import TileStorage

/// Reports the differences between tiles and the source.
///
/// Sound lossless tiles of a stated method differ by rounding alone; others by the effect of a kernel and
/// codec on all of them.
struct RenderedVerdict {
  let check: SourceCheck
  let residuals: [RenderedResidual]
  let tilesInZoom: Int
  let collector: FindingCollector
  private let isNearest: Bool

  private static let shiftLimit: (tile: Float, store: Float, others: Float) = (0.1, 0.18, 0.35)
  /// Largest error of a measured shift where positions are rounded to whole samples.
  private static let toleranceSlack: Float = 0.25
  private static let beyondLimit = (fraction: 0.0005, filled: 0.99)

  init(
    _ check: SourceCheck, _ residuals: [RenderedResidual], tilesInZoom: Int,
    collector: FindingCollector
  ) {
    (self.check, self.tilesInZoom, self.collector) = (check, tilesInZoom, collector)
    let own = residuals.reduce(0) { $0 + $1.absolute }
    let nearest = residuals.reduce(0) { $0 + $1.nearest.absolute }
    let isNearest = residuals.contains { $0.nearest.samples > 0 } && nearest < 0.75 * own
    self.isNearest = isNearest
    self.residuals =
      isNearest
      ? residuals.map {
        var residual = $0
        (residual.plane, residual.absolute) = ($0.nearestPlane, $0.nearest.absolute)
        residual.moved = SIMD2()
        return residual
      } : residuals
  }

  func run() -> SourceAgreement? {
    let samples = residuals.reduce(0) { $0 + $1.samples }
    guard samples > 0 else { return nil }
    let exact = residuals.filter { $0.beyond > 0 }
    let common = 2 * exact.count > residuals.count ? commonShift(exact) : nil
    if let common { reportShift(common, tile: nil, expected: "where the source is") }
    for residual in exact { report(residual, besides: common) }
    let (shift, outside) = judgePlanes()
    let isOfHeights = check.kind == .heights
    let values = Double((isOfHeights ? 1 : 4) * samples)
    let squares = residuals.reduce(0) { $0 + $1.squares } / values
    let unit = isOfHeights ? HeightSample.step : 1
    return SourceAgreement(
      zoom: check.zoom, tiles: residuals.count, tilesInZoom: tilesInZoom,
      tilesNotComparable: max(0, (check.chosenCount ?? tilesInZoom) - residuals.count),
      samples: samples, shiftX: Double(common?.x ?? shift.x), shiftY: Double(common?.y ?? shift.y),
      meanDifference: unit * residuals.reduce(0) { $0 + $1.absolute } / values,
      peakSignalToNoise: isOfHeights
        ? 0 : squares > 0 ? min(99, 10 * log10(255 * 255 / squares)) : 99,
      outsideShare: Double(residuals.reduce(outside) { $0 + $1.beyond }) / Double(samples),
      isOfHeights: isOfHeights)
  }

  // MARK: Exact samples

  private func commonShift(_ faults: [RenderedResidual]) -> SIMD2<Float>? {
    let shifts = faults.compactMap(Self.shift)
    guard 2 * shifts.count > faults.count, let x = shifts.map(\.x).median,
      let y = shifts.map(\.y).median
    else { return nil }
    return max(abs(x), abs(y)) > Self.shiftLimit.tile ? SIMD2(x, y) : nil
  }

  private static func shift(of residual: RenderedResidual) -> SIMD2<Float>? {
    guard let plane = residual.cause, plane.explained > 0.5 else { return nil }
    let shift = plane.knownShift
    return max(abs(shift.x), abs(shift.y)) > shiftLimit.tile ? shift : nil
  }

  private func report(_ residual: RenderedResidual, besides common: SIMD2<Float>?) {
    if let own = Self.shift(of: residual) {
      if let common, max(abs(own.x - common.x), abs(own.y - common.y)) < 0.3 { return }
      return reportShift(own, tile: residual.tile, expected: "where the source is")
    }
    let (x, y) = residual.position
    let amount =
      check.kind == .colors
      ? "\(NumberText.fixed(Double(residual.worst), 1)) levels"
      : "\(NumberText.fixed(Double(residual.worst) * HeightSample.step, 2)) m"
    collector.add(
      .sourcePixels, at: "tile \(residual.tile)", tile: residual.tile,
      found: "\(residual.beyond) samples off by up to \(amount), most at (\(x), \(y))",
      expected: "what the stated kernel makes of the source")
  }

  private func reportShift(_ shift: SIMD2<Float>, tile: TileCoordinate?, expected: String) {
    collector.add(
      rule(ofShift: shift), at: tile.map { "tile \($0)" } ?? "zoom \(check.zoom)", tile: tile,
      found: PlaneResidual.direction(shift), expected: expected)
  }

  private func rule(ofShift shift: SIMD2<Float>) -> VerificationRule {
    let isTolerated =
      check.tolerance > 0
      && max(abs(shift.x), abs(shift.y)) <= check.tolerance + Self.toleranceSlack
    return isTolerated ? .sourceTolerated : .sourceShift
  }

  // MARK: Residuals

  private func judgePlanes() -> (shift: SIMD2<Float>, outside: Int) {
    let samples = residuals.compactMap { residual in
      residual.plane.map {
        ResidualLimits.Sample(zoom: check.zoom, isAtEdge: residual.isAtEdge, residual: $0)
      }
    }
    let limits = ResidualLimits(samples, againstSource: true)
    let shift = storeShift
    if max(abs(shift.x), abs(shift.y)) > Self.shiftLimit.store {
      reportShift(
        shift, tile: nil,
        expected:
          "within \(NumberText.fixed(Double(Self.shiftLimit.store), 1)) samples of the source, which"
          + " programs miss that read whole samples of it for each tile, as gdal2tiles does, or move its"
          + " corner to one, as GDAL's MBTiles driver does: theirs is the fault")
    }
    let filled =
      residuals.filter { $0.beyondSource >= check.tileSize.rawValue }
      .map { Double($0.shownBeyond) / Double($0.beyondSource) }.median ?? 0
    var outside = 0
    for residual in residuals {
      judgeShift(of: residual, besides: shift)
      guard let fault = fault(residual, limits, filled: filled) else { continue }
      outside += residual.samples
      collector.add(
        fault.rule, at: "tile \(residual.tile)", tile: residual.tile, found: fault.found,
        expected: fault.expected)
    }
    return (shift, outside)
  }

  private var storeShift: SIMD2<Float> {
    func middle(_ axis: Int) -> Float {
      residuals.compactMap { residual -> Float? in
        guard let plane = residual.plane, plane.relative < 0.5, !plane.shift[axis].isNaN else {
          return nil
        }
        // Tiles of others were moved to where they fit.
        if check.rendering == nil { return residual.moved[axis] }
        return ResidualMeasure.east.isCertain(of: plane) ? plane.shift[axis] : 0
      }.median ?? 0
    }
    return isNearest ? SIMD2() : SIMD2(middle(0), middle(1))
  }

  private func judgeShift(of residual: RenderedResidual, besides shift: SIMD2<Float>) {
    let moved = residual.moved - shift
    guard check.rendering == nil, max(abs(moved.x), abs(moved.y)) > Self.shiftLimit.others,
      residual.moved != SIMD2()
    else { return }
    reportShift(
      residual.moved, tile: residual.tile,
      expected:
        "within \(NumberText.fixed(Double(Self.shiftLimit.others), 2)) samples of the source")
  }

  private func fault(
    _ residual: RenderedResidual, _ limits: ResidualLimits, filled: Double
  ) -> (rule: VerificationRule, found: String, expected: String)? {
    if let plane = residual.plane,
      let fault = limits.fault(
        ResidualLimits.Sample(zoom: check.zoom, isAtEdge: residual.isAtEdge, residual: plane))
    {
      let shift = fault.measure.isShift ? residual.moved + plane.knownShift : nil
      return (shift.map(rule) ?? .sourcePixels, fault.text.found, fault.text.expected)
    }
    let side = check.tileSize.rawValue
    guard filled < Self.beyondLimit.filled,
      Double(residual.shownBeyond) > Self.beyondLimit.fraction * Double(side * side)
    else { return nil }
    return (
      .sourcePixels, "\(residual.shownBeyond) samples show something beyond the edge of the source",
      "nothing beyond the edge of the source"
    )
  }
}

extension SourceCheck {
  func report(_ setting: WalkSetting) throws -> SourceAgreement? {
    let (index, collector) = (setting.index, setting.collector)
    if let definition, rendering != nil { checkBounds(of: definition, collector) }
    let residuals = residuals
    let agreement = RenderedVerdict(
      self, residuals, tilesInZoom: index.count(atZoom: zoom), collector: collector
    ).run()
    // A store of another area is one fault, not one for each tile.
    if agreement != nil || rendering != nil, collector.wants(.sourceMissing) {
      try reportMissing(setting)
    }
    guard let agreement else {
      let footprint = SourceFootprint(source)
      let isElsewhere = !index.entries(atZoom: zoom).contains {
        footprint?.meets(TileGrid().bounds(of: TileIndex.coordinate(zoom, $0.key))) ?? true
      }
      collector.add(
        isElsewhere ? .sourcePixels : .sourceCompared, at: "the source",
        found: isElsewhere
          ? "no sample of the tiles compared is on it" : "no sample that could be compared",
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
  /// An edge may be beyond ±180 by `slack` metres of rounding.
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
  private func checkBounds(of definition: LayerDefinition, _ collector: FindingCollector) {
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
    // An edge near the antimeridian may be just across it.
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

  private func reportMissing(_ setting: WalkSetting) throws {
    try forEachConcurrently(absentAddresses(setting.options), threads: setting.options.threads) {
      try TileComparer(self)
    } _: { comparer, tile in
      guard try comparer.showsAnything(tile) else { return }
      setting.collector.add(
        .sourceMissing, at: "tile \(tile)", tile: tile, found: "no tile",
        expected: "a tile, since the source shows something there")
    }
  }
}
