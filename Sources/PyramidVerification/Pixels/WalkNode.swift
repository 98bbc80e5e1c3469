/// A visited tile, for the comparison of the tile above it.
struct WalkNode {
  /// The state of the tile in relation to the promised one.
  enum Presence {
    case shown
    case absent
    case unknown
  }

  /// The deepest level under a tile.
  enum Lineage {
    case transparent
    case base(DecodedTile)
    case made(any OverviewPlane)
    case unknown
  }

  var presence: Presence
  var image: DecodedTile?
  var lineage: Lineage
  var measured: MeasuredOverview?

  static let absent = WalkNode(presence: .absent, lineage: .transparent)
  static let unknown = WalkNode(presence: .unknown, lineage: .unknown)

  var isVisible: Bool { image.map { !$0.isBlank } ?? false }
}

extension OverviewPlane {
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
