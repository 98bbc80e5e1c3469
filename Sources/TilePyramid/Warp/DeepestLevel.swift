package import RasterSources
import TileModel

/// The deepest level alone, neither cut nor encoded, so that the cost of resampling can be measured.
package enum DeepestLevel {
  /// Renders the level on the calling thread, unclipped, and drops it.
  ///
  /// - Parameters:
  ///   - source: The image of the plan.
  ///   - plan: What to make.
  ///   - scratch: Where a copy of a turned image goes.
  /// - Returns: How many world positions were projected for it, each at most once for a tile; 0 for an
  ///   image that is north-up.
  /// - Throws: `RasterError`.
  @discardableResult
  package static func render(
    _ source: any RasterSource, plan: PyramidPlan, scratch: ScratchDirectory
  ) throws -> Int {
    let reader = try source.makeRowReader(scratch: scratch)
    switch plan.mapping.form {
    case .aligned(let originX, let originY):
      let rows = AlignedRows(
        plan: plan, originX: originX, originY: originY, reader: reader, firstRow: 0,
        isOpaque: source.isOpaque, clipMask: nil)
      try rows.makeRows(from: 0, skip: {}) { _, _ in }
      return 0
    case .separable:
      let rows = try SeparableResampler(plan: plan, reader: reader, firstRow: 0, clipMask: nil)
      try rows.makeRows(from: 0, skip: {}) { _, _ in }
      return 0
    case .affine, .general:
      let copy = try ScratchCopy.make(
        of: reader, plan: plan, directory: scratch, cacheBytes: 64 << 20
      ) { _ in }
      let warper = TileWarper(plan: plan, source: copy, clipMask: nil) { false }
      let range = plan.deepest.range
      let tileSize = plan.options.tileSize.rawValue
      let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * tileSize * tileSize)
      defer { samples.deallocate() }
      for y in range.y {
        for x in range.x { _ = try warper.render(x: x, y: y, into: samples) }
      }
      return warper.projectionCount
    }
  }

  /// How far the map that a turned or bent image is resampled by strays from the exact one.
  package struct MappingError: Hashable, Sendable {
    /// The largest error along each axis of the image, in samples of what is resampled.
    package var source = SIMD2(0.0, 0.0)
    /// The largest error along each axis, in samples of the result: relative to what one of them spans
    /// along that axis.
    package var result = SIMD2(0.0, 0.0)
    /// How many samples were looked at.
    package var sampleCount = 0
  }

  /// Measures the map of a plan at the samples that have a position, every fifth along each axis of
  /// blocks of at least eight.
  package static func mappingError(of plan: PyramidPlan) throws -> MappingError {
    let tileSize = plan.options.tileSize.rawValue
    let exact = ScaledMapping(plan.mapping, reduction: plan.reduction)
    let lattice = PositionLattice(exact, tileSize: tileSize) { false }
    var worst = MappingError()
    for tile in plan.deepest.range {
      lattice.move(toX: tile.x * tileSize, y: tile.y * tileSize)
      for row in stride(from: 0, to: tileSize, by: TileWarper.blockSide) {
        for column in stride(from: 0, to: tileSize, by: TileWarper.blockSide) {
          try BlockMapping.cover(
            lattice, x: tile.x * tileSize + column, y: tile.y * tileSize + row,
            side: TileWarper.blockSide
          ) { worst.add($0, against: exact) }
        }
      }
    }
    return worst
  }
}

extension DeepestLevel.MappingError {
  fileprivate mutating func add(_ block: BlockMapping, against exact: ScaledMapping) {
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
        let share = error / span
        result.replace(with: share, where: share .> result)
      }
    }
  }
}
