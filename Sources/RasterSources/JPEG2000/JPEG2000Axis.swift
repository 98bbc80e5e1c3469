/// Columns or rows of the reference grid, on which an image and its tiles are (ISO/IEC 15444-1, annex B).
struct JPEG2000Axis: Hashable, Sendable {
  /// Where the image begins and ends.
  let start: Int
  let end: Int
  /// The distance of two tiles.
  let tileLength: Int
  /// Where the first tile begins, at or before the image.
  let tileStart: Int

  /// Reads the numbers of an axis, which alternate with those of the other, in the marker of the size.
  init(_ header: [UInt8], at offset: Int) {
    end = header.number(at: offset, count: 4)
    start = header.number(at: offset + 8, count: 4)
    tileLength = header.number(at: offset + 16, count: 4)
    tileStart = header.number(at: offset + 24, count: 4)
  }

  /// Whether there is an image, and a tile at its beginning.
  var isSound: Bool {
    start < end && end <= Int(UInt32.max) && tileLength > 0 && tileStart <= start
      && start - tileStart < tileLength
  }

  var tileCount: Int { (end - tileStart + tileLength - 1) / tileLength }

  /// The most columns or rows of the image in one tile.
  var largestTile: Int { min(tileLength, end - start) }

  /// Where a tile begins, also outside the image.
  func nominalStart(ofTile tile: Int) -> Int { tileStart + tile * tileLength }

  /// The part of the image that a tile holds.
  func tile(_ tile: Int) -> Range<Int> {
    let first = nominalStart(ofTile: tile)
    return max(start, first)..<min(end, first + tileLength)
  }

  /// A position where the resolution is halved so many times.
  static func reduced(_ position: Int, by halvings: Int) -> Int {
    (position + (1 << halvings) - 1) >> halvings
  }

  /// Whether an image of so many halvings fills the same extent, in tiles that are all alike.
  func isExact(halvings: Int) -> Bool {
    let mask = 1 << halvings - 1
    return start & mask == 0 && end & mask == 0 && (tileCount == 1 || tileLength & mask == 0)
  }
}

/// How an axis is cut into blocks, each of which is in one tile.
struct JPEG2000Cut: Hashable, Sendable {
  let axis: JPEG2000Axis
  let halvings: Int
  /// The columns or rows of a block.
  let blockLength: Int
  /// How many columns or rows of the first block are before the image.
  let before: Int
  /// How many blocks of the first tile are before the image as a whole.
  private let skipped: Int
  private let blocksPerTile: Int
  /// Whether blocks are parts of tiles.
  var isCut: Bool { blocksPerTile > 1 }

  /// The length of a block of a larger tile that is cut.
  private static let cutLength = 1024

  /// Takes whole tiles for blocks, and parts of those that are longer than `limit` where such are alike.
  init(_ axis: JPEG2000Axis, halvings: Int, limit: Int) {
    self.axis = axis
    self.halvings = halvings
    let first = JPEG2000Axis.reduced(axis.start, by: halvings)
    guard axis.tileCount > 1 else {
      let length = JPEG2000Axis.reduced(axis.end, by: halvings) - first
      blockLength = length <= limit ? length : Self.cutLength
      before = 0
      skipped = 0
      blocksPerTile = (length + blockLength - 1) / blockLength
      return
    }
    let tile = axis.tileLength >> halvings
    var parts = 1
    if tile > limit {
      let fewest = (tile + limit - 1) / limit
      parts = (fewest..<4 * fewest).first { tile % $0 == 0 } ?? 1
    }
    blockLength = tile / parts
    let before = first - JPEG2000Axis.reduced(axis.tileStart, by: halvings)
    self.before = before % blockLength
    skipped = before / blockLength
    blocksPerTile = parts
  }

  /// The size of the image along the axis.
  var length: Int {
    JPEG2000Axis.reduced(axis.end, by: halvings) - JPEG2000Axis.reduced(axis.start, by: halvings)
  }

  /// Whether all blocks are whole tiles.
  var isOfTiles: Bool { blocksPerTile == 1 }

  func tile(ofBlock block: Int) -> Int { (block + skipped) / blocksPerTile }

  /// The part of the reference grid that columns or rows of the image in a block are on.
  func area(of positions: Range<Int>, inBlock block: Int) -> Range<Int> {
    let first = JPEG2000Axis.reduced(axis.start, by: halvings)
    let tile = axis.tile(tile(ofBlock: block))
    let start = max(tile.lowerBound, (first + positions.lowerBound) << halvings)
    return start..<min(tile.upperBound, (first + positions.upperBound) << halvings)
  }
}
