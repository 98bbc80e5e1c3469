import TileModel
import TilePyramid

/// The deviation of a warp's map from the exact one.
struct MappingError: Hashable, Sendable {
  /// Largest error along each axis of the raster, in samples of the resampled raster.
  private(set) var source = SIMD2(0.0, 0.0)
  /// Largest error along each axis, in samples of the result: relative to the span of one along
  /// that axis.
  private(set) var result = SIMD2(0.0, 0.0)
  private(set) var sampleCount = 0

  /// Measures every fifth sample with a position along each axis, in blocks of at least eight.
  init(of step: RenderStep) throws {
    let tileSize = step.metatileSide
    let exact = step.scaledMapping
    let lattice = PositionLattice(exact, tileSize: tileSize) { false }
    for tile in step.deepest.range {
      lattice.move(toX: tile.x * tileSize, y: tile.y * tileSize)
      for row in stride(from: 0, to: tileSize, by: 64) {
        for column in stride(from: 0, to: tileSize, by: 64) {
          try BlockMapping.cover(
            lattice, x: tile.x * tileSize + column, y: tile.y * tileSize + row,
            side: 64
          ) { add($0, against: exact) }
        }
      }
    }
  }

  private mutating func add(_ block: BlockMapping, against exact: ScaledMapping) {
    let span = block.span
    let step = block.side < 8 ? 1 : 5
    for row in stride(from: 0, to: block.side, by: step) {
      for column in stride(from: 0, to: block.side, by: step) {
        let (x, y) = (Double(block.x + column) + 0.5, Double(block.y + row) + 0.5)
        guard let position = exact.position(atX: x, y: y) else { continue }
        var error = position - block.position(atX: x, y: y)
        error.replace(with: -error, where: error .< 0)
        sampleCount += 1
        source.replace(with: error, where: error .> source)
        let fraction = error / span
        result.replace(with: fraction, where: fraction .> result)
      }
    }
  }
}
