package import Hashing
public import TileModel

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
