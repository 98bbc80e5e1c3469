import CLibDeflate

/// Finds the colour profile in a file.
enum EmbeddedProfile {
  private static let segmentLimit = 4096

  /// The first of cICP, iCCP, sRGB, and gAMA with cHRM counts (PNG, third edition, section 4.3).
  static func png(_ chunks: PNGChunks) -> ColorProfile? {
    if let profile = ColorProfile(codePoints: chunks.codePoints) { return profile }
    if let profile = icc(chunks.profile) { return profile }
    if chunks.isSRGB { return nil }
    return ColorProfile(gamma: chunks.gamma, chromaticities: chunks.chromaticities)
  }

  /// iCCP: a name, a zero, the method 0, then zlib data.
  private static func icc(_ contents: [UInt8]) -> ColorProfile? {
    guard let end = contents.firstIndex(of: 0), end + 2 < contents.count else { return nil }
    let packed = Array(contents[(end + 2)...])
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var capacity = 1 << 16
    while capacity <= ColorProfile.byteLimit {
      var result = LIBDEFLATE_BAD_DATA
      let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
        result = libdeflate_zlib_decompress(
          decompressor, packed, packed.count, target.baseAddress, capacity, &count)
        if result != LIBDEFLATE_SUCCESS { count = 0 }
      }
      if result == LIBDEFLATE_SUCCESS { return ColorProfile(bytes) }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE else { return nil }
      capacity *= 4
    }
    return nil
  }

  /// APP2 segments, numbered from 1 (ICC.1:2022, annex B.4).
  static func jpeg(_ file: InputFile) -> ColorProfile? {
    let identifier = Array("ICC_PROFILE\0".utf8)
    var parts: [UInt8: [UInt8]] = [:]
    var size = 0
    var offset = 2
    for _ in 0..<segmentLimit {
      let head = file.bytes(at: offset, count: 4)
      // Compressed samples begin after the marker SOS, 0xDA.
      guard head.count == 4, head[0] == 0xFF, head[1] != 0xDA, head[1] != 0xD9 else { break }
      if head[1] == 0xFF {
        offset += 1
        continue
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      if head[1] == 0xE2, length > identifier.count + 4, size < ColorProfile.byteLimit {
        let contents = file.bytes(at: offset + 4, count: length - 2)
        if contents.count == length - 2, contents.starts(with: identifier) {
          parts[contents[identifier.count]] = Array(contents[(identifier.count + 2)...])
          size += contents.count
        }
      }
      offset += 2 + max(length, 2)
    }
    return ColorProfile(parts.sorted { $0.key < $1.key }.flatMap(\.value))
  }
}
