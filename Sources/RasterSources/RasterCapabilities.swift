public import Georeferencing

/// What a source can do, as far as the way to read it depends on that.
///
/// A source does what it states here: it opens windows, and resizes to the stated sizes.
public struct RasterCapabilities: Hashable, Sendable {
  /// Whether the file holds its rows from the top, so that a reader needs no scratch file.
  public var storesRowsInOrder = true
  /// The memory in bytes that a reader of its rows holds beyond a few rows; 0 for one that decodes row by
  /// row.
  public var rowReadingBytes = 0
  /// The part of ``rowReadingBytes`` that is the whole image in a few pieces: the system gets most of it back.
  public var wholeImageBytes = 0
  /// The memory in bytes of each part that a reader's ``RowsAhead`` holds; 0 where it has none.
  public var partBytes = 0
  /// How many times a reader of its rows reads those of the file, at least 1.
  public var rowPasses = 1
  /// The memory in bytes with which windows along a line across the image, in any direction, are read
  /// without decoding a part twice; `nil` where the source delivers rows alone, or windows cost more than
  /// a copy of the image.
  public var windowBytes: Int?
  /// The smaller sizes at which the file holds the same picture or its decoder delivers it for less work,
  /// each narrower than the one before it and than the image; all fill the same extent.
  public var reductions: [RasterReduction] = []
  /// How the image is drawn at other sizes; `nil` for one that is not drawn.
  public var drawing: RasterDrawing?

  /// Creates what every source can: rows, from the top.
  public init() {}
}

/// A smaller size of an image: an overview of a TIFF, a scale of a JPEG decoder, or a resolution of JPEG 2000.
public struct RasterReduction: Hashable, Sendable {
  /// The size in samples.
  public var size: PixelSize
  /// What the source at that size can do.
  public var capabilities: RasterCapabilities
  /// How many of its samples one of the result spans at least, along each axis, where it is read; 1 or more.
  public var leastSpan: Double

  /// Creates a description.
  public init(
    size: PixelSize, capabilities: RasterCapabilities = RasterCapabilities(), leastSpan: Double = 1
  ) {
    self.size = size
    self.capabilities = capabilities
    self.leastSpan = leastSpan
  }
}

/// How an image is drawn at any size, such as a plan in a vector format: each level of a pyramid is then
/// made from a rendition of its own instead of the level below it.
public struct RasterDrawing: Hashable, Sendable {
  /// How many samples of a rendition serve one sample of a level best, along each axis.
  public var samplesPerPixel: Double
  /// The longest side that a rendition may have, in samples.
  public var maximumSide: Int

  /// Creates a description.
  public init(samplesPerPixel: Double, maximumSide: Int) {
    self.samplesPerPixel = samplesPerPixel
    self.maximumSide = maximumSide
  }
}
