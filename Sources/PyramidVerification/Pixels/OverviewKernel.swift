import TileModel

/// How the levels above the deepest were made, as far as is known.
enum OverviewKernel: Hashable, Sendable {
  /// The exact mean of the deepest level, rounded.
  case average
  /// The deepest level's sample north-west of the centre.
  case nearest
  /// A child's colour, with the mean's alpha.
  case darken
  /// Anything that a map maker may do: another kernel, another drawing for each zoom, lossy tiles.
  case unknown

  /// What a layer definition states; lossy tiles follow no kernel to the last level.
  init(_ definition: LayerDefinition?) {
    guard let definition, definition.format == .png else {
      self = .unknown
      return
    }
    switch definition.overviewResampling {
    case "average": self = .average
    case "nearest": self = .nearest
    case "darken": self = .darken
    default: self = .unknown
    }
  }
}
