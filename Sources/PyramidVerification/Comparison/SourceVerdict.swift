import Platform
import TileModel

/// What the differences of tiles from the source amount to.
///
/// Whatever kernel made them, the samples of a tile are within the range of the source's samples
/// around them, and a little beyond for kernels that overshoot; their means are those of the source,
/// and nothing moved. What kernel and compression leave besides is alike in all tiles of a store, so
/// tiles are also judged by the middle one.
struct SourceVerdict {
  let zoom: Int
  let tilesInZoom: Int
  let tilesChosen: Int
  let residuals: [TileResidual]
  /// Whether each sample is one of the source's, which by itself moves it by up to half a sample.
  let isNearest: Bool
  /// Whether any of the tiles is where the source is.
  let meetsSource: Bool
  let collector: FindingCollector

  /// The shift of the store, and of a tile besides, beyond which tiles are elsewhere, in their samples.
  static let shiftLimit = (store: 0.2, tile: 0.4)
  /// How many times its standard error the shift of the store or of a tile must be.
  static let errorsOfShift = 4.0
  /// The fraction of the difference that a shift must explain.
  static let explainedLimit = 0.5
  /// The fraction of samples that may be outside, and how many times the usual fraction.
  ///
  /// Those of lossy tiles are not tighter, nor are ``lineLimit`` and ``errorLimit``: in sound stores of five real
  /// images at quality 30 to 80, up to 0.8 % of all samples were outside (a plan with fine saturated lines,
  /// JPEG 30), and samples 5.6 levels off on average (a photograph, JPEG 30).
  static let outsideLimit = (lossless: 0.0005, lossy: 0.1, usual: 3.0)
  /// The fraction of a row or column that may be outside, and how many times the usual one.
  ///
  /// Lossy compression puts much of a line beside an edge outside.
  static let lineLimit = (lossless: 0.2, lossy: 1.0, usual: 2.0)
  /// The levels by which a channel may be off in the mean; then, at least and at most, the fraction of
  /// its mean range, of which a multiple of the usual one counts.
  static let castLimit = (
    lossless: (levels: 2.0, fraction: 0.02), lossy: (levels: 4.0, fraction: 0.05), most: 0.08,
    usual: 3.0
  )
  /// The levels by which the mean of a square may exceed its tolerance, and how many times the usual.
  static let squareLimit = (levels: 8.0, usual: 2.0)
  /// The levels by which samples may be off on average; then, at least and at most, the fraction of the
  /// mean range, of which a multiple of the usual one counts.
  ///
  /// Where a plan is enlarged, cubic kernels differ from the bilinear estimate by 4 % of the range.
  static let errorLimit = (lossless: 2.5, lossy: 4.0, least: 0.06, most: 0.25, usual: 2.5)
  /// The fraction of the source's contrast of fine detail, and of the usual one, that must be left.
  static let sharpnessLimit = (lossless: 0.7, lossy: 0.3, usual: 0.7)
  /// The fraction of a tile's samples that may show something beyond the source, and the usual fraction
  /// from which on the store fills what the source leaves, as other programs do with white or black.
  static let beyondLimit = (fraction: 0.0005, filled: 0.99)
  /// The fewest samples that a mean is taken of.
  private static let fewest = 256

  func run() -> SourceAgreement? {
    let samples = residuals.reduce(0) { $0 + $1.samples }
    guard samples > 0 else {
      // Of an image of a few samples kernels and partial coverage decide everything.
      let isElsewhere = !meetsSource || residuals.contains { $0.shownBeyond > 0 }
      collector.add(
        isElsewhere ? .sourcePixels : .sourceCompared, at: "the source",
        found: isElsewhere
          ? "no sample of the tiles compared is on it" : "no sample that could be compared",
        expected: "tiles of this source")
      return nil
    }
    let (shift, error) = Self.shift(residuals.map(\.shift))
    let usual = Usual(residuals)
    // A sample of the source, as nearest neighbour takes, is by itself up to half a sample off.
    let isShifted =
      !isNearest
      && [(shift.x, error.x), (shift.y, error.y)].contains {
        abs($0.0) > max(Self.shiftLimit.store, Self.errorsOfShift * $0.1)
      }
    if isShifted {
      collector.add(
        .sourceShift, at: "zoom \(zoom)",
        found: OverviewVerdict.direction(Float(shift.x), Float(shift.y)),
        expected:
          "within \(Self.shiftLimit.store) samples of the source, which programs miss that read"
          + " whole samples of it for each tile, as gdal2tiles does, or move its corner to one, as GDAL's"
          + " MBTiles driver does: theirs is the fault")
    }
    for residual in residuals { judge(residual, usual, isShifted ? shift : (0, 0)) }
    return agreement(samples, shift)
  }

  /// The shift of most tiles, each weighted by what it can tell, and its standard error: one tile that
  /// is elsewhere is not a store that does.
  private static func shift(
    _ sums: [ShiftSums]
  ) -> (shift: (x: Double, y: Double), error: (x: Double, y: Double)) {
    let shifts = sums.map(\.shift)
    let weights = sums.map { (x: 1 / ($0.error.x * $0.error.x), y: 1 / ($0.error.y * $0.error.y)) }
    return (
      (
        weightedMedian(zip(shifts, weights).map { ($0.x, $1.x) }) ?? 0,
        weightedMedian(zip(shifts, weights).map { ($0.y, $1.y) }) ?? 0
      ),
      (
        1 / weights.reduce(0) { $0 + $1.x }.squareRoot(),
        1 / weights.reduce(0) { $0 + $1.y }.squareRoot()
      )
    )
  }

  /// What is usual in the store.
  private struct Usual {
    /// The mean difference in the mean range around.
    let error: Double
    /// The means of a channel, on either side, in the mean range around.
    let cast: Double
    /// The levels by which the worst square of a tile exceeds its tolerance.
    let square: Double
    /// The fraction of samples outside.
    let outside: Double
    /// The fraction of the worst row or column outside.
    let line: Double
    /// The fraction of the samples beyond the source that show something.
    let shownBeyond: Double
    /// The contrast of fine detail; `nil` where there is none.
    let sharpness: Double?

    init(_ residuals: [TileResidual]) {
      let structured = residuals.filter { $0.meanRange > 1 }
      error = Self.median(structured.map { max(0, $0.meanAbsolute - 0.5) / $0.meanRange }) ?? 0
      let sides = structured.flatMap(\.channels).flatMap { [$0.darker, $0.lighter] }
        .filter { $0.count >= SourceVerdict.fewest && $0.meanRange > 1 }
      cast = Self.median(sides.map { max(0, abs($0.mean) - 0.5) / $0.meanRange }) ?? 0
      square = max(0, Self.median(structured.map(\.squareExcess)) ?? 0)
      outside = Self.median(structured.map(\.outsideShare)) ?? 0
      line = Self.median(structured.map(\.outsideInLineFraction)) ?? 0
      shownBeyond = Self.median(residuals.compactMap(\.shownBeyondFraction)) ?? 0
      sharpness = Self.median(residuals.compactMap(\.sharpness))
    }

    /// The lower of the middle values.
    private static func median(_ values: [Double]) -> Double? {
      values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
    }
  }

  /// Reports the first thing that is wrong with a tile.
  private func judge(
    _ residual: TileResidual, _ usual: Usual, _ shift: (x: Double, y: Double)
  ) {
    let (own, spread) = (residual.shift.shift, residual.shift.error)
    let isAway = [(own.x - shift.x, spread.x), (own.y - shift.y, spread.y)].contains {
      abs($0.0) > max(Self.shiftLimit.tile, Self.errorsOfShift * $0.1)
    }
    if residual.shift.explained > Self.explainedLimit, isAway, residual.meanAbsolute > 0.5 {
      collector.add(
        .sourceShift, at: "tile \(residual.tile)", tile: residual.tile,
        found: OverviewVerdict.direction(Float(own.x), Float(own.y)),
        expected: "within \(Self.shiftLimit.tile) samples of the source")
      return
    }
    guard
      let fault = cast(residual, usual) ?? error(residual, usual) ?? square(residual, usual)
        ?? line(residual) ?? outside(residual, usual) ?? beyond(residual, usual)
        ?? blur(residual, usual)
    else { return }
    collector.add(
      .sourcePixels, at: "tile \(residual.tile)", tile: residual.tile, found: fault.found,
      expected: fault.expected)
  }

  private typealias Fault = (found: String, expected: String)

  /// A channel, or all of them, that is lighter or darker than the source.
  private func cast(_ residual: TileResidual, _ usual: Usual) -> Fault? {
    let (levels, least) = residual.isLossy ? Self.castLimit.lossy : Self.castLimit.lossless
    let fraction = max(least, min(Self.castLimit.most, Self.castLimit.usual * usual.cast))
    for (name, channel) in zip(ColorPlane.names, residual.channels) {
      for (side, isFault) in [
        (channel.darker, channel.darker.mean > 0), (channel.lighter, channel.lighter.mean < 0),
      ] where isFault && side.count >= Self.fewest {
        let limit = levels + fraction * side.meanRange
        if abs(side.mean) > limit { return Self.fault(name, side.mean, limit) }
      }
    }
    guard residual.isLossy else { return nil }
    // Lossy compression keeps lightness better than colour.
    let darker = Self.lightness(residual.channels.map(\.darker))
    let lighter = Self.lightness(residual.channels.map(\.lighter))
    for (side, sign) in [(darker, 1.0), (lighter, -1.0)] {
      guard let side else { continue }
      let limit = levels + Self.castLimit.lossless.fraction * side.range
      if sign * side.mean > limit { return Self.fault("lightness", side.mean, limit) }
    }
    return nil
  }

  private static func fault(_ name: String, _ mean: Double, _ limit: Double) -> Fault {
    (
      "\(name) is \(levels(mean)) in the mean",
      "within \(NumberText.fixed(limit, 1)) levels of the source"
    )
  }

  /// The mean of red, green and blue, and of the range around; `nil` where samples are few.
  private static func lightness(
    _ sides: [TileResidual.Channel.Side]
  ) -> (mean: Double, range: Double)? {
    guard sides.prefix(3).allSatisfy({ $0.count >= fewest }) else { return nil }
    return (
      (sides[0].mean + 2 * sides[1].mean + sides[2].mean) / 4,
      (sides[0].meanRange + 2 * sides[1].meanRange + sides[2].meanRange) / 4
    )
  }

  /// Samples that are further off than what kernel and compression explain.
  private func error(_ residual: TileResidual, _ usual: Usual) -> Fault? {
    let base = residual.isLossy ? Self.errorLimit.lossy : Self.errorLimit.lossless
    let fraction = max(
      Self.errorLimit.least, min(Self.errorLimit.most, Self.errorLimit.usual * usual.error))
    let limit = base + fraction * residual.meanRange
    guard residual.meanAbsolute > limit else { return nil }
    return (
      "\(NumberText.fixed(residual.meanAbsolute, 1)) levels off the source on average",
      "at most \(NumberText.fixed(limit, 1)) levels, as in the other tiles"
    )
  }

  /// A square whose mean is another.
  private func square(_ residual: TileResidual, _ usual: Usual) -> Fault? {
    let room = Self.squareLimit.levels + Self.squareLimit.usual * usual.square
    guard
      let (name, channel) = zip(ColorPlane.names, residual.channels)
        .max(by: { $0.1.squareExcess < $1.1.squareExcess }), channel.squareExcess > room
    else { return nil }
    let limit = abs(channel.squareDifference) - channel.squareExcess + room
    return (
      "\(name) is \(Self.levels(channel.squareDifference)) in the mean of \(TileResidual.square)"
        + " × \(TileResidual.square) samples at \(channel.squarePosition)",
      "within \(NumberText.fixed(limit, 1)) levels of the source"
    )
  }

  /// A row or column whose mean is another.
  private func line(_ residual: TileResidual) -> Fault? {
    guard
      let (name, channel) = zip(ColorPlane.names, residual.channels)
        .max(by: { $0.1.lineExcess < $1.1.lineExcess }), channel.lineExcess > 0
    else { return nil }
    let limit = abs(channel.lineDifference) - channel.lineExcess
    return (
      "\(name) is \(Self.levels(channel.lineDifference)) in the mean of \(channel.line)",
      "within \(NumberText.fixed(limit, 1)) levels of the source"
    )
  }

  /// Samples outside the range of the source.
  private func outside(_ residual: TileResidual, _ usual: Usual) -> Fault? {
    let least = residual.isLossy ? Self.outsideLimit.lossy : Self.outsideLimit.lossless
    let limit = max(least, Self.outsideLimit.usual * usual.outside)
    let leastInLine = residual.isLossy ? Self.lineLimit.lossy : Self.lineLimit.lossless
    let isLine =
      residual.outsideInLineFraction > max(leastInLine, Self.lineLimit.usual * usual.line)
    guard let position = residual.outsidePosition, residual.outsideShare > limit || isLine
    else { return nil }
    return (
      "\(residual.outside) samples outside the range of the source around them"
        + (isLine ? ", \(residual.outsideInLine) of them in one row or column" : "")
        + ", the first at \(position)",
      "at most \(NumberText.fixed(100 * limit, 2)) % of \(residual.samples)"
    )
  }

  /// Something where the source has ended.
  private func beyond(_ residual: TileResidual, _ usual: Usual) -> Fault? {
    guard let position = residual.shownBeyondPosition, usual.shownBeyond < Self.beyondLimit.filled,
      Double(residual.shownBeyond)
        > Self.beyondLimit.fraction * Double(residual.side * residual.side)
    else { return nil }
    return (
      "\(residual.shownBeyond) samples show something beyond the edge of the source, the first at \(position)",
      "nothing beyond the edge of the source"
    )
  }

  /// Fine detail that is lost.
  private func blur(_ residual: TileResidual, _ usual: Usual) -> Fault? {
    guard let sharpness = residual.sharpness, let middle = usual.sharpness else { return nil }
    let least = residual.isLossy ? Self.sharpnessLimit.lossy : Self.sharpnessLimit.lossless
    let limit = max(least, Self.sharpnessLimit.usual * middle)
    guard sharpness < limit else { return nil }
    return (
      "blurred: \(NumberText.fixed(100 * sharpness, 0)) % of the contrast of the source's fine detail",
      "at least \(NumberText.fixed(100 * limit, 0)) %"
    )
  }

  private static func levels(_ difference: Double) -> String {
    "\(NumberText.fixed(abs(difference), 1)) levels too \(difference > 0 ? "high" : "low")"
  }

  private func agreement(_ samples: Int, _ shift: (x: Double, y: Double)) -> SourceAgreement {
    let channels = residuals.flatMap(\.channels)
    let count = Double(residuals.reduce(0) { $0 + $1.samples * $1.channels.count })
    let error = channels.reduce(0) { $0 + $1.squares } / count
    return SourceAgreement(
      zoom: zoom, tiles: residuals.count, tilesInZoom: tilesInZoom,
      tilesNotComparable: tilesChosen - residuals.count, samples: samples, shiftX: shift.x,
      shiftY: shift.y, meanDifference: channels.reduce(0) { $0 + $1.absolute } / count,
      peakSignalToNoise: error > 0 ? min(99, 10 * log10(255 * 255 / error)) : 99,
      outsideShare: Double(residuals.reduce(0) { $0 + $1.outside }) / Double(samples))
  }
}
