import TileModel
import TileStorage

/// What was measured of all overviews, on the disk where they are many.
struct OverviewLedger: Sendable {
  /// What each thread measured, in the order of its walk; last what was measured above the subtrees.
  private var spools: [RecordSpool<MeasuredOverview>] = []
  /// The overviews of every zoom.
  private(set) var counts: [Int: Int] = [:]
  /// The telling tiles that agree with their children as they are, and with these exchanged.
  private var agreement = (straight: 0, exchanged: 0)
  /// The zoom of the roots of subtrees that threads walked, where tiles above them were walked later.
  var subtreeZoom: Int?

  /// Creates a ledger to which others are added.
  init() {}

  /// Creates a ledger without overviews.
  ///
  /// - Parameters:
  ///   - scratch: The folder of scratch files.
  ///   - residentCount: The most overviews that are held in memory.
  init(scratch: String, residentCount: Int) {
    spools = [RecordSpool(directory: scratch, residentCount: residentCount)]
  }

  /// Adds an overview, after those under it.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)`` when the scratch file cannot be written.
  mutating func append(_ overview: MeasuredOverview) throws(TileStorageError) {
    try spools[spools.count - 1].append(overview)
    counts[overview.tile.zoom, default: 0] += 1
    let measure = overview.measure
    guard measure.isTelling, measure.exchangedCorrelation > -1 else { return }
    if measure.correlation > measure.exchangedCorrelation + 0.2 { agreement.straight += 1 }
    if measure.exchangedCorrelation > max(0.5, measure.correlation + 0.2) {
      agreement.exchanged += 1
    }
  }

  /// Adds the overviews of another ledger, which come after.
  mutating func merge(_ other: OverviewLedger) {
    spools += other.spools
    counts.merge(other.counts, uniquingKeysWith: +)
    agreement.straight += other.agreement.straight
    agreement.exchanged += other.agreement.exchanged
  }

  /// Visits all overviews, each after those under it.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)`` when a scratch file cannot be read, and
  ///   what `body` throws.
  func forEach(_ body: (MeasuredOverview) throws -> Void) throws {
    for spool in spools { try spool.forEach(body) }
  }

  /// The fraction of telling tiles that agree with their children only when those are exchanged, north
  /// for south; `nil` when there is nothing to tell by.
  var exchangedFraction: Double? {
    let sum = agreement.straight + agreement.exchanged
    return sum > 0 ? Double(agreement.exchanged) / Double(sum) : nil
  }
}
