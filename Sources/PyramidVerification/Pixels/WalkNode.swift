import TileModel

/// What a walk hands from a tile to the tile above it.
struct WalkNode {
  /// Whether the tile is what it should be.
  enum Presence {
    /// It was decoded.
    case shown
    /// There is none, and none was promised.
    case absent
    /// It is missing though promised, or damaged: nothing can be said of what it should show.
    case unknown
  }

  /// What the deepest level under a tile amounts to.
  enum Lineage {
    /// Nothing is there.
    case transparent
    /// The tile itself is where knowledge begins.
    case base(DecodedTile)
    /// What the method of the overviews makes of the deepest level.
    case made(any OverviewPlane)
    /// Something is missing or damaged below.
    case unknown
  }

  var presence: Presence
  var image: DecodedTile?
  var lineage: Lineage
  /// What was measured of it, where it was compared with tiles under it.
  var measured: MeasuredOverview?

  static let absent = WalkNode(presence: .absent, lineage: .transparent)
  static let unknown = WalkNode(presence: .unknown, lineage: .unknown)

  /// Whether something can be seen in the tile.
  var isVisible: Bool { image.map { !$0.isBlank } ?? false }
}

extension OverviewPlane {
  /// Fills all quadrants of which it is known what is below.
  func fill(from children: [WalkNode], background: UInt32?) -> UInt8 {
    var known: UInt8 = 0
    for (quadrant, child) in children.enumerated() {
      switch child.lineage {
      case .transparent: if let background { fill(quadrant, with: background) }
      case .base(let image) where image.side == side: fill(quadrant, from: image)
      case .made(let plane as Self) where plane.side == side: fill(quadrant, from: plane)
      case .base, .made, .unknown: continue
      }
      known |= 1 << UInt8(quadrant)
    }
    return known
  }
}
