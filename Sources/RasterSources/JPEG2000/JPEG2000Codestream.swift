import Georeferencing
import TileImaging

/// The headers of a codestream, and the places of its tile-parts (ISO/IEC 15444-1, annex A).
struct JPEG2000Codestream: Sendable {
  /// A component of the image, as it is coded.
  struct Component: Hashable, Sendable {
    var bits: Int
    var isSigned: Bool
    /// Distances of its samples on the reference grid (XRsiz, YRsiz).
    var columnStep: Int
    var rowStep: Int
  }

  enum Marker {
    static let start = 0xFF4F
    static let size = 0xFF51
    static let style = 0xFF52
    static let componentStyle = 0xFF53
    static let tilePartLengths = 0xFF55
    static let packetLengths = 0xFF57
    static let packetHeaders = 0xFF60
    static let comment = 0xFF64
    static let tilePart = 0xFF90
    static let data = 0xFF93
    static let end = 0xFFD9
  }

  /// Bytes of the main header, and tile-parts of all tiles.
  private static let headerLimit = 4 << 20
  private static let partLimit = 1 << 20

  /// The main header without TLM, PLM and comments, which hold for the codestream as a whole.
  private(set) var header: [UInt8]
  let columns: JPEG2000Axis
  let rows: JPEG2000Axis
  let components: [Component]
  private(set) var layers = 1
  /// The multiple component transform of the first three components (ISO/IEC 15444-1, A.6.1).
  private(set) var mixesComponents = false
  /// The style of all components (COD), then those of single ones (COC).
  private(set) var styles: [JPEG2000CodingStyle] = []
  /// Tile by tile, each in the order of the file.
  private var parts: [Range<Int>] = []
  /// Index in `parts` of the first part of each tile, then the end.
  private var firstParts: [Int] = []

  var size: PixelSize {
    PixelSize(width: columns.end - columns.start, height: rows.end - rows.start)
  }
  var levels: Int { styles.map(\.levels).min() ?? 0 }

  func parts(ofTile tile: Int) -> ArraySlice<Range<Int>> {
    parts[firstParts[tile]..<firstParts[tile + 1]]
  }

  func byteCount(ofTile tile: Int) -> Int { parts(ofTile: tile).reduce(0) { $0 + $1.count } }

  var largestTileBytes: Int {
    (0..<columns.tileCount * rows.tileCount).reduce(0) { max($0, byteCount(ofTile: $1)) }
  }

  init(_ range: Range<Int>, of file: InputFile, limits: DecodingLimits) throws(RasterError) {
    let path = file.path
    func corrupt(_ detail: String) -> RasterError { .corrupt(path: path, detail: detail) }
    let start = range.lowerBound
    let head = try file.exactBytes(at: start, count: min(6, range.count))
    guard head.number(at: 0, count: 2) == Marker.start, head.number(at: 2, count: 2) == Marker.size
    else { throw corrupt("the codestream does not begin with its size") }
    let length = head.number(at: 4, count: 2) + 2
    header = try file.exactBytes(at: start, count: 2 + length)
    let count = header.number(at: 40, count: 2)
    guard count > 0, length >= 40 + 3 * count else { throw corrupt("a size of \(length) bytes") }
    columns = JPEG2000Axis(header, at: 8)
    rows = JPEG2000Axis(header, at: 12)
    guard columns.isSound, rows.isSound else { throw corrupt("an image without pixels or tiles") }
    let header = header
    components = (0..<count).map { index in
      let at = 42 + 3 * index
      return Component(
        bits: Int(header[at] & 0x7F) + 1, isSigned: header[at] & 0x80 != 0,
        columnStep: Int(header[at + 1]), rowStep: Int(header[at + 2]))
    }
    guard components.allSatisfy({ $0.columnStep > 0 && $0.rowStep > 0 }) else {
      throw corrupt("a component without samples")
    }
    if let violation = limits.violation(
      width: size.width, height: size.height, bytesPerPixel: 28, isStreamed: true)
    {
      throw .tooLarge(path: path, size: size, limit: violation)
    }
    let (tiles, overflow) = columns.tileCount.multipliedReportingOverflow(by: rows.tileCount)
    guard !overflow, tiles <= 65535 else { throw corrupt("more than 65535 tiles") }
    // The least that a tile takes are a header without parameters and the mark of its data.
    guard tiles <= range.count / 14 else {
      throw .oversizedHeader(path: path, size: size, fileBytes: file.byteCount)
    }
    let end = try readHeader(from: start + 2 + length, to: range.upperBound, file)
    try findParts(from: end, to: range.upperBound, tiles: tiles, file)
  }

  /// Returns the offset in the file of the first tile-part.
  private mutating func readHeader(
    from start: Int, to end: Int, _ file: InputFile
  ) throws(RasterError) -> Int {
    var position = start
    while true {
      guard end - position >= 4 else { throw .truncated(path: file.path) }
      let bytes = try file.exactBytes(at: position, count: 4)
      let marker = bytes.number(at: 0, count: 2)
      if marker == Marker.tilePart { break }
      let length = bytes.number(at: 2, count: 2)
      guard marker >= 0xFF00, length >= 2 else {
        throw .corrupt(path: file.path, detail: "the main header is damaged")
      }
      guard length <= end - position - 2 else { throw .truncated(path: file.path) }
      let segment = try file.exactBytes(at: position, count: 2 + length)
      position += 2 + length
      switch marker {
      case Marker.tilePartLengths, Marker.packetLengths, Marker.comment: continue
      case Marker.packetHeaders where columns.tileCount * rows.tileCount > 1:
        throw .samplesNotSupported(
          path: file.path, found: "the packet headers of all tiles in one place")
      case Marker.style: try read(style: segment, file.path)
      case Marker.componentStyle:
        styles.append(try Self.componentStyle(segment, components.count, path: file.path))
      default: break
      }
      header += segment
      guard header.count <= Self.headerLimit else {
        throw .corrupt(path: file.path, detail: "a main header of \(header.count) bytes")
      }
    }
    guard !styles.isEmpty else { throw .corrupt(path: file.path, detail: "no coding style") }
    return position
  }

  private mutating func read(style bytes: [UInt8], _ path: String) throws(RasterError) {
    guard bytes.count >= 14,
      let style = JPEG2000CodingStyle(bytes[9...], statesPrecincts: bytes[4] & 1 != 0)
    else { throw .corrupt(path: path, detail: "the coding style is damaged") }
    layers = bytes.number(at: 6, count: 2)
    mixesComponents = bytes[8] != 0
    styles.insert(style, at: 0)
  }

  /// Ccoc takes one byte below 257 components, else two (ISO/IEC 15444-1, A.6.2).
  private static func componentStyle(
    _ bytes: [UInt8], _ count: Int, path: String
  ) throws(RasterError) -> JPEG2000CodingStyle {
    let at = count < 257 ? 5 : 6
    guard bytes.count > at + 1,
      let style = JPEG2000CodingStyle(bytes[(at + 1)...], statesPrecincts: bytes[at] & 1 != 0)
    else { throw .corrupt(path: path, detail: "the coding style is damaged") }
    return style
  }

  /// A style in a tile's header may raise the memory for the tile's structure to at most `limit` bytes.
  func check(marker: Int, _ bytes: [UInt8], limit: Int, path: String) throws(RasterError) {
    var own = self
    switch marker {
    case Marker.style:
      try own.read(style: bytes, path)
      guard own.mixesComponents == mixesComponents else {
        throw .samplesNotSupported(path: path, found: "tiles of different component transforms")
      }
    case Marker.componentStyle:
      own.styles.append(try Self.componentStyle(bytes, components.count, path: path))
    default: return
    }
    if own.structureBytes(componentCount: components.count) > limit {
      throw .corrupt(path: path, detail: "the coding style of a tile is damaged")
    }
  }

  /// Memory of the library for the structure of a tile; `Int.max` on overflow.
  func structureBytes(componentCount: Int) -> Int {
    let bytes = styles.reduce(0) {
      max(
        $0, $1.structureBytes(width: columns.largestTile, height: rows.largestTile, layers: layers))
    }
    let (total, overflow) = bytes.multipliedReportingOverflow(by: componentCount)
    return overflow ? .max : total
  }
}

// MARK: - Parts of tiles

extension JPEG2000Codestream {
  /// A file that lacks tile-parts is refused before anything is decoded.
  private mutating func findParts(
    from start: Int, to end: Int, tiles: Int, _ file: InputFile
  ) throws(RasterError) {
    func corrupt(_ detail: String) -> RasterError { .corrupt(path: file.path, detail: detail) }
    var found: [(tile: Int, range: Range<Int>)] = []
    var counts = [Int](repeating: 0, count: tiles)
    var stated = counts
    var position = start
    var hasEnd = false
    while end - position >= 2, !hasEnd {
      let bytes = try file.exactBytes(at: position, count: min(12, end - position))
      let marker = bytes.number(at: 0, count: 2)
      if marker == Marker.end {
        hasEnd = true
        break
      }
      guard marker == Marker.tilePart else { throw corrupt("no tile where one should begin") }
      guard bytes.count == 12 else { throw .truncated(path: file.path) }
      let tile = bytes.number(at: 4, count: 2)
      guard tile < tiles else { throw corrupt("tile \(tile) of \(tiles)") }
      var length = bytes.number(at: 6, count: 4)
      if length == 0 {
        // The last part goes on to the end of the codestream.
        length = end - position - 2
        let last = try file.exactBytes(at: end - 2, count: 2)
        guard last.number(at: 0, count: 2) == Marker.end else { throw .truncated(path: file.path) }
      }
      guard length >= 14 else { throw corrupt("a part of a tile of \(length) bytes") }
      guard length <= end - position else { throw .truncated(path: file.path) }
      guard found.count < Self.partLimit else {
        throw .tooLarge(
          path: file.path, size: size, limit: "at most \(Self.partLimit) parts of tiles")
      }
      found.append((tile, position..<position + length))
      counts[tile] += 1
      stated[tile] = max(stated[tile], Int(bytes[11]))
      position += length
    }
    let isWhole = zip(counts, stated).allSatisfy { $0 > 0 && $0 >= $1 && (hasEnd || $1 > 0) }
    guard isWhole else {
      if !hasEnd { throw .truncated(path: file.path) }
      throw corrupt("parts of tiles are missing")
    }
    firstParts = [0]
    for count in counts { firstParts.append((firstParts.last ?? 0) + count) }
    var next = firstParts
    parts = [Range<Int>](repeating: 0..<0, count: found.count)
    for (tile, range) in found {
      parts[next[tile]] = range
      next[tile] += 1
    }
  }
}
