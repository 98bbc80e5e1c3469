import Drawings
import Georeferencing
import RasterSources

/// An image of a mosaic: the data to open it again, and its place.
struct MosaicMember: Sendable {
  /// Reading options, stored once for all images.
  final class Reading: Sendable {
    let template: SourceImage

    init(_ template: SourceImage) { self.template = template }
  }

  let listed: ListedImage
  private let reading: Reading
  let part: ImagePart?
  let fingerprint: SourceFingerprint
  var size: PixelSize
  private let kind: ImageHeader.Kind
  var stretch: SampleStretch?
  /// Position of the first pixel in the mosaic.
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
  var windowBytes: Int? { kind.windowBytes }
  var notices: [RasterNotice] { kind.notices }
  var columns: Range<Int> { column..<column + size.width }
  var rows: Range<Int> { row..<row + size.height }

  func open() throws(RasterError) -> any RasterSource {
    let file = try SourceFile(path: path)
    try fingerprint.confirmState(of: file)
    var template = reading.template
    template.samples.stretch = stretch ?? template.samples.stretch
    let whole = try listed.open(file, like: template)
    if let part,
      whole.size.width < part.columns.upperBound || whole.size.height < part.rows.upperBound
    {
      throw .changed(path: path)
    }
    let raster = part?.raster(of: whole) ?? whole
    guard raster.size == size else { throw .changed(path: path) }
    return raster
  }
}

/// An opened image before its place in the mosaic is known.
struct OpenedMember: Sendable {
  var member: MosaicMember
  let place: OpenedHeader.Place
  let colorSurvey: ColorSurvey?

  var georeference: Georeference { place.georeference }
  var placedBy: String { place.placedBy }
  var warnings: [String] { place.warnings }

  /// Longer side of a pixel, in metres.
  var groundResolution: Double {
    let ground = georeference.groundResolution(at: member.size.center)
    return max(ground.perColumn, ground.perRow)
  }
}
