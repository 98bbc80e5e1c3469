import TileModel

/// How the levels above the deepest were made, as far as is known.
enum OverviewKernel: Hashable, Sendable {
  /// The exact mean of the deepest level, rounded.
  case average
  /// The same in linear light.
  case lightAverage
  /// The deepest level's sample north-west of the centre.
  case nearest
  /// A child's colour, with the mean's alpha.
  case darken
  /// A colour between the mean and a child's, with the mean's alpha.
  case keep
  /// The mean of the heights of the deepest level that there are.
  case heights
  /// Anything that a map maker may do: another kernel, another drawing for each zoom, lossy tiles of
  /// a kernel that shows in single samples only.
  case unknown

  var isKnown: Bool { self != .unknown }
  /// Whether it chooses among samples by what they are, or by where.
  var chooses: Bool { [.keep, .darken, .nearest].contains(self) }
  var isMean: Bool { self == .average || self == .lightAverage }

  /// What a layer definition states, as far as it shows in the tiles.
  ///
  /// The mean of lossy tiles is their mean, more or less; which of their samples others are shows only
  /// where it is known what compression does to them. Tiles that are opaque everywhere tell only with their background.
  init(_ definition: LayerDefinition?, tilesAreLossy: Bool) {
    guard let definition,
      definition.format.details?.holdsAlpha != false || definition.background != nil
        || definition.rendering?.quality != nil
    else {
      self = .unknown
      return
    }
    let isTelling =
      !tilesAreLossy && !definition.isHybrid || definition.rendering?.quality != nil
    switch definition.overviewResampling {
    case "average" where definition.elevation != nil: self = .heights
    case "average": self = .average
    case "average-linear": self = .lightAverage
    case "nearest" where isTelling: self = .nearest
    case "darken" where isTelling: self = .darken
    case "keep": self = .keep
    default: self = .unknown
    }
  }
}
