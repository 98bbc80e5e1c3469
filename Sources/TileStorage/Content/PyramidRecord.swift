public import TileModel

/// What a pyramid's layer definition must say of its tiles, collected while they are written.
///
/// Tiles come in any order, each once. Memory is proportional to the runs of adjacent tiles in rows.
public struct PyramidRecord: Sendable {
  /// The tiles of one zoom.
  public struct LevelTotals: Hashable, Sendable {
    /// The number of tiles.
    public internal(set) var tileCount = 0
    /// The bytes of the encoded tiles.
    public internal(set) var byteCount = 0
  }

  /// The digest of the tiles added so far.
  public private(set) var digest = ContentDigest()
  /// The totals of every zoom that has a tile.
  public private(set) var totals: [Int: LevelTotals] = [:]
  private var rows: [Int: [Int: [Range<Int>]]] = [:]

  /// Creates an empty record.
  public init() {}

  /// Adds one encoded tile.
  public mutating func add(_ tile: [UInt8], at coordinate: TileCoordinate) {
    tile.withUnsafeBytes { add($0, at: coordinate) }
  }

  /// Adds one encoded tile.
  public mutating func add(_ tile: UnsafeRawBufferPointer, at coordinate: TileCoordinate) {
    digest.add(.term(of: tile, at: coordinate))
    totals[coordinate.zoom, default: LevelTotals()].tileCount += 1
    totals[coordinate.zoom, default: LevelTotals()].byteCount += tile.count
    Self.insert(
      coordinate.x, into: &rows[coordinate.zoom, default: [:]][coordinate.y, default: []])
  }

  /// The number of tiles of all zooms.
  public var tileCount: Int { totals.values.reduce(0) { $0 + $1.tileCount } }
  /// The bytes of all encoded tiles.
  public var byteCount: Int { totals.values.reduce(0) { $0 + $1.byteCount } }

  /// Which tiles were added.
  public var coverage: TileCoverage {
    var builder = TileCoverage.Builder()
    for (zoom, rows) in rows {
      for (y, runs) in rows {
        for x in runs.joined() {
          guard let tile = TileCoordinate(zoom: zoom, x: x, y: y) else {
            preconditionFailure("a recorded address left the grid")
          }
          builder.insert(tile)
        }
      }
    }
    return builder.coverage
  }

  private static func insert(_ x: Int, into runs: inout [Range<Int>]) {
    // Tiles nearly always come from the west, so the place is sought from the east.
    var place = runs.endIndex
    while place > 0, runs[place - 1].lowerBound > x { place -= 1 }
    var run = x..<(x + 1)
    if place < runs.endIndex, runs[place].lowerBound <= run.upperBound {
      run = x..<runs[place].upperBound
      runs.remove(at: place)
    }
    if place > 0, runs[place - 1].upperBound >= x {
      runs[place - 1] = runs[place - 1].lowerBound..<max(runs[place - 1].upperBound, run.upperBound)
    } else {
      runs.insert(run, at: place)
    }
  }
}
