import Deflate
import Platform
import RasterSources
import TileModel
import TileStorage

/// The blocks of tiles that an update keeps, and what zooms above need of them.
///
/// A block is one tile of the topmost zoom that a group of columns makes, with all tiles below it. Where
/// nothing in it changed, its tiles are those of the earlier output, and the rows that it carries to the
/// zooms above are read from the record; of all others these rows are noted for the next update.
final class KeptBlocks: Sendable {
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

  /// Whether the tiles of a block are kept.
  ///
  /// - Parameters:
  ///   - column: The column of the block.
  ///   - band: A row of tiles of the deepest zoom in it.
  /// - Returns: False for a block that is made again.
  func isKept(column: Int, band: Int) -> Bool {
    scope.record != nil
      && !scope.changedBlocks.contains(
        UpdateScope.TilePosition(x: column, y: band >> scope.blockHeight))
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

  /// Reads the rows that a kept block carries in a band, and notes them again.
  ///
  /// - Throws: `TileStorageError`.
  func restore(_ rows: [CarriedRow], column: Int, band: Int) throws(TileStorageError) {
    let number = Self.number(column: column, band: band)
    guard let record = scope.record else { return }
    let bytes = try record.block(number)
    try draft.add(bytes, as: number)
    let source = try PackedSegments(bytes, of: rows, in: record)
    for row in rows { try row.restore(from: source) }
  }

  /// Notes the rows that a block carries in a band.
  ///
  /// - Throws: `TileStorageError`.
  func note(_ rows: [CarriedRow], column: Int, band: Int) throws(TileStorageError) {
    let sink = SegmentBytes()
    for row in rows { try row.save(to: sink) }
    let packed = deflaters.withObject { $0.flatMap(sink.packed) }
    guard let packed else {
      throw .system(operation: "allocate memory for", path: draft.output, code: ENOMEM)
    }
    try draft.add(packed, as: Self.number(column: column, band: band))
  }

  private static func number(column: Int, band: Int) -> Int { band << 32 | column }
}

/// Segments as bytes in memory.
private final class SegmentBytes: SegmentSink {
  private var bytes: [UInt8] = []

  func append(_ value: Int) {
    withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
  }

  func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  /// The number of bytes, and the bytes compressed; `nil` where they cannot be.
  func packed(by deflater: Deflater) -> [UInt8]? {
    let bound = deflater.bound(bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      guard let base = target.baseAddress else { return }
      count = deflater.compress(bytes, count: bytes.count, into: base, capacity: bound)
    }
    let head = withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Array($0) }
    return packed.isEmpty ? nil : head + packed
  }
}

/// Segments out of what ``SegmentBytes`` packed.
private final class PackedSegments: SegmentSource {
  private let bytes: [UInt8]
  private let record: UpdateRecord
  private var position = 0

  /// - Throws: `TileStorageError` when it is not what rows of this size packed.
  init(
    _ packed: [UInt8], of rows: [CarriedRow], in record: UpdateRecord
  ) throws(TileStorageError) {
    self.record = record
    let count = packed.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let limit = rows.reduce(0) { $0 + $1.byteLimit }
    guard packed.count > 4, count <= limit,
      let bytes = Deflater.decompress(packed[4...], count: count)
    else { throw record.damage("a block cannot be unpacked") }
    self.bytes = bytes
  }

  func readInteger() throws(TileStorageError) -> Int {
    var word: Int64 = 0
    var outcome: Result<Void, TileStorageError> = .success(())
    withUnsafeMutableBytes(of: &word) { raw in
      do throws(TileStorageError) { try read(into: raw) } catch { outcome = .failure(error) }
    }
    try outcome.get()
    return Int(Int64(littleEndian: word))
  }

  func read(into target: UnsafeMutableRawBufferPointer) throws(TileStorageError) {
    guard bytes.count - position >= target.count else { throw damage("a block ends too early") }
    target.copyBytes(from: bytes[position..<position + target.count])
    position += target.count
  }

  func damage(_ reason: String) -> TileStorageError { record.damage(reason) }
}
