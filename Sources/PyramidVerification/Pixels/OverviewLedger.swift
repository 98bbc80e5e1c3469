import TileModel
import TileStorage

/// The differences of all overviews, on the disk where they are many.
struct OverviewLedger: Sendable {
  /// The measurements of each thread in the order of its walk; those above the subtrees last.
  private var spools: [RecordSpool<MeasuredOverview>] = []
  private(set) var counts: [Int: Int] = [:]
  /// An order of the children of a tile.
  enum Order: Int, CaseIterable {
    case straight
    case flipped
    case transposed
  }

  private var agreement = [Int](repeating: 0, count: Order.allCases.count)
  /// The zoom of the roots of subtrees, where tiles above them were walked later.
  var subtreeZoom: Int?

  init() {}

  init(scratch: String, residentCount: Int) {
    spools = [RecordSpool(directory: scratch, residentCount: residentCount)]
  }

  mutating func append(_ overview: MeasuredOverview) throws(TileStorageError) {
    try spools[spools.count - 1].append(overview)
    counts[overview.tile.zoom, default: 0] += 1
    guard let orders = overview.orders else { return }
    let correlations = [orders.straight, orders.flipped, orders.transposed]
    for order in Order.allCases {
      let others = Order.allCases.filter { $0 != order }.map { correlations[$0.rawValue] }
      let least = others.reduce(order == .straight ? -1 : 0.3, max) + 0.2
      if correlations[order.rawValue] > least { agreement[order.rawValue] += 1 }
    }
  }

  mutating func merge(_ other: OverviewLedger) {
    spools += other.spools
    counts.merge(other.counts, uniquingKeysWith: +)
    for order in Order.allCases { agreement[order.rawValue] += other.agreement[order.rawValue] }
  }

  func forEach(_ body: (MeasuredOverview) throws -> Void) throws {
    for spool in spools { try spool.forEach(body) }
  }

  /// The fraction of telling tiles that agree with their children only in an order; `nil` without such
  /// tiles.
  func fraction(in order: Order) -> Double? {
    let sum = agreement.reduce(0, +)
    return sum > 0 ? Double(agreement[order.rawValue]) / Double(sum) : nil
  }
}
