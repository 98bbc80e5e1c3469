import TileModel

/// Overviews of every zoom by which all are judged.
///
/// All of a zoom that has few; else a choice by address, which neither contents nor order changes.
struct OverviewSample {
  private(set) var zooms: [Int: [TileCoordinate: MeasuredOverview]] = [:]
  private let counts: [Int: Int]

  init(of ledger: OverviewLedger, limit: Int, isCancelled: () -> Bool) throws {
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

extension Collection where Element: Comparable {
  /// The greater one of two middle values; `nil` for none.
  var median: Element? { isEmpty ? nil : sorted()[count / 2] }
}
