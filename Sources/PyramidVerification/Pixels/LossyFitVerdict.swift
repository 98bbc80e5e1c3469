import TileModel

/// Lossy overviews that differ from the tiles under them by more than others of their store do.
///
/// Whatever the kernel, means over squares and quadrants are kept. In 67 sound stores of
/// GDAL and rio-mbtiles no quadrant was off by more than 0.94 times what is tolerated here.
struct LossyFitVerdict {
  /// The levels by which a square and the mean of a quadrant may be off; `nil` where nothing can be
  /// said.
  private let limit: (square: Float, mean: Float)?

  init(_ sample: OverviewSample) {
    func middle(_ value: (LossyFit.Quadrant) -> Float) -> Float? {
      sample.middle { overview in
        guard case .lossy(let fit) = overview.fit else { return [] }
        return fit.quadrants.compactMap { $0.map(value) }
      }
    }
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

  /// For each quadrant of an overview whether it differs from the tile below; `nil` where nothing can
  /// be said.
  func differs(_ fit: LossyFit) -> [Bool?] {
    guard let limit else { return [] }
    return fit.quadrants.map { quadrant in
      quadrant.map { $0.mean > limit.mean || $0.largest > limit.square }
    }
  }

  /// Reports what was found to be at fault.
  func report(
    _ fault: OverviewBlame.Fault, in overview: MeasuredOverview, _ fit: LossyFit,
    to collector: FindingCollector
  ) {
    guard let limit else { return }
    let bad = fault.quadrants.compactMap { fit.quadrants[$0] }
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
