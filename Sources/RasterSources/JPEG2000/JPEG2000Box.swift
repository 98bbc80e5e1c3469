/// A box of a JP2 file: a type and a part of the file (ISO/IEC 15444-1, annex I).
struct JPEG2000Box: Hashable, Sendable {
  /// Four characters.
  let type: String
  /// Where its contents are in the file.
  let content: Range<Int>

  /// The most boxes of a file, or in a box, that are looked at.
  private static let countLimit = 4096

  /// Reads the headers of boxes that follow one another.
  static func list(
    in range: Range<Int>, of file: InputFile, upTo isEnough: (JPEG2000Box) -> Bool = { _ in false }
  ) throws(RasterError) -> [JPEG2000Box] {
    var boxes: [JPEG2000Box] = []
    var position = range.lowerBound
    while range.upperBound - position >= 8, boxes.count < countLimit {
      let header = try file.exactBytes(at: position, count: 8)
      var length = header.number(at: 0, count: 4)
      var start = position + 8
      switch length {
      case 0: length = range.upperBound - position
      case 1:
        length = try file.exactBytes(at: start, count: 8).number(at: 0, count: 8)
        start += 8
      default: break
      }
      let type = String(decoding: header[4...], as: UTF8.self)
      guard length >= start - position else {
        throw .corrupt(path: file.path, detail: "a box of \(length) bytes")
      }
      guard length <= range.upperBound - position else {
        if range.upperBound == file.byteCount { throw .truncated(path: file.path) }
        throw .corrupt(path: file.path, detail: "a box that ends beyond the one that holds it")
      }
      let box = JPEG2000Box(type: type, content: start..<position + length)
      boxes.append(box)
      if isEnough(box) { break }
      position += length
    }
    return boxes
  }

  /// The contents.
  func bytes(of file: InputFile, limit: Int) throws(RasterError) -> [UInt8] {
    guard content.count <= limit else {
      throw .corrupt(path: file.path, detail: "a box \(type) of \(content.count) bytes")
    }
    return try file.exactBytes(at: content.lowerBound, count: content.count)
  }
}

extension InputFile {
  /// Bytes that must be there.
  func exactBytes(at offset: Int, count: Int) throws(RasterError) -> [UInt8] {
    let bytes = bytes(at: offset, count: count)
    if failure != 0 { throw .cannotRead(path: path, code: failure) }
    guard bytes.count == count else { throw .truncated(path: path) }
    return bytes
  }
}

extension [UInt8] {
  /// A number of `count` bytes, the highest first; `Int.max` where it does not fit, 0 beyond the end.
  func number(at offset: Int, count: Int) -> Int {
    guard offset >= 0, count <= self.count - offset else { return 0 }
    let number = self[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: number) ?? .max
  }

  /// Replaces four bytes by a number, the highest byte first.
  mutating func set(_ number: Int, at offset: Int) {
    for index in 0..<4 {
      self[offset + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index))
    }
  }
}
