extension VectorPlan: RescalableSource {
  /// Opens a reader of the plan at ``size``.
  ///
  /// - Throws: ``RasterError``.
  public func makeRowReader(scratch: ScratchDirectory) throws -> any RasterRowReader {
    try RenditionRows(plan: self, size: size, scratch: scratch, isCancelled: { false })
  }

  /// The plan at another size.
  public func rendition(
    size: PixelSize, isCancelled: @escaping @Sendable () -> Bool
  ) -> any RasterSource {
    VectorRendition(plan: self, size: size, isCancelled: isCancelled)
  }
}

/// A vector plan at a size.
struct VectorRendition: RasterSource {
  let plan: VectorPlan
  let size: PixelSize
  let isCancelled: @Sendable () -> Bool

  var path: String { plan.path }
  var isOpaque: Bool { plan.isOpaque }

  func makeRowReader(scratch: ScratchDirectory) throws -> any RasterRowReader {
    try RenditionRows(plan: plan, size: size, scratch: scratch, isCancelled: isCancelled)
  }
}
