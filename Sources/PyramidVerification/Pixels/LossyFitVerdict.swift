import TileModel

/// Lossy overviews that differ from the tiles under them by more than others of their store do.
///
/// Whatever the kernel, means over squares and quadrants are kept. In 67 sound stores of
/// GDAL and rio-mbtiles no quadrant was off by more than 0.94 times what is tolerated here.
struct LossyFitVerdict {
  /// What tells that an overview is made from the tiles under it: so many squares or more, and the fraction
  /// of them that may differ.
  private static let evidence = (least: Int16(16), limit: 0.1)

  /// The levels by which a square and the mean of a quadrant may be off; `nil` where nothing can be
  /// said.
  private let limit: (square: Float, mean: Float)?
  /// Whether an overview that does not tell it is taken to be made from the tiles under it, as most of those that
  /// tell are.
  private let isStoreMade: Bool

  init(_ sample: OverviewSample) {
    func middle(_ value: (LossyFit.Quadrant) -> Float) -> Float? {
      sample.middle { overview in
        guard case .lossy(let fit) = overview.fit else { return [] }
        return fit.quadrants.compactMap { $0.map(value) }
      }
    }
    var fits: [LossyFit] = []
    var verdicts: [Bool] = []
    for overview in sample.zooms.values.flatMap(\.values) {
      guard case .lossy(let fit) = overview.fit else { continue }
      fits.append(fit)
      // Where no square differs none was compared with the samples below.
      let isAlike = overview.measure.isTelling && !fit.hasDifferences
      if let isMade = Self.isMade(fit) ?? (isAlike ? true : nil) { verdicts.append(isMade) }
    }
    let foreign = fits.count { $0.quadrants.contains { $0?.foreign != nil } }
    // What all of them have, such as a mark that is drawn into every tile, is not one's fault.
    isStoreMade =
      2 * verdicts.count { $0 } >= verdicts.count && (foreign <= 1 || 2 * foreign <= fits.count)
    // Where zooms are drawings of their own, single tiles tell nothing.
    guard let square = middle(\.largest), let mean = middle(\.mean),
      square <= LossyDifference.usualLimit
    else {
      limit = nil
      return
    }
    limit = (
      square: LossyDifference.tolerance + LossyDifference.usualFactor * square,
      mean: LossyDifference.meanTolerance + LossyDifference.usualFactor * mean
    )
  }

  /// For each quadrant of an overview how it agrees with the tile below; `nil` where nothing can be said.
  func agreements(of fit: LossyFit) -> [OverviewBlame.Agreement?] {
    let isMade = isMadeFromBelow(fit)
    return fit.quadrants.map { quadrant in
      quadrant.flatMap {
        if isMade, $0.foreign != nil { return .isForeign }
        guard let limit else { return nil }
        return $0.mean > limit.mean || $0.largest > limit.square ? .differs : .agrees
      }
    }
  }

  /// Whether an overview is made from the tiles under it, but for a part.
  private func isMadeFromBelow(_ fit: LossyFit) -> Bool { Self.isMade(fit) ?? isStoreMade }

  /// The same by itself; `nil` where it does not tell.
  private static func isMade(_ fit: LossyFit) -> Bool? {
    let (squares, different) = fit.besides
    return squares < evidence.least
      ? nil : Double(different) <= evidence.limit * Double(squares)
  }

  /// Reports what was found to be at fault.
  func report(
    _ fault: OverviewBlame.Fault, in overview: MeasuredOverview, _ fit: LossyFit,
    to collector: FindingCollector
  ) {
    let bad = fault.quadrants.compactMap { fit.quadrants[$0] }
    if let square = bad.compactMap(\.foreign).max(by: { $0.excess < $1.excess }),
      isMadeFromBelow(fit)
    {
      fault.reportForeign(
        size: LossyDifference.side, x: Int(square.x), y: Int(square.y), in: overview.tile,
        to: collector)
      return
    }
    guard let limit else { return }
    let worst = (square: bad.map(\.largest).max() ?? 0, mean: bad.map(\.mean).max() ?? 0)
    let amount =
      worst.mean > limit.mean
      ? "by \(Self.levels(worst.mean)) levels in the mean of one channel"
      : "by \(Self.levels(worst.square)) levels in the mean of one channel and"
        + " \(LossyDifference.side) × \(LossyDifference.side) samples"
    let tile = overview.tile
    collector.add(
      .overviewOutlier, at: "tile \(fault.tile)", tile: fault.tile,
      found: fault.tile == tile
        ? "differs from zoom \(tile.zoom + 1) \(amount)"
        : "differs from its overview \(tile), which shows the other tiles under it, \(amount)",
      expected:
        "at most \(Self.levels(worst.mean > limit.mean ? limit.mean : limit.square)) levels, as in"
        + " the other tiles")
  }

  private static func levels(_ value: Float) -> String { NumberText.fixed(Double(value), 1) }
}
