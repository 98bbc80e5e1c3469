import TileModel

/// Overviews of every zoom by which all are judged.
///
/// All of a zoom that has few; else some that are chosen by their addresses, whatever they show and in
/// whatever order they come.
struct OverviewSample {
  private(set) var zooms: [Int: [TileCoordinate: MeasuredOverview]] = [:]
  private let counts: [Int: Int]

  init(
    of ledger: OverviewLedger, limit: Int, isCancelled: () -> Bool
  ) throws {
    counts = ledger.counts
    try ledger.forEach { overview in
      if isCancelled() { throw CancellationError() }
      let zoom = overview.tile.zoom
      let count = counts[zoom] ?? 0
      guard count <= limit || overview.lot < UInt64.max / UInt64(count) * UInt64(limit),
        // Addresses may have been made up so that all are chosen.
        zooms[zoom]?.count ?? 0 < 2 * limit
      else { return }
      zooms[zoom, default: [:]][overview.tile] = overview
    }
  }
}

/// The value at which half of the weight is reached; `nil` for no values.
func weightedMedian<Value: Comparable>(_ values: [(value: Value, weight: Double)]) -> Value? {
  // By weight as well, so that sums are rounded alike each time.
  let sorted = values.sorted { ($0.value, $0.weight) < ($1.value, $1.weight) }
  var rest = sorted.reduce(0) { $0 + $1.weight } / 2
  for (value, weight) in sorted {
    rest -= weight
    if rest <= 0 { return value }
  }
  return sorted.last?.value
}

extension Collection where Element: Comparable {
  /// The middle value, of two the greater one; `nil` for none.
  var median: Element? { isEmpty ? nil : sorted()[count / 2] }
}
