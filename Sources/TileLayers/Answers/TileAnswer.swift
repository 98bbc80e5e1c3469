public import TileModel

/// A layer's answer for one address.
///
/// Map clients leave an absent tile blank for good. For an unavailable one they keep showing the old
/// content and ask again.
public enum TileAnswer<Content: Sendable>: Sendable {
  /// There is a tile, and this is it.
  case tile(Content)
  /// There is definitively no tile.
  case absent
  /// The tile, or its existence, is unavailable for now.
  case unavailable(TileUnavailability)

  /// The content, or `nil` when there is none.
  public var content: Content? {
    if case .tile(let content) = self { content } else { nil }
  }

  /// The same answer with another content.
  public func map<Other>(_ transform: (Content) -> TileAnswer<Other>) -> TileAnswer<Other> {
    switch self {
    case .tile(let content): transform(content)
    case .absent: .absent
    case .unavailable(let reason): .unavailable(reason)
    }
  }
}

extension TileAnswer: Equatable where Content: Equatable {}

/// A stored tile: the bytes of an image file.
public struct EncodedTile: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// The format, recognised by the first bytes, `nil` when it is none that the package decodes.
  public var format: TileFormat? { TileFormat(signatureOf: bytes) }

  /// Creates a tile from the bytes of a file.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}
