/// The time that an encoder may spend to make a tile smaller.
///
/// Decoded samples are the same for every effort, but for those of lossy WebP and AVIF.
public enum EncodingEffort: String, Hashable, Sendable, CaseIterable {
  /// The quickest compression.
  case fast
  /// Small at little cost: the default.
  case balanced
  /// The smallest of several forms, several times slower.
  case smallest
}
