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
    /// The mean of the deepest level.
    case mean(MeanPlane)
    /// The mean of the heights of the deepest level.
    case heights(HeightPlane)
    /// The samples of the deepest level that nearest overviews above may show.
    case carried(CarriedPlane)
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

extension MeasuredOverview {
  /// Takes what was measured of a tile over others that were walked.
  init(
    _ tile: TileCoordinate, over children: [WalkNode], measure: OverviewMeasure, fit: Fit? = nil
  ) {
    self.init(tile, over: children.map { $0.measured != nil }, measure: measure, fit: fit)
  }
}

/// For nearest overviews: of every 2 × 2 samples below, the south-eastern one.
///
/// SAFETY: it is filled by one thread before it is handed on, and then only read.
final class CarriedPlane: @unchecked Sendable {
  let side: Int
  let pixels: UnsafeMutablePointer<UInt32>
  /// Whether some of it is of lossy tiles.
  var isLossy = false

  /// Creates a transparent plane.
  init(side: Int) {
    self.side = side
    pixels = .allocate(capacity: side * side)
    pixels.initialize(repeating: 0, count: side * side)
  }

  deinit { pixels.deallocate() }

  /// Fills a quadrant with one colour, red in the low byte.
  func fill(_ quadrant: Int, with color: UInt32) {
    let half = side / 2
    let target = pixels + (quadrant & 1 &* half &+ (quadrant &>> 1) &* half &* side)
    for row in 0..<half { (target + row * side).update(repeating: color.littleEndian, count: half) }
  }

  /// Takes the south-eastern samples of a child into a quadrant, or with an offset of 0 the
  /// north-western ones.
  func fill(_ quadrant: Int, from child: UnsafePointer<UInt32>, offset: Int = 1) {
    let half = side / 2
    let target = pixels + (quadrant & 1 &* half &+ (quadrant &>> 1) &* half &* side)
    for row in 0..<half {
      let source = child + (2 &* row &+ offset) &* side
      for column in 0..<half { target[row &* side &+ column] = source[2 &* column &+ offset] }
    }
  }

  /// Counts the samples of a quadrant of a tile that are not the north-western ones of a child.
  static func mismatches(
    _ tile: DecodedTile, _ quadrant: Int, child: UnsafePointer<UInt32>?
  ) -> Int {
    let side = tile.side
    let half = side / 2
    let target = tile.pixels + (quadrant & 1 &* half &+ (quadrant &>> 1) &* half &* side)
    var count = 0
    for row in 0..<half {
      for column in 0..<half {
        let wanted = child.map { $0[2 &* row &* side &+ 2 &* column] } ?? 0
        let found = target[row &* side &+ column]
        if found == wanted { continue }
        // What no tile is below of has no height.
        if wanted == 0, tile.fill == UInt32(littleEndian: found) { continue }
        count &+= 1
      }
    }
    return count
  }
}
