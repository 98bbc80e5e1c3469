import Deflate
import RasterSources
import TileModel
import TileStorage

/// The blocks of tiles that an update keeps, and what zooms above need of them.
///
/// A block is one tile of the topmost zoom that a group of columns makes, with all tiles below it. Where
/// nothing in it changed, its tiles are those of the earlier output, and the rows that it carries to the
/// zooms above are read from the record; of all others these rows are noted for the next update.
package final class KeptBlocks: Sendable {
  private let scope: UpdateScope
  private let earlier: EarlierTiles
  private let draft: UpdateRecordDraft
  /// How many zooms a block has above the deepest.
  private let height: Int
  private let changedBlocks: Set<UpdateScope.TilePosition>

  /// - Parameters:
  ///   - scope: What is made again.
  ///   - plan: The plan of the build.
  ///   - earlier: The tiles of the output that is updated.
  ///   - draft: Where rows are noted.
  init(
    _ scope: UpdateScope, plan: PyramidPlan, earlier: EarlierTiles, draft: UpdateRecordDraft
  ) {
    self.scope = scope
    self.earlier = earlier
    self.draft = draft
    let height = BandLevels.groupHeight(zoomCount: plan.steps[0].levels.count)
    self.height = height
    changedBlocks = scope.changedBlocks(height: height)
  }

  /// Whether the tiles of a block are kept.
  ///
  /// - Parameters:
  ///   - column: The column of the block.
  ///   - band: A row of tiles of the deepest zoom in it.
  /// - Returns: False for a block that is made again.
  func isKept(column: Int, band: Int) -> Bool {
    scope.record != nil
      && !changedBlocks.contains(UpdateScope.TilePosition(x: column, y: band >> height))
  }

  /// Whether a tile of the deepest zoom, in a block that is made again, is as in the earlier output.
  func isUnchanged(x: Int, y: Int) -> Bool {
    scope.record != nil && !scope.changedTiles.contains(UpdateScope.TilePosition(x: x, y: y))
  }

  /// Whether the earlier output has a tile.
  func hasEarlier(_ tile: TileCoordinate) -> Bool { earlier.holds(tile) }

  /// The samples of a tile of the earlier output; `nil` where they are not known.
  func samples(of tile: TileCoordinate, tileSize: Int) throws -> [UInt8]? {
    try earlier.samples(of: tile, tileSize: tileSize)
  }

  /// The rows of tiles of the deepest zoom, and the columns of them, that are made again; by block.
  var areasMadeAgain: [(columns: Range<Int>, rows: Range<Int>)]? {
    guard scope.record != nil else { return nil }
    return changedBlocks.map { block in
      (block.x << height..<(block.x + 1) << height, block.y << height..<(block.y + 1) << height)
    }
  }

  /// Reads the rows that a kept block carries in a band, and notes them again.
  ///
  /// - Throws: `TileStorageError`.
  func restore(_ rows: [CarriedRow], column: Int, band: Int) throws(TileStorageError) {
    let number = Self.number(column: column, band: band)
    guard let record = scope.record else { return }
    guard let bytes = try record.block(number) else {
      throw record.damage("a block is missing")
    }
    try draft.add(bytes, as: number)
    guard let unpacked = Self.unpacked(bytes), CarriedRow.read(rows, from: unpacked) else {
      throw record.damage("the rows of a block cannot be read")
    }
  }

  /// Notes the rows that a block carries in a band.
  ///
  /// - Throws: `TileStorageError`.
  func note(_ rows: [CarriedRow], column: Int, band: Int) throws(TileStorageError) {
    try draft.add(
      Self.packed(CarriedRow.bytes(of: rows)), as: Self.number(column: column, band: band))
  }

  private static func number(column: Int, band: Int) -> Int { band << 32 | column }

  /// The length of bytes, and the bytes compressed.
  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    let head = withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Array($0) }
    guard let deflater = Deflater(level: 1) else { return head + bytes }
    let bound = deflater.bound(bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      guard let base = target.baseAddress else { return }
      count = deflater.compress(bytes, count: bytes.count, into: base, capacity: bound)
    }
    return head + packed
  }

  private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 4 else { return nil }
    let count = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    return Deflater.decompress(bytes[4...], count: count)
  }
}
