/// An axis of the reference grid, on which an image and its tiles lie (ISO/IEC 15444-1, annex B).
struct JPEG2000Axis: Hashable, Sendable {
  /// Extent of the image, in positions of the reference grid (XOsiz, Xsiz).
  let start: Int
  let end: Int
  /// Distance of two tiles on the reference grid (XTsiz).
  let tileLength: Int
  /// Start of the first tile, at or before the image (XTOsiz).
  let tileStart: Int

  /// SIZ alternates the fields of both axes (ISO/IEC 15444-1, A.5.1).
  init(_ header: [UInt8], at offset: Int) {
    end = header.number(at: offset, count: 4)
    start = header.number(at: offset + 8, count: 4)
    tileLength = header.number(at: offset + 16, count: 4)
    tileStart = header.number(at: offset + 24, count: 4)
  }

  /// The first tile begins at or before the image and reaches into it (ISO/IEC 15444-1, B.3).
  var isSound: Bool {
    start < end && end <= Int(UInt32.max) && tileLength > 0 && tileStart <= start
      && start - tileStart < tileLength
  }

  var tileCount: Int { (end - tileStart + tileLength - 1) / tileLength }

  var largestTile: Int { min(tileLength, end - start) }

  /// A position that may lie before the image.
  func nominalStart(ofTile tile: Int) -> Int { tileStart + tile * tileLength }

  func tile(_ tile: Int) -> Range<Int> {
    let first = nominalStart(ofTile: tile)
    return max(start, first)..<min(end, first + tileLength)
  }

  /// Halved positions are rounded up (ISO/IEC 15444-1, B.5).
  static func reduced(_ position: Int, by halvings: Int) -> Int {
    (position + (1 << halvings) - 1) >> halvings
  }

  /// The reduced image covers the same extent, in tiles of one length.
  func isExact(halvings: Int) -> Bool {
    let mask = 1 << halvings - 1
    return start & mask == 0 && end & mask == 0 && (tileCount == 1 || tileLength & mask == 0)
  }
}

/// A cut of an axis into blocks, each within one tile.
struct JPEG2000Cut: Hashable, Sendable {
  let axis: JPEG2000Axis
  let halvings: Int
  let blockLength: Int
  /// Columns or rows of the first block that lie before the image.
  let before: Int
  /// Blocks of the first tile that lie wholly before the image.
  private let skipped: Int
  private let blocksPerTile: Int
  var isCut: Bool { blocksPerTile > 1 }

  private static let cutLength = 1024

  /// Whole tiles are blocks up to `limit`; of several tiles, longer ones are cut only into equal parts.
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

  var length: Int {
    JPEG2000Axis.reduced(axis.end, by: halvings) - JPEG2000Axis.reduced(axis.start, by: halvings)
  }

  var isOfTiles: Bool { blocksPerTile == 1 }

  func tile(ofBlock block: Int) -> Int { (block + skipped) / blocksPerTile }

  /// Positions count from the image's start at its resolution; the result is on the reference grid.
  func area(of positions: Range<Int>, inBlock block: Int) -> Range<Int> {
    let first = JPEG2000Axis.reduced(axis.start, by: halvings)
    let tile = axis.tile(tile(ofBlock: block))
    let start = max(tile.lowerBound, (first + positions.lowerBound) << halvings)
    return start..<min(tile.upperBound, (first + positions.upperBound) << halvings)
  }
}
