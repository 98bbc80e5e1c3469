import TileModel

/// The kernel of the levels above the deepest.
enum OverviewKernel: Hashable, Sendable {
  case average
  case lightAverage
  case nearest
  case darken
  case keep
  case heights
  case unknown

  var isKnown: Bool { self != .unknown }
  /// Whether it makes more of some samples than a mean does, which compression hides.
  var chooses: Bool { self != .unknown && self != .average }
  var isMean: Bool { self == .average || self == .lightAverage }

  init(_ definition: LayerDefinition?, tilesAreLossy: Bool) {
    guard let definition,
      definition.format.details?.holdsAlpha != false || definition.background != nil
        || definition.rendering?.quality != nil
    else {
      self = .unknown
      return
    }
    let isTelling = !tilesAreLossy && !definition.isHybrid || definition.rendering?.quality != nil
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
