/// How much time an encoder may spend to make a tile smaller; every effort is lossless.
public enum PNGEffort: String, Hashable, Sendable, CaseIterable {
  /// The quickest compression.
  case fast
  /// Small at little cost: the default.
  case balanced
  /// The smallest of several forms at the highest compression, many times slower.
  case smallest
}
