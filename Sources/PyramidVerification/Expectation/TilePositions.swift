import Georeferencing
import Platform
import TileModel

/// The positions of the samples of one tile in the averaged raster of a ``RenderingMethod``.
///
/// Exact positions are found on a lattice, between which a surface of degree 2 is taken. Its squares get
/// smaller until the surface is within ``tolerance`` of exact positions halfway.
struct TilePositions {
  struct Square {
    let x: Int
    let y: Int
    let side: Int
    /// The exact positions at its corners, halfway between them, and in its middle, row by row.
    ///
    /// For a square of one sample: its middle, and its span across and down.
    fileprivate let nodes: [SIMD2<Double>]
  }

  private static let tolerance = 0.002
  private static let emptySide = 16
  private static let leastSide = 8

  private(set) var squares: [Square] = []

  private let map: TileMap

  init(_ map: TileMap, isCancelled: () -> Bool) throws {
    self.map = map
    try add(0, 0, map.side, isCancelled)
  }

  private mutating func add(_ x: Int, _ y: Int, _ side: Int, _ isCancelled: () -> Bool) throws {
    if isCancelled() { throw CancellationError() }
    if side == 1 {
      let (across, down) = (Double(x) + 0.5, Double(y) + 0.5)
      guard let middle = map.position(across, down) else { return }
      // A sample at a cut of a projection, or at the outline of its map, extends to one side alone.
      func step(_ dx: Double, _ dy: Double) -> SIMD2<Double>? {
        let steps = [0.5, -0.5].compactMap { half in
          map.position(across + half * dx, down + half * dy).map { ($0 - middle) / half }
        }
        return steps.min { ($0 * $0).sum() < ($1 * $1).sum() }
      }
      guard let right = step(1, 0), let below = step(0, 1) else { return }
      squares.append(Square(x: x, y: y, side: 1, nodes: [middle, right, below]))
      return
    }
    var nodes: [SIMD2<Double>] = []
    var absent = 0
    for row in 0...2 {
      for column in 0...2 {
        let position = map.position(
          Double(x) + Double(column * side) / 2, Double(y) + Double(row * side) / 2)
        if let position { nodes.append(position) } else { absent += 1 }
      }
    }
    if absent == 9, side <= Self.emptySide { return }
    if absent == 0 {
      let square = Square(x: x, y: y, side: side, nodes: nodes)
      if square.isAccurate(map, tolerance: Self.tolerance) { return squares.append(square) }
    }
    let step = side <= Self.leastSide ? 1 : side / 2
    for row in stride(from: y, to: y + side, by: step) {
      for column in stride(from: x, to: x + side, by: step) {
        try add(column, row, step, isCancelled)
      }
    }
  }
}

/// The exact map from positions in a tile to those in the averaged raster.
struct TileMap: Sendable {
  let side: Int
  private let tile: TileCoordinate
  private let grid: TileGrid
  private let crs: CoordinateReferenceSystem
  private let inverse: InversePixelTransform
  private let scale: SIMD2<Double>
  /// Projected metres, whole revolutions, by which the tile is moved nearest to the image.
  private let revolutions: Double
  private let offset: SIMD2<Double>

  init(
    _ tile: TileCoordinate, grid: TileGrid, georeference: Georeference,
    inverse: InversePixelTransform, imageSize: PixelSize, method: RenderingMethod,
    offset: SIMD2<Double> = SIMD2()
  ) {
    (self.tile, self.grid, self.inverse, self.offset) = (tile, grid, inverse, offset)
    crs = georeference.crs
    side = grid.tileSize.rawValue
    scale = SIMD2(
      Double(method.rasterSize.width) / Double(imageSize.width) / Double(method.block.width),
      Double(method.rasterSize.height) / Double(imageSize.height) / Double(method.block.height))
    let middle = georeference.mercator(
      of: PixelPoint(x: Double(imageSize.width) / 2, y: Double(imageSize.height) / 2)
    ).x
    let bounds = grid.bounds(of: tile)
    let distance = (middle - (bounds.minX + bounds.maxX) / 2) / WebMercator.extent
    revolutions = distance.isFinite ? WebMercator.extent * distance.rounded() : 0
  }

  /// `nil` where there is no position, or one so far off that no raster has it.
  func position(_ x: Double, _ y: Double) -> SIMD2<Double>? {
    var point = grid.mercator(
      of: WorldPixelPoint(
        x: Double(tile.x * side) + x + offset.x, y: Double(tile.y * side) + y + offset.y),
      atZoom: tile.zoom)
    point.x += revolutions
    guard let pixel = inverse.apply(crs.point(ofMercator: point)) else { return nil }
    let position = SIMD2(pixel.x, pixel.y) * scale
    // Not a number is in no range.
    return abs(position.x) < 1e12 && abs(position.y) < 1e12 ? position : nil
  }
}

extension TilePositions.Square {
  fileprivate func isAccurate(_ map: TileMap, tolerance: Double) -> Bool {
    let quarter = Double(side) / 4
    for (across, down) in [(1.0, 1.0), (3, 1), (1, 3), (3, 3), (2, 1), (1, 2)] {
      let (dx, dy) = (across * quarter, down * quarter)
      guard let exact = map.position(Double(x) + dx, Double(y) + dy) else { return false }
      let row = row(at: dy)
      let found = row.position(at: dx)
      let span = row.span(at: dx)
      let error = exact - found.position
      let bound = SIMD2(min(1, span.x), min(1, span.y)) * tolerance
      guard abs(error.x) <= bound.x, abs(error.y) <= bound.y else { return false }
    }
    return true
  }

  /// The positions along one line of a square, as polynomials of degree 2 in samples from its west.
  struct Row {
    fileprivate let position: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
    fileprivate let down: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

    @inline(__always)
    func position(at x: Double) -> (position: SIMD2<Double>, across: SIMD2<Double>) {
      (position.0 + (position.1 + position.2 * x) * x, position.1 + position.2 * (2 * x))
    }

    @inline(__always)
    func span(at x: Double) -> SIMD2<Double> {
      let across = position.1 + position.2 * (2 * x)
      let down = down.0 + (down.1 + down.2 * x) * x
      return (across * across + down * down).squareRoot()
    }
  }

  func row(at y: Double) -> Row {
    if side == 1 {
      let zero = SIMD2<Double>()
      return Row(
        position: (nodes[0] - nodes[1] * 0.5 + nodes[2] * (y - 0.5), nodes[1], zero),
        down: (nodes[2], zero, zero))
    }
    let h = Double(side) / 2
    let t = y / h
    // Lagrange's polynomials through 0, 1 and 2, and their slopes.
    let value = ((t - 1) * (t - 2) / 2, t * (2 - t), t * (t - 1) / 2)
    let slope = ((2 * t - 3) / 2 / h, (2 - 2 * t) / h, (2 * t - 1) / 2 / h)
    func mix(_ weights: (Double, Double, Double), _ column: Int) -> SIMD2<Double> {
      nodes[column] * weights.0 + nodes[column + 3] * weights.1 + nodes[column + 6] * weights.2
    }
    return Row(
      position: Self.polynomial(mix(value, 0), mix(value, 1), mix(value, 2), h),
      down: Self.polynomial(mix(slope, 0), mix(slope, 1), mix(slope, 2), h))
  }

  private static func polynomial(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ h: Double
  ) -> (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) {
    (a, (4 * b - 3 * a - c) / (2 * h), (a - 2 * b + c) / (2 * h * h))
  }
}
