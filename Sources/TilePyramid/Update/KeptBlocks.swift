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
final class KeptBlocks: BlockRows, Sendable {
  private let scope: UpdateScope
  private let earlier: EarlierTiles
  private let draft: UpdateRecordDraft
  private let deflaters = LendingPool { Deflater(level: 1) }

  init(_ scope: UpdateScope, earlier: EarlierTiles, draft: UpdateRecordDraft) {
    self.scope = scope
    self.earlier = earlier
    self.draft = draft
  }

  let includesOverviews = true

  func isKept(_ block: Block) -> Bool { scope.record != nil && !scope.isChanged(block) }

  func isNeeded(_ block: Block) -> Bool {
    isKept(block) && block.level < scope.topLevel && !isKept(block.above)
  }

  /// Whether a tile of the deepest zoom, in a block that is made again, is as in the earlier output.
  func isUnchanged(x: Int, y: Int) -> Bool {
    scope.record != nil && !scope.changedTiles.contains(UpdateScope.TilePosition(x: x, y: y))
  }

  /// Whether the earlier output has a tile.
  func hasEarlier(_ tile: TileCoordinate, isRetina: Bool) -> Bool {
    earlier.ofSize(isRetina: isRetina)?.holds(tile) ?? false
  }

  /// The samples of a tile of the earlier output, none where it has no such tile; `nil` where they are not
  /// known.
  func samples(of tile: TileCoordinate, tileSize: Int, isRetina: Bool) throws -> [UInt8]? {
    try earlier.ofSize(isRetina: isRetina)?.samples(of: tile, tileSize: tileSize)
  }

  /// As ``UpdateScope/areasMadeAgain``.
  var areasMadeAgain: [(columns: Range<Int>, rows: Range<Int>)]? { scope.areasMadeAgain }

  func rows(of block: Block, part: Int, limit: Int) throws(TileStorageError) -> PackedSegments {
    guard let record = scope.record else {
      throw .outputChanged(path: draft.output, found: "no record of the build before")
    }
    return try PackedSegments(
      try record.block(Self.number(block, part: part)), limit: limit, damage: record.damage)
  }

  func note(_ rows: SegmentBytes, of block: Block, part: Int) throws(TileStorageError) {
    try draft.add(
      try rows.packed(by: deflaters, path: draft.output), as: Self.number(block, part: part))
  }

  /// Parts are fewer than 2^30, as the rows of tiles of the deepest zoom are, and columns than 2^27, three
  /// zooms above it.
  private static func number(_ block: Block, part: Int) -> Int {
    block.level << 57 | part << 27 | block.column
  }
}
