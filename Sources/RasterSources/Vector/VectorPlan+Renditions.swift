extension VectorPlan: RasterSource {
  /// What the file says, and what draws it.
  public var vectorDocument: VectorDocument? {
    VectorDocument(
      format: format, dotsPerInch: dotsPerInch, page: page, pageCount: pageCount,
      layerNames: layerNames, programPath: programPath, outsideFile: outsideFile)
  }

  /// It is drawn at any size: with one sample a pixel for a PDF, two for an SVG.
  ///
  /// A PDF's thinnest lines are one sample wide however small the page is drawn: more samples would
  /// make them fade where they stand alone. In SVG thin lines fade anyway, and two samples keep edges
  /// sharp.
  public var capabilities: RasterCapabilities {
    var capabilities = RasterCapabilities()
    capabilities.drawing = RasterDrawing(
      samplesPerPixel: format == .pdf ? 1 : 2, maximumSide: limits.renditionSide)
    return capabilities
  }

  /// Opens a reader of the plan at ``size``.
  ///
  /// - Throws: ``RasterError``.
  public func makeRowReader(scratch: ScratchDirectory) throws -> any RasterRowReader {
    try rows(size: size, scratch: scratch, isCancelled: { false })
  }

  /// The plan at another size, which is drawn while its rows are read.
  public func resized(to size: PixelSize) -> any RasterSource {
    VectorRendition(plan: self, size: size)
  }

  /// How many times finer than a rendition the drawing is that shows where thin lines crowd.
  ///
  /// `pdftocairo` draws no line thinner than a sample, so that hatching becomes a black area where it is
  /// drawn small, and hides the text in it. What is drawn is twice as fine as the plan itself or a
  /// little more, and at most eight times as fine as the rendition.
  func refinement(for size: PixelSize) -> Int {
    guard format == .pdf else { return 1 }
    let side = max(size.width, size.height)
    let reduction = Double(max(self.size.width, self.size.height)) / Double(side)
    // A level is at most the square root of two finer or coarser than the plan.
    let factor = reduction >= 2.8 ? 8 : reduction >= 1.4 ? 4 : 2
    return side <= limits.renditionSide / factor ? factor : 1
  }

  /// Opens a reader of the plan at a size.
  func rows(
    size: PixelSize, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any RasterRowReader {
    func drawing(times factor: Int) throws -> any RasterRowReader {
      try RenditionRows(
        plan: self, size: PixelSize(width: factor * size.width, height: factor * size.height),
        scratch: scratch, isCancelled: isCancelled)
    }
    let base = try drawing(times: 1)
    let factor = refinement(for: size)
    guard factor > 1 else { return base }
    let finer = AveragedRows(
      base: try drawing(times: factor), factor: factor, width: size.width)
    return CrowdedLineRows(base: base, finer: finer, size: size)
  }
}

/// A vector plan at a size.
struct VectorRendition: RasterSource {
  let plan: VectorPlan
  let size: PixelSize

  var path: String { plan.path }
  var isOpaque: Bool { plan.isOpaque }

  func makeRowReader(scratch: ScratchDirectory) throws -> any RasterRowReader {
    try makeRowReader(scratch: scratch) { false }
  }

  func makeRowReader(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any RasterRowReader {
    try plan.rows(size: size, scratch: scratch, isCancelled: isCancelled)
  }
}
