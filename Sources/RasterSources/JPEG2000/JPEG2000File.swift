/// What the boxes of a JP2 file say, or where the codestream of a file without boxes is.
struct JPEG2000File: Sendable {
  /// How a palette, or none, makes channels of the components of the codestream.
  struct Palette: Sendable {
    /// The entries of each column, and how many bits they have.
    var columns: [(bits: Int, values: [Int])]
  }

  /// A channel: a component of the codestream, or what a column of the palette has for it.
  struct Channel: Hashable, Sendable {
    var component: Int
    var column: Int?
  }

  /// What a channel is for, by the channel definition box.
  struct Definition: Hashable, Sendable {
    var channel: Int
    /// 0 for colour, 1 for opacity, 2 for opacity that colours are multiplied with.
    var kind: Int
    /// The number of the colour from 1, or 0 for the whole image.
    var association: Int
  }

  /// Whether there are boxes.
  let hasBoxes: Bool
  let codestream: Range<Int>
  /// The number of the colour space, where it is one that the format numbers.
  private(set) var colorSpace: Int?
  /// An embedded colour profile; empty without one.
  private(set) var profile: [UInt8] = []
  private(set) var palette: Palette?
  /// `nil` where each component is a channel.
  private(set) var channels: [Channel]?
  private(set) var definitions: [Definition] = []
  /// Where the GeoTIFF is that says where the image is; `nil` without one.
  private(set) var geoTIFF: Range<Int>?
  /// The boxes of XML, outer ones before those in other boxes.
  private(set) var markup: [JPEG2000Box] = []

  /// The most bytes of a box of the header.
  private static let boxLimit = 8 << 20
  private static let maximumDepth = 8
  private static let geoTIFFIdentifier: [UInt8] = [
    0xB1, 0x4B, 0xF8, 0xBD, 0x08, 0x3D, 0x4B, 0x43, 0xA5, 0xAE, 0x8C, 0xD7, 0xD5, 0xA6, 0xCE, 0x03,
  ]

  /// Reads the boxes of a file.
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

  /// All boxes of a file; those up to the codestream where what follows it is none.
  private static func boxes(of file: InputFile) throws(RasterError) -> [JPEG2000Box] {
    do throws(RasterError) {
      return try JPEG2000Box.list(in: 0..<file.byteCount, of: file)
    } catch {
      guard case .corrupt = error else { throw error }
      return try JPEG2000Box.list(in: 0..<file.byteCount, of: file) { $0.type == "jp2c" }
    }
  }

  private mutating func addMarkup(
    in box: JPEG2000Box, _ file: InputFile, depth: Int
  ) throws(RasterError) {
    for inner in try JPEG2000Box.list(in: box.content, of: file) {
      if inner.type == "xml " { markup.append(inner) }
      if inner.type == "asoc", depth < Self.maximumDepth {
        try addMarkup(in: inner, file, depth: depth + 1)
      }
    }
  }

  private mutating func readHeader(_ box: JPEG2000Box, _ file: InputFile) throws(RasterError) {
    func corrupt(_ what: String) -> RasterError {
      .corrupt(path: file.path, detail: "\(what) is damaged")
    }
    var hasColor = false
    for inner in try JPEG2000Box.list(in: box.content, of: file) {
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
  /// Reads the contents of a palette box; `nil` where they are damaged or of signed numbers.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 3, bytes[2] > 0 else { return nil }
    let (entries, count) = (bytes.number(at: 0, count: 2), Int(bytes[2]))
    let depths = bytes.dropFirst(3).prefix(count).map { Int($0) + 1 }
    guard (1...1024).contains(entries), depths.count == count,
      depths.allSatisfy({ $0 <= 16 })
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

  /// An entry of a column as 8 bits; that of the last for a greater number.
  func byte(_ index: Int, ofColumn column: Int) -> UInt8 {
    let (bits, values) = columns[column]
    let largest = 1 << bits - 1
    let value = min(values[min(index, values.count - 1)], largest)
    return UInt8(truncatingIfNeeded: (value * 255 + largest / 2) / largest)
  }
}
