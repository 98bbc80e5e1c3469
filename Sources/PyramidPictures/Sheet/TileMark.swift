public import TileModel

/// A tile with a finding.
public struct TileMark: Hashable, Sendable {
  /// Severity of a finding.
  public enum Severity: Hashable, Sendable {
    /// The tile is wrong.
    case fault
    /// The tile may be wrong.
    case warning
  }

  /// The tile, which need not exist.
  public var tile: TileCoordinate
  /// Severity of the finding.
  public var severity: Severity

  /// Creates a mark.
  public init(_ tile: TileCoordinate, _ severity: Severity = .fault) {
    self.tile = tile
    self.severity = severity
  }
}
