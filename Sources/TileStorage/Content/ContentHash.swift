import CLibXXHash
public import TileModel

/// The XXH3-128 (seed 0) of some bytes.
struct ContentHash: Hashable, Sendable {
  let low: UInt64
  let high: UInt64

  init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    let hash = XXH3_128bits(bytes.baseAddress, bytes.count)
    low = hash.low64
    high = hash.high64
  }

  init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { ContentHash($0) }
  }
}

extension ContentDigest {
  /// The term that one encoded tile adds to the digest of its pyramid.
  public static func term(
    of bytes: UnsafeRawBufferPointer, at tile: TileCoordinate
  ) -> ContentDigest {
    term(of: ContentHash(bytes), at: tile)
  }

  /// The term that a tile with a known hash adds to the digest of its pyramid.
  static func term(of content: ContentHash, at tile: TileCoordinate) -> ContentDigest {
    withUnsafeTemporaryAllocation(byteCount: 28, alignment: 8) { message in
      let words = (UInt32(tile.zoom), UInt32(tile.x), UInt32(tile.y))
      message.storeBytes(of: words.0.littleEndian, toByteOffset: 0, as: UInt32.self)
      message.storeBytes(of: words.1.littleEndian, toByteOffset: 4, as: UInt32.self)
      message.storeBytes(of: words.2.littleEndian, toByteOffset: 8, as: UInt32.self)
      message.storeBytes(of: content.low.littleEndian, toByteOffset: 12, as: UInt64.self)
      message.storeBytes(of: content.high.littleEndian, toByteOffset: 20, as: UInt64.self)
      let hash = ContentHash(UnsafeRawBufferPointer(message))
      return ContentDigest(low: hash.low, high: hash.high)
    }
  }

  /// The term that one encoded tile adds to the digest of its pyramid.
  public static func term(of bytes: [UInt8], at tile: TileCoordinate) -> ContentDigest {
    bytes.withUnsafeBytes { term(of: $0, at: tile) }
  }
}
