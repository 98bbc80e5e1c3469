import TileModel

/// How an overview of lossy tiles, or a lossy one, agrees with the tiles under it.
struct LossyFit: Sendable {
  let tile: TileCoordinate
  /// The quadrants row by row from the north-west; `nil` where the tile below is not known.
  let quadrants: [LossyDifference.Quadrant?]
}

/// Lossy overviews that differ from the tiles under them by more than others of their store do.
///
/// Whatever the kernel, means over squares and quadrants are kept. In 67 sound stores of
/// GDAL and rio-mbtiles no quadrant was off by more than 0.94 times what is tolerated here.
struct LossyFitVerdict {
  let fits: [LossyFit]
  let collector: FindingCollector

  /// Reports overviews, and tiles under them, that differ.
  ///
  /// - Returns: The tiles reported.
  func run() -> Set<TileCoordinate> {
    let quadrants = fits.flatMap(\.quadrants).compactMap(\.self)
    guard let square = Self.median(quadrants.map(\.largest)),
      let mean = Self.median(quadrants.map(\.mean)),
      // Where zooms are drawings of their own, single tiles tell nothing.
      square <= LossyDifference.usualLimit
    else { return [] }
    let limit = (
      square: LossyDifference.tolerance + LossyDifference.usualFactor * square,
      mean: LossyDifference.meanTolerance + LossyDifference.usualFactor * mean
    )
    var blame = OverviewBlame(overviews: fits.map(\.tile))
    for fit in fits.sorted(by: { ($1.tile.zoom, $0.tile) < ($0.tile.zoom, $1.tile) }) {
      let differs = fit.quadrants.map { quadrant in
        quadrant.map { $0.mean > limit.mean || $0.largest > limit.square }
      }
      guard let fault = blame.judge(fit.tile, differs) else { continue }
      let bad = fault.quadrants.compactMap { fit.quadrants[$0] }
      let worst = (
        square: bad.map(\.largest).max() ?? 0, mean: bad.map(\.mean).max() ?? 0
      )
      let amount =
        worst.mean > limit.mean
        ? "by \(Self.levels(worst.mean)) levels in the mean of one channel"
        : "by \(Self.levels(worst.square)) levels in the mean of one channel and"
          + " \(LossyDifference.side) × \(LossyDifference.side) samples"
      collector.add(
        .overviewStale, at: "tile \(fault.tile)", tile: fault.tile,
        found: fault.tile == fit.tile
          ? "differs from zoom \(fit.tile.zoom + 1) \(amount)"
          : "differs from its overview \(fit.tile), which shows the other tiles under it, \(amount)",
        expected:
          "at most \(Self.levels(worst.mean > limit.mean ? limit.mean : limit.square)) levels, as in"
          + " the other tiles")
    }
    return blame.faulty
  }

  private static func median(_ values: [Float]) -> Float? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }

  private static func levels(_ value: Float) -> String { Decimal.text(Double(value), 1) }
}
