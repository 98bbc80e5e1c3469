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

  /// Creates a file, whose format its first bytes tell.
  public init(_ bytes: [UInt8]) {
    self.init(bytes, format: TileFormat(signatureOf: bytes))
  }

  /// Creates a file of a format that its first bytes would tell.
  package init(_ bytes: [UInt8], format: TileFormat?) {
    self.bytes = bytes
    self.format = format
    hash = Hash128(hashing: bytes)
  }
}
