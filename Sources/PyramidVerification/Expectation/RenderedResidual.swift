import TileModel

/// The differences of one tile from its expected samples.
struct RenderedResidual: Sendable {
  /// The differences from nearest samples of the source.
  struct Sums: Sendable {
    var (samples, absolute) = (0, 0.0)

    init() {}
    init(_ residual: RenderedResidual) {
      (samples, absolute) = (residual.samples, residual.absolute)
    }
  }

  let tile: TileCoordinate
  let isAtEdge: Bool
  var samples = 0
  /// Differences in red, green, blue and alpha, of premultiplied colour.
  var absolute = 0.0
  var squares = 0.0
  var beyond = 0
  /// In levels.
  var worst: Float = 0
  var position = (x: 0, y: 0)
  /// The difference of the tile as a whole; `nil` where samples alone tell.
  var plane: PlaneResidual?
  var cause: PlaneResidual?
  var moved = SIMD2<Float>()
  var nearest = Sums()
  var nearestPlane: PlaneResidual?
  var (beyondSource, shownBeyond) = (0, 0)
  var isPartial = false

  init(_ tile: TileCoordinate, isAtEdge: Bool) { (self.tile, self.isAtEdge) = (tile, isAtEdge) }

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
