/// The time that an encoder may spend to make a tile smaller.
///
/// Every effort shows the same tile, except that lossy WebP and AVIF differ within their quality.
public enum EncodingEffort: String, Hashable, Sendable, CaseIterable {
  /// The quickest compression.
  case fast
  /// Small at little cost: the default.
  case balanced
  /// The smallest of several forms, several times slower.
  case smallest
}
