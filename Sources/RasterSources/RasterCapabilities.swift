package import Georeferencing
/// Capabilities of a source that decide how it is read.
///
/// A source keeps its statements: it opens windows, and resizes to the stated sizes.
package struct RasterCapabilities: Hashable, Sendable {
  /// Whether the file holds its rows from the top, so that a reader needs no scratch file.
  package var storesRowsInOrder = true
  /// Memory in bytes that a row reader holds beyond a few rows.
  ///
  /// 0 for one that decodes row by row.
  package var rowReadingBytes = 0
  /// The part of ``rowReadingBytes`` that holds a whole image, such as the coefficients of a progressive JPEG.
  ///
  /// The system gets two thirds of it back when all rows are read.
  package var wholeImageBytes = 0
  package var rowPasses = 1
  /// Memory in bytes to read windows along any line across the image without decoding a part twice.
  ///
  /// `nil` where the source delivers rows alone, or windows cost more than a copy of the image.
  package var windowBytes: Int?
  /// Reductions that the file holds or its decoder delivers for less work.
  ///
  /// Each is narrower than the one before it and than the image. All fill the same extent.
  package var reductions: [RasterReduction] = []
  package var drawing: RasterDrawing?

  package init() {}
}

/// A smaller size of an image: an overview of a TIFF, a scale of a JPEG decoder, or a resolution of JPEG 2000.
package struct RasterReduction: Hashable, Sendable {
  package var size: PixelSize
  package var capabilities: RasterCapabilities
  /// Least number of its pixels per pixel of the result, along each axis, at least 1.
  package var leastSpan: Double

  package init(
    size: PixelSize, capabilities: RasterCapabilities = RasterCapabilities(), leastSpan: Double = 1
  ) {
    self.size = size
    self.capabilities = capabilities
    self.leastSpan = leastSpan
  }
}

/// A drawing at any size, such as a vector plan.
///
/// Each level of a pyramid is made from a rendition of its own instead of the level below it.
package struct RasterDrawing: Hashable, Sendable {
  package var samplesPerPixel: Double
  /// The longest side that a rendition may have, in samples.
  package var maximumSide: Int

  package init(samplesPerPixel: Double, maximumSide: Int) {
    self.samplesPerPixel = samplesPerPixel
    self.maximumSide = maximumSide
  }
}
