import RasterSources
import TileModel
import TileRendering
import TileStorage

/// The blocks of tiles that an update keeps, with their planes.
///
/// A block is a tile with all tiles below it, from the topmost zoom of a column group. The tiles of
/// an unchanged block are those of the earlier output. If a zoom above changed, the block's plane
/// is read from the record. The planes of all other blocks are noted for the next update.
final class UnchangedBlocks: BlockPlanes, Sendable {
  private let scope: UpdateScope
  private let earlier: EarlierTiles
  private let log: BlockLog

  init(_ scope: UpdateScope, earlier: EarlierTiles, log: BlockLog) {
    self.scope = scope
    self.earlier = earlier
    self.log = log
  }

  let includesOverviews = true

  func isKept(_ block: Block) -> Bool { scope.log != nil && !scope.isChanged(block) }

  func isNeeded(_ block: Block) -> Bool {
    isKept(block) && block.level < scope.topLevel && !isKept(block.above)
  }

  /// True for an unchanged tile of the deepest zoom in a block that is made again.
  func isUnchanged(x: Int, y: Int) -> Bool {
    scope.log != nil && !scope.changedTiles.contains(UpdateScope.TilePosition(x: x, y: y))
  }

  func hasEarlier(_ tile: TileCoordinate, isRetina: Bool) -> Bool {
    earlier.ofSize(isRetina: isRetina)?.holds(tile) ?? false
  }

  /// Empty without a tile in the earlier output; `nil` when unknown.
  func samples(of tile: TileCoordinate, tileSize: Int, isRetina: Bool) throws -> [UInt8]? {
    try earlier.ofSize(isRetina: isRetina)?.samples(of: tile, tileSize: tileSize)
  }

  var changedAreas: [(columns: Range<Int>, rows: Range<Int>)]? { scope.changedAreas }

  func rows(of block: Block, part: Int, limit: Int) throws -> PackedSegments {
    guard let bytes = try scope.log?.plane(at: PlaneAddress(step: 0, block, part: part)) else {
      throw damage("a block that is missing or another")
    }
    return try PackedSegments(bytes, limit: limit, damage: damage)
  }

  private func damage(_ found: String) -> TileStorageError {
    .outputChanged(path: log.path, found: found)
  }

  func note(_ rows: SegmentBytes, of block: Block, part: Int) throws {
    try log.append(CarriedPlane(rows, of: block, step: 0, part: part, path: log.path))
  }
}
