public import TileModel

/// What a layer says of one address.
///
/// The difference between the last two is the one that map clients draw by: an absent tile is blank
/// for good, in place of an unavailable one a client continues to show what it has and asks again.
public enum TileAnswer<Content: Sendable>: Sendable {
  /// There is a tile, and this is it.
  case tile(Content)
  /// There is definitively no tile.
  case absent
  /// Whether there is a tile cannot be determined for now, or it cannot be had.
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

/// A tile as it is stored: the bytes of an image file.
public struct EncodedTile: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// The format, recognised by the first bytes; `nil` when it is none that the package decodes.
  public var format: TileFormat? { TileFormat(signatureOf: bytes) }

  /// Creates a tile from the bytes of a file.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}
