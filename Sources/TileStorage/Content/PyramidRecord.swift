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

  /// The digest of the tiles added so far, without those of ``retina``.
  public private(set) var digest = ContentDigest()
  /// The totals of every zoom that has a tile.
  public private(set) var totals: [Int: LevelTotals] = [:]
  /// The tiles by format; `nil` for one that is not known.
  private var builders: [TileFormat?: TileCoverage.Builder] = [:]
  /// The tiles of 512 samples beside these; at most one record.
  private var retinaRecords: [PyramidRecord] = []

  /// Creates an empty record.
  public init() {}

  /// Adds one encoded tile.
  public mutating func add(_ tile: [UInt8], at coordinate: TileCoordinate) {
    add(TileFile(tile), at: coordinate)
  }

  /// Adds one encoded tile.
  public mutating func add(_ tile: TileFile, at coordinate: TileCoordinate) {
    add(
      tile.hash, byteCount: tile.bytes.count, at: coordinate, format: tile.format,
      isRetina: tile.isRetina)
  }

  /// Adds a tile by the hash of its bytes; `format` is that of the bytes, if it is known.
  mutating func add(
    _ content: Hash128, byteCount: Int, at coordinate: TileCoordinate, format: TileFormat?,
    isRetina: Bool = false
  ) {
    if isRetina {
      if retinaRecords.isEmpty { retinaRecords.append(PyramidRecord()) }
      retinaRecords[0].add(content, byteCount: byteCount, at: coordinate, format: format)
      return
    }
    digest.add(.term(of: content, at: coordinate))
    totals[coordinate.zoom, default: LevelTotals()].tileCount += 1
    totals[coordinate.zoom, default: LevelTotals()].byteCount += byteCount
    builders[format, default: TileCoverage.Builder()].insert(coordinate)
  }

  /// Adds the tiles of a record that shares none with this one.
  public mutating func add(_ other: PyramidRecord) {
    digest.add(other.digest)
    for (zoom, more) in other.totals {
      totals[zoom, default: LevelTotals()].tileCount += more.tileCount
      totals[zoom, default: LevelTotals()].byteCount += more.byteCount
    }
    for (format, more) in other.builders {
      for tile in more.coverage.tiles {
        builders[format, default: TileCoverage.Builder()].insert(tile)
      }
    }
    guard let more = other.retina else { return }
    if retinaRecords.isEmpty { retinaRecords.append(more) } else { retinaRecords[0].add(more) }
  }

  /// The tiles of 512 samples that were added beside the others; `nil` for none.
  public var retina: PyramidRecord? { retinaRecords.first }

  /// The number of tiles of all zooms, of both sizes.
  public var tileCount: Int {
    totals.values.reduce(0) { $0 + $1.tileCount } + (retina?.tileCount ?? 0)
  }
  /// The bytes of all encoded tiles, of both sizes.
  public var byteCount: Int {
    totals.values.reduce(0) { $0 + $1.byteCount } + (retina?.byteCount ?? 0)
  }

  /// Which tiles were added.
  public var coverage: TileCoverage {
    if builders.count == 1, let only = builders.values.first { return only.coverage }
    var whole = TileCoverage.Builder()
    for builder in builders.values {
      for tile in builder.coverage.tiles { whole.insert(tile) }
    }
    return whole.coverage
  }
  /// Which of them have a format.
  public func coverage(of format: TileFormat) -> TileCoverage {
    (builders[format] ?? TileCoverage.Builder()).coverage
  }
}
