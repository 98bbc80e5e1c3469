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
    /// The path of the file.
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
