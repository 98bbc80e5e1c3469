public import TileModel

/// A tile as it is stored: the bytes of an image file.
public struct EncodedTile: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// The format, recognised by the first bytes; `nil` when it is none that the package decodes.
  public var format: TileFormat? { TileFormat(signatureOf: bytes) }

  /// Creates a tile from the bytes of a file.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}
