import Drawings
import Georeferencing
import RasterSources
import TileModel

extension ListedImage {
  func header(_ file: SourceFile, like template: SourceImage) throws -> OpenedHeader {
    if case .virtual = statement {
      let raster = try open(file, like: template)
      guard raster.vectorDocument == nil else { throw FailureReport.drawing(path) }
      return OpenedHeader(header: ImageHeader(raster), place: nil, colorSurvey: raster.colorSurvey)
    }
    let placed = try image(like: template).georeferenced(file, normalises: false)
    guard placed.raster.vectorDocument == nil else { throw FailureReport.drawing(path) }
    return OpenedHeader(
      header: ImageHeader(placed.raster),
      place: OpenedHeader.Place(
        georeference: placed.resolved.georeference, placedBy: placed.resolved.summary,
        warnings: placed.resolved.warnings), colorSurvey: placed.raster.colorSurvey)
  }

  func member(
    _ opened: OpenedHeader, _ reading: MosaicMember.Reading, _ fingerprint: SourceFingerprint
  ) throws -> OpenedMember? {
    let header = opened.header
    func member(_ place: OpenedHeader.Place, _ part: ImagePart?) -> OpenedMember {
      OpenedMember(
        member: MosaicMember(self, reading, fingerprint, part.map(header.of) ?? header, part),
        place: place, colorSurvey: opened.colorSurvey)
    }
    if case .virtual(let source) = statement {
      guard let placed = source.placement(ofImage: header.size) else { return nil }
      var resolved = ResolvedGeoreference(
        Georeference(crs: source.grid.crs, pixelToCRS: .affine(placed.transform)),
        "placed by a virtual raster")
      let size = placed.part?.size ?? header.size
      try resolved.georeference.onNearestRevolution(size: size).validated(size: size, path: path)
      resolved.warnings = GeoreferenceWarnings.about(resolved, placement: nil, crs: nil, size: size)
      return member(
        OpenedHeader.Place(
          georeference: resolved.georeference, placedBy: resolved.summary,
          warnings: resolved.warnings), placed.part)
    }
    guard let place = opened.place else { return nil }
    guard case .cut(let area) = statement else { return member(place, nil) }
    switch PixelOutline.cut(of: header.size, by: area, place.georeference) {
    case nil:
      throw FailureReport(
        .badInput, "the image cannot be cut to its footprint", at: path,
        found: "positions of the footprint that have no pixel in the system of the image",
        expected: "a footprint near the image",
        nextStep: "correct the footprint in the index, or leave `cutsToFootprints` out")
    case .nothing: return nil
    case .all: return member(place, nil)
    case .part(let outline):
      return member(
        place,
        ImagePart(columns: 0..<header.size.width, rows: 0..<header.size.height, outline: outline))
    }
  }
}

extension VirtualSource {
  /// Selects pixels by their centres.
  fileprivate func placement(
    ofImage size: PixelSize
  ) -> (part: ImagePart?, transform: AffineTransform)? {
    let whole = PixelRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let source = source ?? whole
    let target =
      target
      ?? PixelRectangle(
        x: 0, y: 0, width: Double(grid.size.width), height: Double(grid.size.height))
    let (across, down) = (target.width / source.width, target.height / source.height)
    let columns = Self.used(
      source.x, source.width, of: size.width, to: target.x, across, of: grid.size.width)
    let rows = Self.used(
      source.y, source.height, of: size.height, to: target.y, down, of: grid.size.height)
    guard let columns, let rows else { return nil }
    var transform = grid.transform
    let origin = transform.apply(
      PixelPoint(
        x: target.x + (Double(columns.lowerBound) - source.x) * across,
        y: target.y + (Double(rows.lowerBound) - source.y) * down))
    (transform.originX, transform.originY) = (origin.x, origin.y)
    transform.columnX *= across
    transform.columnY *= across
    transform.rowX *= down
    transform.rowY *= down
    let isWhole = columns == 0..<size.width && rows == 0..<size.height
    return (isWhole ? nil : ImagePart(columns: columns, rows: rows, outline: nil), transform)
  }

  private static func used(
    _ start: Double, _ length: Double, of count: Int, to target: Double, _ scale: Double,
    of targetCount: Int
  ) -> Range<Int>? {
    // Rectangles are rounded in files: a middle that is off by this much counts as on the edge.
    let slack = 1e-6 * max(1, 1 / scale)
    let first = max(0, max(start, start - target / scale))
    let end = min(Double(count), start + length, start + (Double(targetCount) - target) / scale)
    guard first.isFinite, end.isFinite, first < end else { return nil }
    let lower = Int((first - 0.5 - slack).rounded(.up))
    let upper = Int((end - 0.5 - slack).rounded(.up))
    return lower < upper ? lower..<upper : nil
  }
}
