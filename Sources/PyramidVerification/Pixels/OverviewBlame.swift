import TileModel
import TileStorage

/// Decides which tile is at fault where an overview and tiles under it differ.
struct OverviewBlame {
  /// The tile at fault, the overview or one under it, and the quadrants that differ.
  struct Fault {
    let tile: TileCoordinate
    let quadrants: [Int]

    /// Reports that an overview and a tile under it show different things, whatever kernel there was.
    func reportForeign(
      size: Int, x: Int, y: Int, in overview: TileCoordinate, to collector: FindingCollector
    ) {
      let samples = "\(size) × \(size) samples at (\(x), \(y))"
      collector.add(
        .overviewStale, at: "tile \(tile)", tile: tile,
        found: tile == overview
          ? "\(samples) that no kernel makes of zoom \(overview.zoom + 1)"
          : "no kernel makes of it \(samples) of its overview \(overview), which shows the other"
            + " tiles under it",
        expected: "samples within the range of those below, as far as any kernel reaches")
    }
  }

  /// How a quadrant agrees with the tile below.
  enum Agreement: UInt8 {
    case agrees
    /// It differs by more than others do.
    case differs
    /// It shows what no kernel makes.
    case isForeign
  }

  /// The zoom of the roots of subtrees, of which all faults are kept: tiles above come at the end.
  private let subtreeZoom: Int?
  /// The quadrants found to be at fault, by zoom and by the position of the tile above them: that of
  /// the last one alone, since tiles come in the order of a walk; four bits higher those that are so
  /// for certain.
  private var faults: [Int: [UInt64: UInt8]] = [:]

  /// Creates a decision about overviews none of which has been judged.
  init(subtreeZoom: Int?) { self.subtreeZoom = subtreeZoom }

  /// Judges one overview; all must come in the order of a walk.
  mutating func judge(_ overview: MeasuredOverview, _ agreements: [Agreement?]) -> Fault? {
    let tile = overview.tile
    let faulty = faults[tile.zoom + 1]?[TileIndex.key(of: tile)] ?? 0
    let known = agreements.indices.filter { number in
      // What is certain is not explained by what only stands out.
      agreements[number].map { faulty & ($0 == .isForeign ? 16 : 1) << UInt8(number) == 0 }
        ?? false
    }
    let bad = known.filter { agreements[$0] != .agrees }
    guard let first = bad.first else { return nil }
    // One tile that does not fit an overview which fits all others is at fault itself, unless the
    // tiles under it agree with it.
    if bad.count == 1, known.count > 1, !overview.hasMeasuredChild(first) {
      return Fault(tile: tile.children[first], quadrants: bad)
    }
    note(tile, isCertain: bad.contains { agreements[$0] == .isForeign })
    return Fault(tile: tile, quadrants: bad)
  }

  private mutating func note(_ tile: TileCoordinate, isCertain: Bool) {
    let key = TileIndex.key(of: tile)
    if tile.zoom != subtreeZoom, faults[tile.zoom]?[key >> 2] == nil { faults[tile.zoom] = [:] }
    faults[tile.zoom, default: [:]][key >> 2, default: 0] |= (isCertain ? 17 : 1) << UInt8(key & 3)
  }
}
