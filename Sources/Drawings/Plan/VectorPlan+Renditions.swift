package import Georeferencing
package import RasterSources
extension VectorPlan: RasterSource {
  /// Header at any size, with one sample a pixel for a PDF and two for an SVG.
  ///
  /// A PDF drawn with its paper is opaque. Its thinnest lines are one pixel wide at any size, so that more
  /// samples would fade them. Thin lines of an SVG fade anyway, and two samples keep edges sharp.
  package var header: RasterHeader {
    var header = RasterHeader(path: path, size: size, isOpaque: format == .pdf && isOnPaper)
    header.vectorDocument = VectorDocument(
      format: format, dotsPerInch: dotsPerInch, page: page, pageCount: pageCount,
      layerNames: layerNames, programPath: program.path, position: position)
    header.notices = notices
    header.filePage = format == .pdf ? RasterPage(page, of: pageCount) : nil
    header.capabilities.drawing = RasterDrawing(
      samplesPerPixel: format == .pdf ? 1 : 2, maximumSide: limits.renditionSide)
    return header
  }

  package func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    (try rows(size: size, scratch: scratch, isCancelled: isCancelled), 0)
  }

  package func resized(to size: PixelSize) -> any RasterSource {
    VectorRendition(plan: self, size: size)
  }

  /// Reduction of the finer drawing that shows where thin lines crowd, at most 8.
  ///
  /// `pdftocairo` draws no line thinner than a pixel, so that hatching turns black at small sizes and hides
  /// text. The finer drawing is at least twice as fine as the plan itself.
  func refinement(for size: PixelSize) -> Int {
    guard format == .pdf else { return 1 }
    let side = max(size.width, size.height)
    let reduction = Double(max(self.size.width, self.size.height)) / Double(side)
    // A level is at most the square root of two finer or coarser than the plan.
    let factor = reduction >= 2.8 ? 8 : reduction >= 1.4 ? 4 : 2
    return side <= limits.renditionSide / factor ? factor : 1
  }

  func rows(
    size: PixelSize, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any RasterRowReader {
    func drawing(times factor: Int) throws -> any RasterRowReader {
      try RenditionRows(
        plan: self, size: PixelSize(width: factor * size.width, height: factor * size.height),
        scratch: scratch, isCancelled: isCancelled)
    }
    var rows = try drawing(times: 1)
    let factor = refinement(for: size)
    if factor > 1 {
      let (width, fineWidth) = (size.width, factor * size.width)
      var fineRows = try drawing(times: factor)
      // Colours on nothing cannot be averaged, but those over white can, and alpha beside them.
      if !isOpaque {
        rows = ChangedRows(rows, width: width, change: Self.putOnWhite)
        fineRows = ChangedRows(fineRows, width: fineWidth, change: Self.putOnWhite)
      }
      rows = CrowdedLineRows(
        base: rows, finer: AveragedRows(base: fineRows, factor: factor, width: width), size: size)
      if !isOpaque { rows = ChangedRows(rows, width: width, change: Self.takeOffWhite) }
    }
    guard !recoloring.isIdentity else { return rows }
    return ChangedRows(rows, width: size.width, change: recoloring.apply)
  }

  /// Straight RGBA8; alpha is kept.
  private static func putOnWhite(_ samples: UnsafeMutablePointer<UInt8>, count: Int) {
    for pixel in stride(from: 0, to: 4 * count, by: 4) {
      let alpha = Int(samples[pixel + 3])
      for sample in pixel..<pixel + 3 {
        samples[sample] = UInt8(255 - alpha + (Int(samples[sample]) * alpha + 127) / 255)
      }
    }
  }

  private static func takeOffWhite(_ samples: UnsafeMutablePointer<UInt8>, count: Int) {
    for pixel in stride(from: 0, to: 4 * count, by: 4) {
      let alpha = Int(samples[pixel + 3])
      for sample in pixel..<pixel + 3 {
        let darkness = 255 - Int(samples[sample])
        samples[sample] =
          alpha == 0 ? 0 : UInt8(255 - min(255, (255 * darkness + alpha / 2) / alpha))
      }
    }
  }
}

/// A vector plan at a size.
struct VectorRendition: RasterSource {
  let plan: VectorPlan
  let size: PixelSize

  var header: RasterHeader { RasterHeader(path: plan.path, size: size, isOpaque: plan.isOpaque) }

  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    (try plan.rows(size: size, scratch: scratch, isCancelled: isCancelled), 0)
  }
}
