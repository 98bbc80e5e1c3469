package import RasterSources
import TileModel

/// The deepest level alone, neither cut nor encoded, so that the cost of resampling can be measured.
package enum DeepestLevel {
  /// Renders the level on the calling thread and drops it.
  ///
  /// - Parameters:
  ///   - source: The image of the plan.
  ///   - plan: What to make.
  ///   - scratch: Where a copy of a turned image goes.
  /// - Throws: ``RasterError``.
  package static func render(
    _ source: any RasterSource, plan: PyramidPlan, scratch: ScratchDirectory
  ) throws {
    let reader = try source.makeRowReader(scratch: scratch)
    switch plan.mapping.form {
    case .aligned(let originX, let originY):
      let rows = AlignedRows(
        plan: plan, originX: originX, originY: originY, reader: reader, firstRow: 0,
        isOpaque: source.isOpaque)
      try rows.makeRows(from: 0, skip: {}) { _, _ in }
    case .separable:
      let rows = try SeparableResampler(plan: plan, reader: reader, firstRow: 0)
      try rows.makeRows(from: 0, skip: {}) { _, _ in }
    case .affine, .general:
      let copy = try ScratchCopy.make(
        of: reader, plan: plan, directory: scratch, cacheBytes: 64 << 20
      ) { _ in }
      let warper = TileWarper(plan: plan, source: copy, clipMask: nil)
      let range = plan.deepest.range
      let tileSize = plan.options.tileSize.rawValue
      let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * tileSize * tileSize)
      defer { samples.deallocate() }
      for y in range.y {
        for x in range.x { _ = try warper.render(x: x, y: y, into: samples) }
      }
    }
  }
}
