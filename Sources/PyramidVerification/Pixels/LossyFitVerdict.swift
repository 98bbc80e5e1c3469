import TileModel

/// Lossy overviews that differ from the tiles under them by more than others of their store do.
///
/// Whatever the kernel, means over squares and quadrants are kept. In 67 sound stores of
/// GDAL and rio-mbtiles no quadrant was off by more than 0.94 times what is tolerated here.
struct LossyFitVerdict {
  /// What tells that an overview is made from the tiles under it: so many squares or more that show more
  /// than one colour, and the fraction of them that may differ.
  private static let evidence = (least: 16, limit: 0.1)

  /// The levels by which a square and the mean of a quadrant may be off; `nil` where nothing can be
  /// said.
  private let limit: (square: Float, mean: Float)?
  /// The levels by which a square may be beyond the range of the samples below; `nil` where overviews that
  /// show more than one colour are not made from them.
  private let excessLimit: Float?

  init(_ sample: OverviewSample) {
    func middle(
      ofTelling: Bool = false, _ value: (LossyFit.Quadrant) -> Float
    ) -> Float? {
      sample.middle { overview in
        guard case .lossy(let fit) = overview.fit, !ofTelling || overview.measure.isTelling
        else { return [] }
        return fit.quadrants.compactMap { $0.map(value) }
      }
    }
    // Where zooms are drawings of their own, single tiles tell nothing.
    guard let square = middle(\.largest), let mean = middle(\.mean),
      square <= LossyDifference.usualLimit
    else {
      (limit, excessLimit) = (nil, nil)
      return
    }
    limit = (
      square: LossyDifference.tolerance + LossyDifference.usualFactor * square,
      mean: LossyDifference.meanTolerance + LossyDifference.usualFactor * mean
    )
    excessLimit = middle(ofTelling: true, \.largest).flatMap {
      $0 <= LossyDifference.usualLimit
        ? LossyDifference.toleranceInTile.square + LossyDifference.usualFactor * $0 : nil
    }
  }

  /// For each quadrant of an overview how it agrees with the tile below; `nil` where nothing can be said.
  func agreements(of fit: LossyFit) -> [OverviewBlame.Agreement?] {
    guard let limit else { return [] }
    let isMade = isMadeFromBelow(fit)
    return fit.quadrants.map { quadrant in
      quadrant.map {
        if isMade, foreign($0) != nil { return .isForeign }
        return $0.mean > limit.mean || $0.largest > limit.square ? .differs : .agrees
      }
    }
  }

  /// The square of a quadrant that no kernel makes; `nil` where there is none.
  private func foreign(_ quadrant: LossyFit.Quadrant) -> LossyFit.Square? {
    guard let excessLimit, let square = quadrant.foreign, square.excess > excessLimit
    else { return nil }
    return square
  }

  /// Whether an overview is made from the tiles under it, but for a part.
  private func isMadeFromBelow(_ fit: LossyFit) -> Bool {
    let besides = fit.quadrants.compactMap { $0?.besides }
    let squares = besides.reduce(0) { $0 + Int($1.squares) }
    let different = besides.reduce(0) { $0 + Int($1.different) }
    return squares < Self.evidence.least
      || Double(different) <= Self.evidence.limit * Double(squares)
  }

  /// Reports what was found to be at fault.
  func report(
    _ fault: OverviewBlame.Fault, in overview: MeasuredOverview, _ fit: LossyFit,
    to collector: FindingCollector
  ) {
    guard let limit else { return }
    let bad = fault.quadrants.compactMap { fit.quadrants[$0] }
    if let square = bad.compactMap(foreign).max(by: { $0.excess < $1.excess }),
      isMadeFromBelow(fit)
    {
      fault.reportForeign(
        size: LossyDifference.side, x: Int(square.x), y: Int(square.y), in: overview.tile,
        to: collector)
      return
    }
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
