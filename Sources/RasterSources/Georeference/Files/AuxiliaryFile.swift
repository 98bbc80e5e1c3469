import TileModel

/// What an `.aux.xml` file says about where an image is.
package struct AuxiliaryFile: Hashable {
  /// The definition of the system, if there is one.
  package var systemText: String?
  /// The transform from the image's outer corner, if there is one.
  package var transform: AffineTransform?
  /// The control points, in the coordinates of ``pointSystemText``.
  package var points: [ControlPoint] = []
  /// The definition of the control points' system, if there is one.
  package var pointSystemText: String?

  /// The transform of ArcGIS, if there is one.
  package var geodata: GeodataXform?

  /// Reads the elements `SRS`, `GeoTransform` and `GCPList` of GDAL's PAM files, and `GeodataXform` of ArcGIS;
  /// all others are left to the tools they belong to.
  ///
  /// - Throws: ``GeoreferenceError/malformedFile(path:line:column:found:expected:)`` for a transform
  ///   that is not six numbers, a control point without its four, or lists that do not match.
  package init(bytes: [UInt8], path: String) throws(GeoreferenceError) {
    try TextFile.checkMarks(bytes, path: path)
    let markup = MarkupText(bytes)
    geodata = try GeodataXform(markup, path: path)
    systemText = markup.element("SRS")?.text ?? geodata?.systemText
    try readPoints(bytes, path: path)
    guard let element = markup.element("GeoTransform") else { return }
    guard let transform = AffineTransform(geoTransform: element.text) else {
      throw .malformedFile(
        path: path, line: element.line, column: nil, found: element.text.trimmingBlanks().excerpt,
        expected: "six numbers separated by commas")
    }
    self.transform = transform
  }

  private mutating func readPoints(_ bytes: [UInt8], path: String) throws(GeoreferenceError) {
    var scanner = MarkupScanner(bytes)
    while let tag = scanner.next(readingAttributes: { $0 == "GCP" || $0 == "GCPList" }) {
      switch (tag.name, tag.kind) {
      case ("GCPList", .start): pointSystemText = tag.attributes["Projection"]
      case ("GCP", .start), ("GCP", .empty):
        guard let point = ControlPoint(tag) else {
          throw .malformedFile(
            path: path, line: 1, column: nil,
            found: "GCP \(tag.attributes["Id"]?.excerpt ?? "\(points.count + 1)")",
            expected: "a GCP with the numbers Pixel, Line, X and Y")
        }
        points.append(point)
      default: break
      }
    }
  }
}

extension ControlPoint {
  /// Reads an element `GCP` of GDAL; `nil` when one of its four numbers is missing.
  init?(_ tag: MarkupScanner.Tag) {
    let values = ["Pixel", "Line", "X", "Y"].compactMap {
      tag.attributes[$0].flatMap { NumberText.double($0.trimmingBlanks()) }
    }
    guard values.count == 4 else { return nil }
    self.init(
      pixel: PixelPoint(x: values[0], y: values[1]),
      position: CRSPoint(x: values[2], y: values[3]), name: tag.attributes["Id"])
  }
}

extension AffineTransform {
  /// Reads the six numbers of an element `GeoTransform` of GDAL; `nil` for anything else.
  init?(geoTransform text: String) {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = fields.compactMap { NumberText.double($0.trimmingBlanks()) }
    guard values.count == 6, fields.count == 6 else { return nil }
    self.init(
      originX: values[0], originY: values[3], columnX: values[1], columnY: values[4],
      rowX: values[2], rowY: values[5])
  }
}
