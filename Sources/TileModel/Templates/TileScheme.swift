/// How rows are counted in names and URLs.
public enum TileScheme: String, Hashable, Sendable, CaseIterable {
  /// From the north.
  case xyz
  /// From the south.
  case tms
}
