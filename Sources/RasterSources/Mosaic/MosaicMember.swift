import TileModel

/// One of the images of a mosaic: what is needed to open it again, and where its samples are.
struct MosaicMember: Sendable {
  let image: SourceImage
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

  init(_ image: SourceImage, _ fingerprint: SourceFingerprint, _ raster: any RasterSource) {
    let capabilities = raster.capabilities
    self.image = image
    self.fingerprint = fingerprint
    size = raster.size
    isOpaque = raster.isOpaque
    storesRowsInOrder = capabilities.storesRowsInOrder
    rowReadingBytes = capabilities.rowReadingBytes
    rowPasses = capabilities.rowPasses
    windowBytes = capabilities.windowBytes
    notices = raster.notices
  }

  var path: String { image.path }
  var columns: Range<Int> { column..<column + size.width }
  var rows: Range<Int> { row..<row + size.height }

  /// Opens it again.
  ///
  /// - Throws: ``RasterError/changed(path:)`` when it is another file by now, or as when it was opened.
  func open() throws(RasterError) -> any RasterSource {
    let file = try SourceFile(path: path)
    try fingerprint.confirmState(of: file)
    let raster = try image.open(file)
    guard raster.size == size else { throw .changed(path: path) }
    return raster
  }
}
