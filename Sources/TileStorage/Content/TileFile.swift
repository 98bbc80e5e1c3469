public import Hashing
public import TileModel

/// A tile as a file, with what is known of its bytes.
public struct TileFile: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The format; `nil` when it is none that this package decodes.
  public let format: TileFormat?
  /// The hash of the bytes.
  public let hash: Hash128
  /// Where the file is stored already; `nil` for one that was made.
  package let origin: Origin?
  /// Whether it is one of the tiles of 512 samples beside those of 256, which have the same addresses.
  package var isRetina = false

  /// Where a file is stored, in an output that is replaced, or a store or shard that is merged or converted:
  /// so that it need not be written twice.
  package enum Origin: Hashable, Sendable {
    /// A file of a folder, by its path.
    case file(path: String)
    /// An image of a store in one file or of a shard, by the number that ``StoredImages`` knows.
    case image(number: Int, Holder)
  }

  /// A file that holds images of tiles.
  package struct Holder: Hashable, Sendable {
    let path: String
    /// The name of the store's format; `nil` for a shard.
    let format: String?
  }

  /// Creates a file, whose format its first bytes tell.
  public init(_ bytes: [UInt8]) {
    self.init(bytes, format: TileFormat(signatureOf: bytes))
  }

  /// Creates a file of a format that its first bytes would tell.
  package init(_ bytes: [UInt8], format: TileFormat?) {
    self.init(bytes, format: format, origin: nil)
  }

  /// A file that is stored somewhere.
  package init(_ bytes: [UInt8], origin: Origin) {
    self.init(bytes, format: TileFormat(signatureOf: bytes), origin: origin)
  }

  private init(_ bytes: [UInt8], format: TileFormat?, origin: Origin?) {
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

  /// The term that a tile with a known hash adds to the digest of its pyramid.
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

/// Remembers which contents were stored where, in bounded memory.
///
/// Two generations of at most `capacity` entries each: when the younger is full it becomes the
/// older, and what was found in neither is forgotten. A content that recurs is kept for as long as
/// it recurs within `capacity` others; a forgotten one is stored once more, which costs space only.
struct ContentIndex<Location> {
  /// How many contents are remembered at least.
  let capacity: Int
  private var younger: [Hash128: Location] = [:]
  private var older: [Hash128: Location] = [:]

  /// 2^19 entries a generation take about 50 MB and span gigabytes of tiles.
  init(capacity: Int = 1 << 19) { self.capacity = max(1, capacity) }

  /// The position remembered for a content.
  mutating func location(of content: Hash128) -> Location? {
    if let location = younger[content] { return location }
    guard let location = older[content] else { return nil }
    remember(content, at: location)
    return location
  }

  /// Remembers a position, replacing an earlier one of the same content.
  mutating func remember(_ content: Hash128, at location: Location) {
    if younger.count >= capacity {
      older = younger
      younger = [:]
    }
    younger[content] = location
  }
}
