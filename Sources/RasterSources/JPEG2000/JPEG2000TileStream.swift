/// A codestream of a single tile, made of the headers and the parts of that tile in a file.
///
/// The library holds memory for every tile of a codestream, and searches from the first. In a codestream of
/// one tile it can decode many areas in turn.
final class JPEG2000TileStream {
  private enum Piece {
    case bytes([UInt8])
    case file(Range<Int>)

    var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(let range): range.count
      }
    }
  }

  let byteCount: Int
  private let file: InputFile
  private let pieces: [Piece]
  /// Index of the next piece, and bytes of it that were read.
  private var next = 0
  private var done = 0

  /// An `errno`; 0 for none.
  var failure: Int32 { file.failure }

  init(
    _ codestream: JPEG2000Codestream, column: Int, row: Int, of file: InputFile, structureLimit: Int
  ) throws(RasterError) {
    self.file = file
    var header = codestream.header
    for (axis, tile, offset) in [(codestream.columns, column, 8), (codestream.rows, row, 12)] {
      let part = axis.tile(tile)
      header.set(part.upperBound, at: offset)
      header.set(part.lowerBound, at: offset + 8)
      header.set(axis.nominalStart(ofTile: tile), at: offset + 24)
    }
    var pieces = [Piece.bytes(header)]
    for part in codestream.parts(ofTile: row * codestream.columns.tileCount + column) {
      try Self.check(part, of: file, codestream, limit: structureLimit)
      var start = try file.exactBytes(at: part.lowerBound, count: 12)
      start[4] = 0
      start[5] = 0
      start.set(part.count, at: 6)
      pieces.append(.bytes(start))
      pieces.append(.file(part.lowerBound + 12..<part.upperBound))
    }
    pieces.append(.bytes([0xFF, 0xD9]))
    self.pieces = pieces
    byteCount = pieces.reduce(0) { $0 + $1.count }
  }

  private static func check(
    _ part: Range<Int>, of file: InputFile, _ codestream: JPEG2000Codestream, limit: Int
  ) throws(RasterError) {
    var position = part.lowerBound + 12
    while part.upperBound - position >= 2 {
      let bytes = try file.exactBytes(at: position, count: min(4, part.upperBound - position))
      let marker = bytes.number(at: 0, count: 2)
      if marker == JPEG2000Codestream.Marker.data { return }
      let length = bytes.number(at: 2, count: 2)
      guard length >= 2, length <= part.upperBound - position - 2 else { break }
      if [JPEG2000Codestream.Marker.style, JPEG2000Codestream.Marker.componentStyle]
        .contains(marker)
      {
        let segment = try file.exactBytes(at: position, count: 2 + length)
        try codestream.check(marker: marker, segment, limit: limit, path: file.path)
      }
      position += 2 + length
    }
    throw .corrupt(path: file.path, detail: "the header of a tile is damaged")
  }

  /// Returns fewer bytes at the end, or where the file cannot be read.
  func read(into target: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    var copied = 0
    while copied < count, next < pieces.count {
      let piece = pieces[next]
      let step = min(count - copied, piece.count - done)
      switch piece {
      case .bytes(let bytes):
        bytes.withUnsafeBufferPointer { bytes in
          guard let base = bytes.baseAddress else { return }
          (target + copied).update(from: base + done, count: step)
        }
      case .file(let range):
        guard file.read(at: range.lowerBound + done, into: target + copied, count: step) == step
        else { return copied }
      }
      copied += step
      advance(by: step)
    }
    return copied
  }

  /// Returns the bytes skipped, fewer at the end.
  func skip(_ count: Int) -> Int {
    var skipped = 0
    while skipped < count, next < pieces.count {
      let step = min(count - skipped, pieces[next].count - done)
      skipped += step
      advance(by: step)
    }
    return skipped
  }

  private func advance(by step: Int) {
    done += step
    if done == pieces[next].count {
      next += 1
      done = 0
    }
  }
}
