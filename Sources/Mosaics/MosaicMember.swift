import Georeferencing
import RasterSources
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
  private let kind: ImageHeader.Kind
  /// The stretch that all images have in common; `nil` where it is that of ``Reading``.
  var stretch: SampleStretch?
  /// The column and the row of its first sample in the mosaic.
  var column = 0
  var row = 0

  init(
    _ listed: ListedImage, _ reading: Reading, _ fingerprint: SourceFingerprint,
    _ header: ImageHeader, _ part: ImagePart?
  ) {
    self.listed = listed
    self.reading = reading
    self.part = part
    self.fingerprint = fingerprint
    kind = header.kind
    size = header.size
  }

  var path: String { listed.path }
  var isOpaque: Bool { kind.isOpaque }
  var storesRowsInOrder: Bool { kind.storesRowsInOrder }
  var rowReadingBytes: Int { kind.rowReadingBytes }
  var rowPasses: Int { kind.rowPasses }
  /// As in ``RasterCapabilities``.
  var windowBytes: Int? { kind.windowBytes }
  var notices: [RasterNotice] { kind.notices }
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
  let place: OpenedHeader.Place
  /// What was found of its colours; `nil` where their stretch does not depend on that.
  let colorSurvey: ColorSurvey?

  var georeference: Georeference { place.georeference }
  var placedBy: String { place.placedBy }
  var warnings: [String] { place.warnings }

  /// The longer side of a pixel, in metres.
  var groundResolution: Double {
    let ground = georeference.groundResolution(at: member.size.center)
    return max(ground.perColumn, ground.perRow)
  }
}
