import TileModel

/// Georeference and band metadata of an `.aux.xml` file.
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

  /// Statements about the image's bands.
  package var bands = BandStatements()

  /// Elements that no image depends on, which may be large.
  private static let passedOver: Set = ["Histograms", "GDALRasterAttributeTable", "Subdataset"]

  /// Reads the elements `SRS`, `GeoTransform`, `GCPList` and `PAMRasterBand` of GDAL's PAM files, and
  /// `GeodataXform` of ArcGIS; all others are left to the tools they belong to.
  package init(bytes: [UInt8], path: String) throws(GeoreferenceError) {
    try TextFile.checkMarks(bytes, path: path)
    let document: MarkupElement
    do throws(MarkupFault) {
      let reader = MarkupReader(bytes)
      document = try reader.element(reader.root(), skipping: Self.passedOver)
      while try reader.next() != nil {}
    } catch { throw GeoreferenceError(error, path: path) }
    func fault(_ element: MarkupElement, _ found: String, _ expected: String) -> GeoreferenceError {
      .malformedFile(
        path: path, line: element.line, column: nil, found: found, expected: expected)
    }
    geodata = try GeodataXform(document, path: path)
    systemText = document.child("SRS")?.text ?? geodata?.systemText
    if let list = document.child("GCPList") {
      pointSystemText = list.attributes["Projection"]
      for (index, element) in list.children("GCP").enumerated() {
        guard let point = ControlPoint(element) else {
          let name = element.attributes["Id"]?.excerpt ?? "\(index + 1)"
          throw fault(element, "GCP \(name)", "a GCP with the numbers Pixel, Line, X and Y")
        }
        points.append(point)
      }
    }
    if let element = document.child("GeoTransform") {
      guard let transform = AffineTransform(geoTransform: element.text) else {
        throw fault(element, element.text.excerpt, "six numbers separated by commas")
      }
      self.transform = transform
    }
    for element in document.children("PAMRasterBand") {
      guard let number = element.attributes["band"].flatMap({ Int($0) }) else { continue }
      do throws(MarkupFault) { bands[number] = try BandStatement(element) } catch {
        throw GeoreferenceError(error, path: path)
      }
    }
    bands.file = path.fileName
  }

  /// The file beside an image; `nil` where there is none.
  package init?(ofImage path: String) throws(GeoreferenceError) {
    let path = Sidecars(imagePath: path).auxiliaryPath
    guard TextFile.exists(path) else { return nil }
    try self.init(bytes: TextFile.read(path), path: path)
  }
}

extension ControlPoint {
  /// Reads an element `GCP` of GDAL; `nil` when one of its four numbers is missing.
  package init?(_ element: MarkupElement) {
    let values = ["Pixel", "Line", "X", "Y"].compactMap {
      element.attributes[$0].flatMap { NumberText.double($0.trimmingBlanks()) }
    }
    guard values.count == 4 else { return nil }
    self.init(
      pixel: PixelPoint(x: values[0], y: values[1]),
      position: CRSPoint(x: values[2], y: values[3]), name: element.attributes["Id"])
  }
}

extension AffineTransform {
  /// Reads the six numbers of an element `GeoTransform` of GDAL; `nil` for anything else.
  package init?(geoTransform text: String) {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = fields.compactMap { NumberText.double($0.trimmingBlanks()) }
    guard values.count == 6, fields.count == 6 else { return nil }
    self.init(
      originX: values[0], originY: values[3], columnX: values[1], columnY: values[4],
      rowX: values[2], rowY: values[5])
  }
}
