/// A box of a JP2, HEIC or AVIF file: a type and a part of the file (ISO/IEC 14496-12, 4.2, and 15444-1,
/// annex I).
struct ISOBox: Hashable, Sendable {
  /// Four characters.
  let type: String
  /// Byte range in the file, without the header.
  let content: Range<Int>

  private static let countLimit = 4096

  /// A length of 0 reaches to the end, and one of 1 stands in the next 8 bytes (ISO/IEC 15444-1, I.4).
  static func list(
    in range: Range<Int>, of file: InputFile, upTo isEnough: (ISOBox) -> Bool = { _ in false }
  ) throws(RasterError) -> [ISOBox] {
    var boxes: [ISOBox] = []
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
      let box = ISOBox(type: type, content: start..<position + length)
      boxes.append(box)
      if isEnough(box) { break }
      position += length
    }
    return boxes
  }

  func bytes(of file: InputFile, limit: Int) throws(RasterError) -> [UInt8] {
    guard content.count <= limit else {
      throw .corrupt(path: file.path, detail: "a box \(type) of \(content.count) bytes")
    }
    return try file.exactBytes(at: content.lowerBound, count: content.count)
  }
}

extension [ISOBox] {
  func inside(
    _ type: String, of file: InputFile, skipping start: Int = 0
  ) throws(RasterError) -> [ISOBox] {
    guard let box = first(where: { $0.type == type }), box.content.count >= start else { return [] }
    return try ISOBox.list(in: box.content.dropFirst(start), of: file)
  }
}

extension InputFile {
  func exactBytes(at offset: Int, count: Int) throws(RasterError) -> [UInt8] {
    let bytes = bytes(at: offset, count: count)
    if failure != 0 { throw .cannotRead(path: path, code: failure) }
    guard bytes.count == count else { throw .truncated(path: path) }
    return bytes
  }
}

extension [UInt8] {
  /// Big-endian; `Int.max` where the number does not fit, 0 beyond the end.
  func number(at offset: Int, count: Int) -> Int {
    guard offset >= 0, count <= self.count - offset else { return 0 }
    let number = self[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: number) ?? .max
  }

  /// Big-endian, in four bytes.
  mutating func set(_ number: Int, at offset: Int) {
    for index in 0..<4 {
      self[offset + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index))
    }
  }
}
