import Hashing
package import TileModel

/// Properties of a pyramid's tiles for its layer definition, collected while they are written.
///
/// Tiles come in any order, each once. Memory is proportional to the runs of adjacent tiles in rows.
package struct PyramidRecord: Sendable {
  package struct LevelTotals: Hashable, Sendable {
    package internal(set) var tileCount = 0
    package internal(set) var byteCount = 0
  }

  /// The digest of the tiles added so far, without those of ``retina``.
  package private(set) var digest = ContentDigest()
  package private(set) var totals: [Int: LevelTotals] = [:]
  private var builders: [TileFormat?: TileCoverage.Builder] = [:]
  private var retinaRecords: [PyramidRecord] = []

  package init() {}

  package mutating func add(_ tile: TileFile, at coordinate: TileCoordinate) {
    add(
      tile.hash, byteCount: tile.bytes.count, at: coordinate, format: tile.format,
      isRetina: tile.isRetina)
  }

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
  package mutating func add(_ other: PyramidRecord) {
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

  /// Record of the 512-pixel tiles, `nil` for none.
  package var retina: PyramidRecord? { retinaRecords.first }

  package var tileCount: Int {
    totals.values.reduce(0) { $0 + $1.tileCount } + (retina?.tileCount ?? 0)
  }
  package var byteCount: Int {
    totals.values.reduce(0) { $0 + $1.byteCount } + (retina?.byteCount ?? 0)
  }

  package var coverage: TileCoverage {
    if builders.count == 1, let only = builders.values.first { return only.coverage }
    var whole = TileCoverage.Builder()
    for builder in builders.values {
      for tile in builder.coverage.tiles { whole.insert(tile) }
    }
    return whole.coverage
  }
  package func coverage(of format: TileFormat) -> TileCoverage {
    (builders[format] ?? TileCoverage.Builder()).coverage
  }
}
