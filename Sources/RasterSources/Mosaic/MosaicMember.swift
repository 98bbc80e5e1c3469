import TileModel

/// One of the images of a mosaic: what is needed to open it again, and where its samples are.
struct MosaicMember: Sendable {
  /// How images are read, kept once for all.
  final class Reading: Sendable {
    private let image: SourceImage

    init(_ image: SourceImage) { self.image = image }

    func image(at path: String) -> SourceImage {
      var image = image
      image.path = path
      return image
    }
  }

  let path: String
  private let reading: Reading
  let fingerprint: SourceFingerprint
  var size: PixelSize
  let isOpaque: Bool
  let storesRowsInOrder: Bool
  let rowReadingBytes: Int
  let rowPasses: Int
  /// As in ``RasterCapabilities``.
  let windowBytes: Int?
  let notices: [RasterNotice]
  /// The column and the row of its first sample in the mosaic.
  var column = 0
  var row = 0

  init(
    _ path: String, _ reading: Reading, _ fingerprint: SourceFingerprint,
    _ raster: any RasterSource
  ) {
    let capabilities = raster.capabilities
    self.path = path
    self.reading = reading
    self.fingerprint = fingerprint
    size = raster.size
    isOpaque = raster.isOpaque
    storesRowsInOrder = capabilities.storesRowsInOrder
    rowReadingBytes = capabilities.rowReadingBytes
    rowPasses = capabilities.rowPasses
    windowBytes = capabilities.windowBytes
    notices = raster.notices
  }

  var columns: Range<Int> { column..<column + size.width }
  var rows: Range<Int> { row..<row + size.height }

  /// Opens it again.
  ///
  /// - Throws: ``RasterError/changed(path:)`` when it is another file by now, or as when it was opened.
  func open() throws(RasterError) -> any RasterSource {
    let file = try SourceFile(path: path)
    try fingerprint.confirmState(of: file)
    let raster = try reading.image(at: path).open(file)
    guard raster.size == size else { throw .changed(path: path) }
    return raster
  }
}

/// An image of a mosaic that was opened, before it is known where in the mosaic it is.
struct OpenedMember: Sendable {
  let member: MosaicMember
  let georeference: Georeference
  let placedBy: String
  let warnings: [String]
  /// The longer side of a pixel, in metres.
  let groundResolution: Double
}
