import Hashing
public import TileModel

/// What a pyramid's layer definition must say of its tiles, collected while they are written.
///
/// Tiles come in any order, each once. Memory is proportional to the runs of adjacent tiles in
/// rows.
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
  private var builder = TileCoverage.Builder()
  private var jpegBuilder = TileCoverage.Builder()

  /// Creates an empty record.
  public init() {}

  /// Adds one encoded tile.
  public mutating func add(_ tile: [UInt8], at coordinate: TileCoordinate) {
    add(TileFile(tile), at: coordinate)
  }

  /// Adds one encoded tile.
  public mutating func add(_ tile: TileFile, at coordinate: TileCoordinate) {
    add(tile.hash, byteCount: tile.bytes.count, at: coordinate, format: tile.format)
  }

  /// Adds a tile by the hash of its bytes; `format` is that of the bytes, if it is known.
  mutating func add(
    _ content: Hash128, byteCount: Int, at coordinate: TileCoordinate, format: TileFormat?
  ) {
    digest.add(.term(of: content, at: coordinate))
    totals[coordinate.zoom, default: LevelTotals()].tileCount += 1
    totals[coordinate.zoom, default: LevelTotals()].byteCount += byteCount
    builder.insert(coordinate)
    if format == .jpeg { jpegBuilder.insert(coordinate) }
  }

  /// Adds the tiles of a record that shares none with this one.
  public mutating func add(_ other: PyramidRecord) {
    digest.add(other.digest)
    for (zoom, more) in other.totals {
      totals[zoom, default: LevelTotals()].tileCount += more.tileCount
      totals[zoom, default: LevelTotals()].byteCount += more.byteCount
    }
    for tile in other.coverage.tiles { builder.insert(tile) }
    for tile in other.jpegCoverage.tiles { jpegBuilder.insert(tile) }
  }

  /// The number of tiles of all zooms.
  public var tileCount: Int { totals.values.reduce(0) { $0 + $1.tileCount } }
  /// The bytes of all encoded tiles.
  public var byteCount: Int { totals.values.reduce(0) { $0 + $1.byteCount } }

  /// Which tiles were added.
  public var coverage: TileCoverage { builder.coverage }
  /// Which of them are JPEG.
  public var jpegCoverage: TileCoverage { jpegBuilder.coverage }
}
