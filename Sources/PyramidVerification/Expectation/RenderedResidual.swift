import TileModel

/// By how much one tile differs from what its method makes of the source.
struct RenderedResidual: Sendable {
  let tile: TileCoordinate
  let isLossy: Bool
  var samples = 0
  /// Their differences in red, green, blue and alpha, of premultiplied colour.
  var absolute = 0.0
  var squares = 0.0
  /// Samples that no position and span within the slack of the method explain.
  var beyond = 0
  /// The largest difference of these, in levels.
  var worst: Float = 0
  /// Where it is, in samples of the tile.
  var position = (x: 0, y: 0)
  /// Of a lossy tile, what compression does not explain.
  var lossy: LossyFault?
  /// How the lightness moves, where anything differs.
  var shift: ShiftSums?
  /// Whether some samples could not be computed.
  var isPartial = false

  init(_ tile: TileCoordinate, isLossy: Bool) { (self.tile, self.isLossy) = (tile, isLossy) }

  var isAtFault: Bool { beyond > 0 || lossy != nil }

  mutating func add(count: Int, absolute: SIMD4<Float>, squares: SIMD4<Float>) {
    samples += count
    self.absolute += Double(absolute.sum())
    self.squares += Double(squares.sum())
  }

  mutating func add(_ difference: SIMD4<Float>) {
    let size = difference.replacing(with: -difference, where: difference .< 0)
    samples &+= 1
    absolute += Double(size.sum())
    squares += Double((difference * difference).sum())
  }

  mutating func addBeyond(_ difference: Float, x: Int, y: Int) {
    beyond &+= 1
    if difference > worst { (worst, position) = (difference, (x, y)) }
  }
}

/// What of a lossy tile its codec does not explain.
struct LossyFault: Sendable {
  /// The difference, in levels.
  let found: Float
  /// The largest that is explained.
  let limit: Float
  /// Where the square begins; `nil` for the tile as a whole.
  let position: (x: Int, y: Int)?

  /// The difference and its limit in words.
  var text: (found: String, expected: String) {
    func levels(_ value: Float) -> String { "\(NumberText.fixed(Double(value), 1)) levels" }
    let place =
      position.map {
        " in \(LossyEffect.square) × \(LossyEffect.square) samples at (\($0.x), \($0.y))"
      } ?? ""
    return (
      "off by \(levels(found)) (root of the mean square)\(place)",
      "at most \(levels(limit)), by what the stated quality leaves there"
    )
  }
}
