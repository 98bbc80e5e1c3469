/// The contents of the boxes of a JP2 file, or the place of a bare codestream.
struct JPEG2000File: Sendable {
  /// The palette of a JP2 file, by columns (ISO/IEC 15444-1, I.5.3.4).
  struct Palette: Sendable {
    var columns: [(bits: Int, values: [Int])]
  }

  /// A channel: a component of the codestream, or a column of the palette for it (ISO/IEC 15444-1,
  /// I.5.3.5).
  struct Channel: Hashable, Sendable {
    var component: Int
    var column: Int?
  }

  /// The use of a channel, by the channel definition box (ISO/IEC 15444-1, I.5.3.6).
  struct Definition: Hashable, Sendable {
    var channel: Int
    /// 0 for colour, 1 for opacity, 2 for opacity premultiplied into the colours.
    var kind: Int
    /// The number of the colour from 1, or 0 for the whole image.
    var association: Int
  }

  let hasBoxes: Bool
  let codestream: Range<Int>
  /// EnumCS of the first known colour box (ISO/IEC 15444-1, I.5.3.3); `nil` for a profile.
  private(set) var colorSpace: Int?
  /// An ICC profile; empty without one.
  private(set) var profile: [UInt8] = []
  private(set) var palette: Palette?
  /// `nil` where each component is a channel.
  private(set) var channels: [Channel]?
  private(set) var definitions: [Definition] = []
  /// Byte range in the file of the embedded GeoTIFF.
  private(set) var geoTIFF: Range<Int>?
  /// XML boxes in the order of the file, with those in `asoc` boxes.
  private(set) var markup: [ISOBox] = []

  /// Bytes of a box of the header.
  private static let boxLimit = 8 << 20
  private static let maximumDepth = 8
  private static let geoTIFFIdentifier: [UInt8] = [
    0xB1, 0x4B, 0xF8, 0xBD, 0x08, 0x3D, 0x4B, 0x43, 0xA5, 0xAE, 0x8C, 0xD7, 0xD5, 0xA6, 0xCE, 0x03,
  ]

  init(_ file: InputFile) throws(RasterError) {
    let start = try file.leadingBytes(RasterFormat.signatureLength)
    guard RasterFormat(leadingBytes: start) == .jpeg2000 else {
      throw .notAnImage(path: file.path)
    }
    hasBoxes = start[0] != 0xFF
    guard hasBoxes else {
      codestream = 0..<file.byteCount
      return
    }
    let boxes = try Self.boxes(of: file)
    guard let stream = boxes.first(where: { $0.type == "jp2c" }) else {
      throw .corrupt(path: file.path, detail: "no codestream")
    }
    codestream = stream.content
    for box in boxes {
      switch box.type {
      case "jp2h": try readHeader(box, file)
      case "uuid" where geoTIFF == nil && box.content.count > 16:
        let start = box.content.lowerBound
        if try file.exactBytes(at: start, count: 16) == Self.geoTIFFIdentifier {
          geoTIFF = start + 16..<box.content.upperBound
        }
      case "xml ": markup.append(box)
      case "asoc": try addMarkup(in: box, file, depth: 1)
      default: break
      }
    }
  }

  /// Damage after the codestream is ignored.
  private static func boxes(of file: InputFile) throws(RasterError) -> [ISOBox] {
    do throws(RasterError) {
      return try ISOBox.list(in: 0..<file.byteCount, of: file)
    } catch {
      guard case .corrupt = error else { throw error }
      return try ISOBox.list(in: 0..<file.byteCount, of: file) { $0.type == "jp2c" }
    }
  }

  private mutating func addMarkup(
    in box: ISOBox, _ file: InputFile, depth: Int
  ) throws(RasterError) {
    for inner in try ISOBox.list(in: box.content, of: file) {
      if inner.type == "xml " { markup.append(inner) }
      if inner.type == "asoc", depth < Self.maximumDepth {
        try addMarkup(in: inner, file, depth: depth + 1)
      }
    }
  }

  private mutating func readHeader(_ box: ISOBox, _ file: InputFile) throws(RasterError) {
    func corrupt(_ what: String) -> RasterError {
      .corrupt(path: file.path, detail: "\(what) is damaged")
    }
    var hasColor = false
    for inner in try ISOBox.list(in: box.content, of: file) {
      guard ["colr", "pclr", "cmap", "cdef"].contains(inner.type) else { continue }
      let bytes = try inner.bytes(of: file, limit: Self.boxLimit)
      switch inner.type {
      case "colr" where !hasColor && bytes.count >= 3:
        switch bytes[0] {
        case 1 where bytes.count >= 7: colorSpace = bytes.number(at: 3, count: 4)
        case 2, 3: profile = Array(bytes[3...])
        default: continue
        }
        hasColor = true
      case "pclr":
        guard let read = Palette(bytes) else { throw corrupt("the palette") }
        palette = read
      case "cmap":
        guard !bytes.isEmpty, bytes.count % 4 == 0 else { throw corrupt("the map of channels") }
        channels = stride(from: 0, to: bytes.count, by: 4).map {
          Channel(
            component: bytes.number(at: $0, count: 2),
            column: bytes[$0 + 2] == 1 ? Int(bytes[$0 + 3]) : nil)
        }
      case "cdef":
        let count = bytes.number(at: 0, count: 2)
        guard bytes.count >= 2 + 6 * count else { throw corrupt("the definition of channels") }
        definitions = (0..<count).map { index in
          let at = 2 + 6 * index
          return Definition(
            channel: bytes.number(at: at, count: 2), kind: bytes.number(at: at + 2, count: 2),
            association: bytes.number(at: at + 4, count: 2))
        }
      default: break
      }
    }
    guard (palette == nil) == (channels?.allSatisfy { $0.column == nil } ?? true),
      channels?.allSatisfy({ $0.column ?? 0 < palette?.columns.count ?? 1 }) ?? true
    else { throw corrupt("the map of channels") }
  }
}

extension JPEG2000File.Palette {
  /// `nil` for damaged boxes and for signed entries (bit 7 of a depth).
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 3, bytes[2] > 0 else { return nil }
    let (entries, count) = (bytes.number(at: 0, count: 2), Int(bytes[2]))
    let depths = bytes.dropFirst(3).prefix(count).map { Int($0) + 1 }
    guard (1...1024).contains(entries), depths.count == count, depths.allSatisfy({ $0 <= 16 })
    else { return nil }
    columns = depths.map { ($0, []) }
    var position = 3 + count
    for _ in 0..<entries {
      for (column, bits) in depths.enumerated() {
        let size = (bits + 7) / 8
        guard size <= bytes.count - position else { return nil }
        columns[column].values.append(bytes.number(at: position, count: size))
        position += size
      }
    }
  }

  /// Scaled to 8 bits; an index beyond the palette takes the last entry.
  func byte(_ index: Int, ofColumn column: Int) -> UInt8 {
    let (bits, values) = columns[column]
    let largest = 1 << bits - 1
    let value = min(values[min(index, values.count - 1)], largest)
    return UInt8(truncatingIfNeeded: (value * 255 + largest / 2) / largest)
  }
}
