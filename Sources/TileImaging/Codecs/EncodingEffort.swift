/// How much time an encoder may spend to make a tile smaller; no effort changes what a tile shows, but
/// for lossy WebP and AVIF, whose samples differ within their quality.
public enum EncodingEffort: String, Hashable, Sendable, CaseIterable {
  /// The quickest compression.
  case fast
  /// Small at little cost: the default.
  case balanced
  /// The smallest of several forms, several times slower.
  case smallest
}
