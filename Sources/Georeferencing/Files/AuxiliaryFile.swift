import TileModel

/// Georeference and band metadata of an `.aux.xml` file.
package struct AuxiliaryFile: Hashable {
  package var systemText: String?
  /// From the image's outer corner.
  package var transform: AffineTransform?
  /// In the coordinates of ``pointSystemText``.
  package var points: [ControlPoint] = []
  package var pointSystemText: String?

  package var geodata: GeodataXform?

  package var bands = BandStatements()

  private static let passedOver: Set = ["Histograms", "GDALRasterAttributeTable", "Subdataset"]

  /// Reads `SRS`, `GeoTransform`, `GCPList` and `PAMRasterBand` of GDAL's PAM files, and `GeodataXform` of
  /// ArcGIS.
  package init(bytes: [UInt8], path: String) throws(GeoreferenceError) {
    try TextFile.checkMarks(bytes, path: path)
    let document: MarkupElement
    do throws(MarkupFault) {
      let reader = MarkupReader(bytes)
      document = try reader.element(reader.root(), skipping: Self.passedOver)
      while try reader.next() != nil {}
    } catch { throw GeoreferenceError(error, path: path) }
    func fault(_ element: MarkupElement, _ found: String, _ expected: String) -> GeoreferenceError {
      .malformedFile(path: path, line: element.line, column: nil, found: found, expected: expected)
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
    let items = document.children("Metadata").filter { $0.attributes["domain"] == nil }
      .flatMap { $0.children("MDI") }
    if let item = items.first(where: { $0.attributes["key"] == "NODATA_VALUES" }) {
      bands.readNoDataValues(item.text)
    }
    bands.file = path.fileName
  }

  package init?(ofImage path: String) throws(GeoreferenceError) {
    let path = Sidecars(imagePath: path).auxiliaryPath
    guard TextFile.exists(path) else { return nil }
    try self.init(bytes: TextFile.read(path), path: path)
  }
}

extension ControlPoint {
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
  package init?(geoTransform text: String) {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = fields.compactMap { NumberText.double($0.trimmingBlanks()) }
    guard values.count == 6, fields.count == 6 else { return nil }
    self.init(
      originX: values[0], originY: values[3], columnX: values[1], columnY: values[4],
      rowX: values[2], rowY: values[5])
  }
}
