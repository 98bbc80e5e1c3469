import CLibDeflate

/// Writes the signature and chunks of a PNG file into memory that is large enough (W3C PNG, section
/// 5).
struct PNGChunkWriter {
  private let target: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  static let overhead = 12

  init(_ target: UnsafeMutablePointer<UInt8>) {
    self.target = target
    for byte in PNGDecoder.signature { append(byte) }
  }

  static func fileSize(paletteBytes: Int, transparencyBytes: Int, dataBytes: Int) -> Int {
    var size = 8 + overhead + 13 + overhead + dataBytes + overhead
    if paletteBytes > 0 { size += overhead + paletteBytes }
    if transparencyBytes > 0 { size += overhead + transparencyBytes }
    return size
  }

  mutating func header(width: Int, height: Int, form: PixelForm) {
    chunk("IHDR", count: 13) { writer in
      writer.append(big: UInt32(width))
      writer.append(big: UInt32(height))
      writer.append(UInt8(form.bitDepth))
      writer.append(form.colorType.rawValue)
      for _ in 0..<3 { writer.append(0) }
    }
  }

  mutating func palette(_ palette: TilePalette) {
    chunk("PLTE", count: 3 * palette.count) { writer in
      for index in 0..<palette.count {
        let colour = palette.colours[index]
        for shift in [0, 8, 16] as [UInt32] {
          writer.append(UInt8(truncatingIfNeeded: colour >> shift))
        }
      }
    }
    if palette.translucentCount > 0 {
      chunk("tRNS", count: palette.translucentCount) { writer in
        for index in 0..<palette.translucentCount {
          writer.append(UInt8(truncatingIfNeeded: palette.colours[index] >> 24))
        }
      }
    }
  }

  mutating func key(_ key: UInt32, colorType: PNGHeader.ColorType) {
    chunk("tRNS", count: 2 * colorType.channels) { writer in
      for channel in 0..<UInt32(colorType.channels) {
        writer.append(0)
        writer.append(UInt8(truncatingIfNeeded: key >> (8 * channel)))
      }
    }
  }

  mutating func data(_ bytes: UnsafePointer<UInt8>, count dataCount: Int) {
    chunk("IDAT", count: dataCount) { writer in
      (writer.target + writer.count).update(from: bytes, count: dataCount)
      writer.count += dataCount
    }
  }

  mutating func end() { chunk("IEND", count: 0) { _ in } }

  private mutating func chunk(
    _ name: StaticString, count dataCount: Int, _ body: (inout PNGChunkWriter) -> Void
  ) {
    append(big: UInt32(dataCount))
    let start = count
    (target + count).update(from: name.utf8Start, count: 4)
    count += 4
    body(&self)
    append(big: libdeflate_crc32(0, target + start, count - start))
  }

  private mutating func append(_ byte: UInt8) {
    target[count] = byte
    count += 1
  }

  private mutating func append(big value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
