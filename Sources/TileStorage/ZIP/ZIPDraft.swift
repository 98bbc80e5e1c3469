import Deflate

/// The bytes of a ZIP archive of stored files, from its beginning to its end.
///
/// Files have the oldest time that there is, so that equal ones make equal archives. More than 65,534 files, or
/// 4 GiB of them, are listed as ZIP64.
package struct ZIPDraft {
  /// Bytes so far.
  private var length: UInt64
  private var directory: [UInt8] = []
  private var count: UInt64 = 0

  /// `offset` is that of the first file.
  package init(at offset: UInt64 = 0) { length = offset }

  /// The next bytes of the archive: a file of less than 4 GiB, with its header.
  package mutating func file(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    let (name, size, offset) = (Array(name.utf8), UInt32(contents.count), length)
    let isFar = offset >= UInt64(UInt32.max)
    // Names in UTF-8, not compressed, on the first of January 1980.
    let common =
      Self.words(isFar ? 45 : 20, 1 << 11, 0, 0, 1 << 5 | 1)
      + Self.bytes(CRC32.checksum(of: contents)) + Self.bytes(size) + Self.bytes(size)
      + Self.words(UInt16(name.count))
    // Made for Unix, which gives permissions; no comment, disk or other attributes.
    directory += Self.bytes(UInt32(0x0201_4B50)) + Self.words(3 << 8 | 45) + common
    directory += Self.words(isFar ? 12 : 0, 0, 0, 0) + Self.bytes(UInt32(0o100644 << 16))
    directory += Self.bytes(UInt32(clamping: offset)) + name
    if isFar { directory += Self.words(1, 8) + Self.bytes(offset) }
    let header = Self.bytes(UInt32(0x0403_4B50)) + common + Self.words(0) + name
    length += UInt64(header.count + contents.count)
    count += 1
    return header + contents
  }

  /// The last bytes of the archive: the list of its files.
  package func end() -> [UInt8] {
    let size = UInt64(directory.count)
    var end = directory
    if count >= UInt64(UInt16.max) || max(length, size) >= UInt64(UInt32.max) {
      end += Self.bytes(UInt32(0x0606_4B50)) + Self.bytes(UInt64(44)) + Self.words(3 << 8 | 45, 45)
      end += Self.bytes(UInt64(0)) + Self.bytes(count) + Self.bytes(count) + Self.bytes(size)
      end += Self.bytes(length) + Self.bytes(UInt32(0x0706_4B50)) + Self.bytes(UInt32(0))
      end += Self.bytes(length + size) + Self.bytes(UInt32(1))
    }
    let shown = UInt16(clamping: count)
    return end + Self.bytes(UInt32(0x0605_4B50)) + Self.words(0, 0, shown, shown)
      + Self.bytes(UInt32(clamping: size)) + Self.bytes(UInt32(clamping: length)) + Self.words(0)
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func words(_ values: UInt16...) -> [UInt8] { values.flatMap { bytes($0) } }
}
