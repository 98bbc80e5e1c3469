/// What the samples of an image are.
enum ColorModel: Hashable, Sendable {
  case grey
  case rgb
  /// Cyan, magenta, yellow and black.
  case inks
}
