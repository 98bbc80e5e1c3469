import TileModel

/// One of the images of a mosaic: what is needed to open it again, and where its samples are.
struct MosaicMember: Sendable {
  /// How images are read, kept once for all.
  final class Reading: Sendable {
    let template: SourceImage

    init(_ template: SourceImage) { self.template = template }
  }

  let listed: ListedImage
  private let reading: Reading
  /// What is used of the file; `nil` for all of it.
  let part: ImagePart?
  let fingerprint: SourceFingerprint
  var size: PixelSize
  let isOpaque: Bool
  let storesRowsInOrder: Bool
  let rowReadingBytes: Int
  let rowPasses: Int
  /// As in ``RasterCapabilities``.
  let windowBytes: Int?
  let notices: [RasterNotice]
  /// The stretch that all images have in common; `nil` where it is that of ``Reading``.
  var stretch: SampleStretch?
  /// The column and the row of its first sample in the mosaic.
  var column = 0
  var row = 0

  init(
    _ listed: ListedImage, _ reading: Reading, _ fingerprint: SourceFingerprint,
    _ placed: PlacedImage
  ) {
    let raster = placed.raster
    let capabilities = raster.capabilities
    self.listed = listed
    self.reading = reading
    part = placed.part
    self.fingerprint = fingerprint
    size = raster.size
    isOpaque = raster.isOpaque
    storesRowsInOrder = capabilities.storesRowsInOrder
    rowReadingBytes = capabilities.rowReadingBytes
    rowPasses = capabilities.rowPasses
    windowBytes = capabilities.windowBytes
    // All are stretched alike, so what one alone would need is not said.
    notices = raster.notices.filter { if case .stretched = $0 { false } else { true } }
  }

  var path: String { listed.path }
  var columns: Range<Int> { column..<column + size.width }
  var rows: Range<Int> { row..<row + size.height }

  /// Opens it again.
  ///
  /// - Throws: ``RasterError/changed(path:)`` when it is another file by now, or as when it was opened.
  func open() throws(RasterError) -> any RasterSource {
    let file = try SourceFile(path: path)
    try fingerprint.confirmState(of: file)
    var template = reading.template
    template.samples.stretch = stretch ?? template.samples.stretch
    let whole = try listed.open(file, like: template)
    if let part,
      whole.size.width < part.columns.upperBound
        || whole.size.height < part.rows.upperBound
    {
      throw .changed(path: path)
    }
    let raster = part?.raster(of: whole) ?? whole
    guard raster.size == size else { throw .changed(path: path) }
    return raster
  }
}

/// An image of a mosaic that was opened, before it is known where in the mosaic it is.
struct OpenedMember: Sendable {
  var member: MosaicMember
  let georeference: Georeference
  let placedBy: String
  let warnings: [String]
  /// What was found of its colours; `nil` where their stretch does not depend on that.
  let colorSurvey: ColorSurvey?
  /// The longer side of a pixel, in metres.
  let groundResolution: Double
}
