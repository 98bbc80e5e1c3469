import Deflate
import Platform
import RasterSources
import TileModel
import TileStorage

/// The blocks of tiles that an update keeps, and what zooms above need of them.
///
/// A block is a tile with all tiles below it, from the topmost zoom on that a group of columns makes. Where
/// nothing in it changed, its tiles are those of the earlier output. The rows that it carries to the zoom
/// above are read from the record where something else changed there; of all other blocks they are noted for
/// the next update.
final class KeptBlocks: Sendable {
  /// A block: a tile by its level, counted from the deepest zoom up, and its column and row there.
  struct Place: Hashable {
    var level: Int
    var column: Int
    var row: Int

    /// The block that holds it.
    var above: Place { Place(level: level + 1, column: column >> 1, row: row >> 1) }
  }

  private let scope: UpdateScope
  private let earlier: EarlierTiles
  private let draft: UpdateRecordDraft
  private let deflaters = LendingPool { Deflater(level: 1) }

  /// - Parameters:
  ///   - scope: What is made again.
  ///   - earlier: The tiles of the output that is updated.
  ///   - draft: Where rows are noted.
  init(_ scope: UpdateScope, earlier: EarlierTiles, draft: UpdateRecordDraft) {
    self.scope = scope
    self.earlier = earlier
    self.draft = draft
  }

  /// Whether the tiles of a block are kept; false for a block that is made again.
  func isKept(_ place: Place) -> Bool { scope.record != nil && !scope.isChanged(place) }

  /// Whether a block is kept of which a tile above is made.
  func isNeeded(_ place: Place) -> Bool {
    isKept(place) && place.level < scope.topLevel && !isKept(place.above)
  }

  /// Whether a tile of the deepest zoom, in a block that is made again, is as in the earlier output.
  func isUnchanged(x: Int, y: Int) -> Bool {
    scope.record != nil && !scope.changedTiles.contains(UpdateScope.TilePosition(x: x, y: y))
  }

  /// Whether the earlier output has a tile.
  func hasEarlier(_ tile: TileCoordinate) -> Bool { earlier.holds(tile) }

  /// The samples of a tile of the earlier output, none where it has no such tile; `nil` where they are not
  /// known.
  func samples(of tile: TileCoordinate, tileSize: Int) throws -> [UInt8]? {
    try earlier.samples(of: tile, tileSize: tileSize)
  }

  /// As ``UpdateScope/areasMadeAgain``.
  var areasMadeAgain: [(columns: Range<Int>, rows: Range<Int>)]? { scope.areasMadeAgain }

  /// Rows that a kept block carried.
  ///
  /// - Parameters:
  ///   - place: The block.
  ///   - part: Which rows, as they were noted.
  ///   - limit: The most bytes that they take.
  /// - Returns: The rows, to be read in the order in which they were noted.
  /// - Throws: `TileStorageError`.
  func rows(at place: Place, part: Int, limit: Int) throws(TileStorageError) -> PackedSegments {
    guard let record = scope.record else {
      throw .outputChanged(path: draft.output, found: "no record of the build before")
    }
    return try PackedSegments(
      try record.block(Self.number(place, part: part)), limit: limit, in: record)
  }

  /// Notes rows that a block carries.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - place: The block.
  ///   - part: Which rows, counted in pieces of so many from the first row of the world.
  /// - Throws: `TileStorageError`.
  func note(_ rows: SegmentBytes, at place: Place, part: Int) throws(TileStorageError) {
    guard let packed = deflaters.withObject({ $0.flatMap(rows.packed) }) else {
      throw .system(operation: "allocate memory for", path: draft.output, code: ENOMEM)
    }
    try draft.add(packed, as: Self.number(place, part: part))
  }

  /// Parts are fewer than 2^30, as the rows of tiles of the deepest zoom are, and columns than 2^27, three
  /// zooms above it.
  private static func number(_ place: Place, part: Int) -> Int {
    place.level << 57 | part << 27 | place.column
  }
}
