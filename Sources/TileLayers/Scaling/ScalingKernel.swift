/// How a tile beyond the deepest level is made from a part of a deeper one.
public enum ScalingKernel: Hashable, Sendable, CaseIterable {
  /// Each sample is the parent's sample under its centre, so every parent sample becomes a square.
  case nearest
  /// Each sample is the weighted mean of the four parent samples around its centre, weighted by alpha
  /// too. At the parent's edge its outermost samples go on, so that a seam of at most half a parent
  /// sample may show.
  case bilinear
}
