package import TileModel

/// A byte range of an archive.
package struct PMTilesSection: Hashable, Sendable {
  /// In the file.
  package var offset: Int
  package var byteCount: Int

  package init(offset: Int = 0, byteCount: Int = 0) {
    (self.offset, self.byteCount) = (offset, byteCount)
  }

  func isWithin(_ size: Int) -> Bool {
    offset >= 0 && byteCount >= 0 && offset <= size && byteCount <= size - offset
  }
}

/// Compression of bytes in an archive, by the numbers of the specification.
package struct PMTilesCompression: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let none = PMTilesCompression(rawValue: 1)
  package static let gzip = PMTilesCompression(rawValue: 2)

  var name: String {
    let names = ["unknown", "none", "gzip", "brotli", "zstd"]
    return names.indices.contains(Int(rawValue)) ? names[Int(rawValue)] : "number \(rawValue)"
  }
}

/// The first 127 bytes of an archive (PMTiles 3, "Header").
package struct PMTilesHeader: Hashable, Sendable {
  package static let byteCount = 127
  package static let magic = Array("PMTiles".utf8) + [3]
  /// The header and the root directory end within these bytes.
  package static let rootLimit = 16_384

  package var root = PMTilesSection()
  package var metadata = PMTilesSection()
  package var leaves = PMTilesSection()
  package var tiles = PMTilesSection()
  /// 0 for unknown.
  package var addressCount = 0
  /// 0 for unknown.
  package var entryCount = 0
  /// 0 for unknown.
  package var contentCount = 0
  /// True if images follow each other as their first entries do.
  package var isClustered = true
  package var internalCompression = PMTilesCompression.gzip
  /// Compression in addition to the tile format's own.
  package var tileCompression = PMTilesCompression.none
  package var tileType: UInt8 = 0
  package var minimumZoom = 0
  package var maximumZoom = 0
  /// In degrees, in steps of 1e-7.
  package var west = 0.0
  package var south = 0.0
  package var east = 0.0
  package var north = 0.0
  package var centerZoom = 0
  package var centerLongitude = 0.0
  package var centerLatitude = 0.0

  private static let formats = [nil, "pbf", "png", "jpg", "webp", "avif", "mlt"]

  package init() {}

  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.byteCount, bytes.starts(with: Self.magic) else { return nil }
    func number(_ position: Int) -> Int {
      Int(
        clamping: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) })
    }
    func degrees(_ position: Int) -> Double {
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
      return Double(Int32(bitPattern: bits)) / Self.stepsPerDegree
    }
    func section(_ position: Int) -> PMTilesSection {
      PMTilesSection(offset: number(position), byteCount: number(position + 8))
    }
    (root, metadata, leaves, tiles) = (section(8), section(24), section(40), section(56))
    (addressCount, entryCount, contentCount) = (number(72), number(80), number(88))
    isClustered = bytes[96] == 1
    internalCompression = PMTilesCompression(rawValue: bytes[97])
    tileCompression = PMTilesCompression(rawValue: bytes[98])
    tileType = bytes[99]
    (minimumZoom, maximumZoom) = (Int(bytes[100]), Int(bytes[101]))
    (west, south, east, north) = (degrees(102), degrees(106), degrees(110), degrees(114))
    centerZoom = Int(bytes[118])
    (centerLongitude, centerLatitude) = (degrees(119), degrees(123))
  }

  package var encoded: [UInt8] {
    var bytes = Self.magic
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    func append(degrees: Double) {
      let steps = (degrees * Self.stepsPerDegree).rounded()
      append(Int32(exactly: steps) ?? (steps < 0 ? .min : .max))
    }
    for section in [root, metadata, leaves, tiles] {
      append(UInt64(section.offset))
      append(UInt64(section.byteCount))
    }
    for count in [addressCount, entryCount, contentCount] { append(UInt64(count)) }
    bytes += [
      isClustered ? 1 : 0, internalCompression.rawValue, tileCompression.rawValue, tileType,
    ]
    bytes += [UInt8(clamping: minimumZoom), UInt8(clamping: maximumZoom)]
    for edge in [west, south, east, north] { append(degrees: edge) }
    bytes.append(UInt8(clamping: centerZoom))
    append(degrees: centerLongitude)
    append(degrees: centerLatitude)
    return bytes
  }

  private static let stepsPerDegree = 1e7

  package var format: TileFormat? {
    get {
      Self.formats.indices.contains(Int(tileType))
        ? Self.formats[Int(tileType)].map(TileFormat.init(rawValue:)) : nil
    }
    set { tileType = UInt8(Self.formats.firstIndex { $0 == newValue?.rawValue } ?? 0) }
  }
}
