import CLibDeflate

/// A one-shot decoder for PNG files in memory, several times as fast as the stream.
///
/// It knows sound, non-interlaced files of at most 8 bits a sample. Unusual or damaged ones are
/// left to ``PNGRowDecoder``, which says why.
struct WholePNG {
  private let header: PNGHeader
  private var palette: [UInt8] = []
  private var transparency: [UInt8] = []
  private var compressed: [UInt8] = []

  /// Parses the chunks; `nil` for a file, or over a limit, that the other decoder judges.
  init?(_ file: UnsafeBufferPointer<UInt8>, limits: DecodingLimits) {
    guard let base = file.baseAddress, file.count >= 8 + 25 else { return nil }
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 << 8 | Int(base[offset + $1]) }
    }
    var offset = 8
    var header: PNGHeader?
    var endsData = false
    while offset + 12 <= file.count {
      let (count, kind) = (number(offset), number(offset + 4))
      let start = offset + 8
      guard count <= file.count - start - 4,
        libdeflate_crc32(0, base + offset + 4, count + 4) == UInt32(number(start + count))
      else { return nil }
      let content = UnsafeBufferPointer(start: base + start, count: count)
      if header == nil {
        guard kind == Self.headerKind, let read = Self.header(content, limits, file.count) else {
          return nil
        }
        header = read
      } else {
        switch kind {
        case Self.dataKind where !endsData: compressed += content
        case Self.paletteKind where compressed.isEmpty && palette.isEmpty: palette = Array(content)
        case Self.transparencyKind where compressed.isEmpty && transparency.isEmpty:
          transparency = Array(content)
        case Self.endKind:
          guard let header, !compressed.isEmpty, Self.fits(header, palette, transparency) else {
            return nil
          }
          self.header = PNGHeader(
            width: header.width, height: header.height, colorType: header.colorType,
            bitDepth: header.bitDepth, hasTransparencyChunk: !transparency.isEmpty)
          return
        default:
          // An ancillary chunk has a small first letter (section 5.4).
          guard kind >> 29 & 1 == 1 else { return nil }
        }
        if !compressed.isEmpty, kind != Self.dataKind { endsData = true }
      }
      offset = start + count + 4
    }
    return nil
  }

  private static let headerKind = 0x4948_4452
  private static let paletteKind = 0x504C_5445
  private static let dataKind = 0x4944_4154
  private static let endKind = 0x4945_4E44
  private static let transparencyKind = 0x7452_4E53

  private static func header(
    _ content: UnsafeBufferPointer<UInt8>, _ limits: DecodingLimits, _ fileBytes: Int
  ) -> PNGHeader? {
    guard content.count == 13, let colorType = PNGHeader.ColorType(rawValue: content[9]) else {
      return nil
    }
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 << 8 | Int(content[offset + $1]) }
    }
    let header = PNGHeader(
      width: number(0), height: number(4), colorType: colorType, bitDepth: Int(content[8]))
    guard header.width > 0, header.height > 0, header.width < 1 << 24, header.height < 1 << 24,
      header.bitDepth <= 8, colorType.bitDepths.contains(header.bitDepth),
      content[10] == 0, content[11] == 0, content[12] == 0,
      limits.violation(
        width: header.width, height: header.height, bytesPerPixel: 4, isStreamed: false) == nil,
      header.isPlausible(forFileOf: fileBytes)
    else { return nil }
    return header
  }

  private static func fits(
    _ header: PNGHeader, _ palette: [UInt8], _ transparency: [UInt8]
  ) -> Bool {
    switch header.colorType {
    case .palette:
      return !palette.isEmpty && palette.count % 3 == 0
        && palette.count / 3 <= 1 << header.bitDepth && transparency.count <= palette.count / 3
    case .grey: return palette.isEmpty && [0, 2].contains(transparency.count)
    case .rgb: return palette.isEmpty && [0, 6].contains(transparency.count)
    case .greyAlpha, .rgba: return palette.isEmpty && transparency.isEmpty
    }
  }

  /// `nil` when the stream does not match the header.
  func decode() -> RGBAImage? {
    let rowBytes = 1 + (header.width * header.colorType.channels * header.bitDepth + 7) / 8
    let count = header.storedByteCount
    guard let inflater = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(inflater) }
    let stored = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 2 * rowBytes)
    defer { stored.deallocate() }
    // The row above the first is of zeros.
    let above = stored + count
    above.initialize(repeating: 0, count: rowBytes)
    let result = compressed.withUnsafeBufferPointer {
      libdeflate_zlib_decompress(inflater, $0.baseAddress, $0.count, stored, count, nil)
    }
    guard result == LIBDEFLATE_SUCCESS else { return nil }
    let expansion = RowExpansion(header, palette: palette, transparency: transparency)
    let pixelBytes = max(1, header.colorType.channels * header.bitDepth / 8)
    let largest = header.colorType == .palette ? palette.count / 3 - 1 : 255
    let (width, height, isOpaque) = (header.width, header.height, header.isOpaque)
    var isSound = true
    let samples = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { buffer, filled in
      guard let base = buffer.baseAddress else { return }
      var previous = UnsafePointer(above)
      for row in 0..<height {
        let current = stored + row * rowBytes
        guard
          RowUnfilter.undo(
            current[0], current + 1, into: current + 1, previous: previous, count: rowBytes - 1,
            pixelBytes: pixelBytes)
        else {
          isSound = false
          break
        }
        previous = UnsafePointer(current + 1)
        expansion.expand(previous, width: width, into: base + 4 * width * row)
      }
      if !isOpaque { TransparentColor.clear(base, count: width * height) }
      filled = 4 * width * height
    }
    // The other decoder judges an index that the palette lacks.
    guard isSound,
      largest == (1 << header.bitDepth) - 1 || header.colorType != .palette
        || Self.indexesStay(within: largest, stored, header, rowBytes)
    else { return nil }
    return RGBAImage(width: width, height: height, samples: samples)
  }

  private static func indexesStay(
    within last: Int, _ stored: UnsafeMutablePointer<UInt8>, _ header: PNGHeader, _ rowBytes: Int
  ) -> Bool {
    let bits = header.bitDepth
    let mask = 1 << bits - 1
    for row in 0..<header.height {
      let bytes = stored + row * rowBytes + 1
      for column in 0..<header.width {
        let position = column &* bits
        let value = Int(bytes[position &>> 3]) &>> (8 &- bits &- position & 7) & mask
        if value > last { return false }
      }
    }
    return true
  }
}
