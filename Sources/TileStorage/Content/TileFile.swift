public import Hashing
public import TileModel

/// A tile as a file, with its format and hash.
public struct TileFile: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The format, `nil` for one that this package does not decode.
  public let format: TileFormat?
  /// The hash of the bytes.
  public let hash: Hash128
  package let origin: Origin?
  /// True for a 512-pixel tile, which shares its address with a 256-pixel one.
  package var isRetina = false

  /// Existing storage of a tile's bytes, so that they need not be written twice.
  package enum Origin: Hashable, Sendable {
    case file(path: String)
    case image(number: Int, Holder)
  }

  /// A file that holds images of tiles.
  package struct Holder: Hashable, Sendable {
    let path: String
    /// Statement from an image's number to its bytes; `nil` where numbers are offsets in an archive.
    let query: String?
    var isImmutable = false
  }

  /// Creates a file with the format of its first bytes.
  public init(_ bytes: [UInt8]) { self.init(bytes, format: TileFormat(signatureOf: bytes)) }

  package init(_ bytes: [UInt8], origin: Origin) {
    self.init(bytes, format: TileFormat(signatureOf: bytes), origin: origin)
  }

  package init(_ bytes: [UInt8], format: TileFormat?, origin: Origin? = nil) {
    self.bytes = bytes
    self.format = format
    self.origin = origin
    hash = Hash128(hashing: bytes)
  }
}

extension ContentDigest {
  /// The term that one encoded tile adds to the digest of its pyramid.
  public static func term(
    of bytes: UnsafeRawBufferPointer, at tile: TileCoordinate
  ) -> ContentDigest {
    term(of: Hash128(hashing: bytes), at: tile)
  }

  package static func term(of content: Hash128, at tile: TileCoordinate) -> ContentDigest {
    withUnsafeTemporaryAllocation(byteCount: 28, alignment: 8) { message in
      let words = (UInt32(tile.zoom), UInt32(tile.x), UInt32(tile.y))
      message.storeBytes(of: words.0.littleEndian, toByteOffset: 0, as: UInt32.self)
      message.storeBytes(of: words.1.littleEndian, toByteOffset: 4, as: UInt32.self)
      message.storeBytes(of: words.2.littleEndian, toByteOffset: 8, as: UInt32.self)
      message.storeBytes(of: content.low.littleEndian, toByteOffset: 12, as: UInt64.self)
      message.storeBytes(of: content.high.littleEndian, toByteOffset: 20, as: UInt64.self)
      let hash = Hash128(hashing: UnsafeRawBufferPointer(message))
      return ContentDigest(low: hash.low, high: hash.high)
    }
  }

  /// The term that one encoded tile adds to the digest of its pyramid.
  public static func term(of bytes: [UInt8], at tile: TileCoordinate) -> ContentDigest {
    bytes.withUnsafeBytes { term(of: $0, at: tile) }
  }
}

/// Bounded map from contents to storage locations, for deduplication.
///
/// It has two generations of at most `capacity` entries: a full younger one replaces the older. A content
/// stays as long as it recurs within `capacity` others. A forgotten content is stored once more, which
/// costs only space.
struct ContentIndex<Location> {
  let capacity: Int
  private var younger: [Hash128: Location] = [:]
  private var older: [Hash128: Location] = [:]

  /// 2^19 entries a generation take about 50 MB and span gigabytes of tiles.
  init(capacity: Int = 1 << 19) { self.capacity = max(1, capacity) }

  mutating func location(of content: Hash128) -> Location? {
    if let location = younger[content] { return location }
    guard let location = older[content] else { return nil }
    remember(content, at: location)
    return location
  }

  mutating func remember(_ content: Hash128, at location: Location) {
    if younger.count >= capacity {
      older = younger
      younger = [:]
    }
    younger[content] = location
  }
}
