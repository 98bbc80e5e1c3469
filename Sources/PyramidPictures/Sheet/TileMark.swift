public import TileModel

/// A tile that deserves a look.
public struct TileMark: Hashable, Sendable {
  /// How serious what was found is.
  public enum Severity: Hashable, Sendable {
    /// The tile is wrong.
    case fault
    /// The tile may be wrong.
    case warning
  }

  /// The tile, which need not exist.
  public var tile: TileCoordinate
  /// How serious what was found is.
  public var severity: Severity

  /// Creates a mark.
  public init(_ tile: TileCoordinate, _ severity: Severity = .fault) {
    self.tile = tile
    self.severity = severity
  }
}
