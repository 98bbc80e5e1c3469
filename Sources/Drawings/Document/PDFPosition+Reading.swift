import Georeferencing

extension PDFPosition {

  init?(_ objects: PDFObjects, drawn: [Double]?) {
    guard let frame = PageFrame(objects, drawn: drawn) else { return nil }
    let found = [Self.measured(objects, frame), Self.listed(objects, frame)].compactMap(\.self)
    guard let first = found.first else { return nil }
    self = first
    others = Array(found.dropFirst())
  }

  /// From the largest viewport with a geospatial measure.
  private static func measured(_ objects: PDFObjects, _ frame: PageFrame) -> PDFPosition? {
    let viewports = (objects.array(objects.page["VP"]) ?? []).compactMap { objects.dictionary($0) }
    let found = viewports.compactMap { viewport -> (area: Double, position: PDFPosition)? in
      guard let box = objects.numbers(viewport["BBox"]), box.count == 4,
        let measure = objects.dictionary(viewport["Measure"]), measure["Subtype"] == .name("GEO"),
        let system = objects.dictionary(measure["GCS"]),
        let positions = objects.numbers(measure["GPTS"]).map(pairs)
      else { return nil }
      // Both are in the unit square of the box.
      func place(_ part: SIMD2<Double>) -> SIMD2<Double> {
        frame.place(SIMD2(box[0] + (box[2] - box[0]) * part.x, box[1] + (box[3] - box[1]) * part.y))
      }
      let square = [SIMD2(0, 0), SIMD2(0, 1), SIMD2(1, 1), SIMD2(1.0, 0)]
      let places = objects.numbers(measure["LPTS"]).map(pairs) ?? square
      let bounds = objects.numbers(measure["Bounds"]).map(pairs) ?? square
      let code = objects.number(system["EPSG"]).map { "EPSG:\(Int($0))" }
      let text = objects.text(system["WKT"]).flatMap { $0.isEmpty ? nil : $0 }
      let ties = zip(places, positions).map { part, position in
        Tie(place: place(part), position: CRSPoint(x: position.y, y: position.x))
      }
      return PDFPosition(
        ties: ties, system: text ?? code, isGeographic: true, neatline: bounds.map(place),
        name: "geospatial PDF"
      ).map { (abs((box[2] - box[0]) * (box[3] - box[1])), $0) }
    }
    return found.max { $0.area < $1.area }?.position
  }

  /// From the LGIDict with the largest neatline.
  private static func listed(_ objects: PDFObjects, _ frame: PageFrame) -> PDFPosition? {
    guard let value = objects.page["LGIDict"] else { return nil }
    return (objects.array(value) ?? [value]).compactMap { objects.dictionary($0) }
      .compactMap { listed($0, objects, frame) }
      .max { $0.neatlineArea < $1.neatlineArea }
  }

  /// From a transform of the page's units, or control points.
  private static func listed(
    _ dictionary: [String: PDFValue], _ objects: PDFObjects, _ frame: PageFrame
  ) -> PDFPosition? {
    var ties: [Tie] = []
    if let map = objects.numbers(dictionary["CTM"]), map.count == 6 {
      ties = frame.corners.map { corner in
        Tie(
          place: frame.place(corner),
          position: CRSPoint(
            x: map[0] * corner.x + map[2] * corner.y + map[4],
            y: map[1] * corner.x + map[3] * corner.y + map[5]))
      }
    } else {
      ties = (objects.array(dictionary["Registration"]) ?? []).compactMap { entry in
        guard let numbers = objects.numbers(entry), numbers.count == 4 else { return nil }
        return Tie(
          place: frame.place(SIMD2(numbers[0], numbers[1])),
          position: CRSPoint(x: numbers[2], y: numbers[3]))
      }
    }
    let neatline = objects.numbers(dictionary["Neatline"]).map(pairs) ?? []
    return PDFPosition(
      ties: ties,
      system: objects.dictionary(dictionary["Projection"]).flatMap { system($0, objects) },
      isGeographic: false, neatline: neatline.map(frame.place), name: "LGIDict of the PDF")
  }

  /// From a projection dictionary: well-known text, as GDAL adds, or geographic or UTM coordinates on a
  /// common datum.
  private static func system(_ projection: [String: PDFValue], _ objects: PDFObjects) -> String? {
    if let text = objects.text(projection["WKT"]), !text.isEmpty { return text }
    guard let datum = objects.text(projection["Datum"]) else { return nil }
    let isWorld = datum.hasPrefix("WGE") || datum == "WE"
    let (isNAD83, isNAD27) = (datum.hasPrefix("NAR"), datum.hasPrefix("NAS"))
    switch objects.text(projection["ProjectionType"]) {
    case "GEOGRAPHIC":
      return isWorld ? "EPSG:4326" : isNAD83 ? "EPSG:4269" : isNAD27 ? "EPSG:4267" : nil
    case "UT":
      guard let zone = objects.number(projection["Zone"]).map({ Int($0) }), (1...60).contains(zone)
      else { return nil }
      let isSouth = objects.text(projection["Hemisphere"]) == "S"
      if isWorld { return "EPSG:\((isSouth ? 32700 : 32600) + zone)" }
      return isSouth
        ? nil : isNAD83 ? "EPSG:\(26900 + zone)" : isNAD27 ? "EPSG:\(26700 + zone)" : nil
    default: return nil
    }
  }

  private static func pairs(_ numbers: [Double]) -> [SIMD2<Double>] {
    stride(from: 0, to: numbers.count - 1, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) }
  }
}

/// Map from the units of a page, y up, to the page as shown.
private struct PageFrame {
  private let low: SIMD2<Double>
  private let size: SIMD2<Double>
  private let rotation: Int

  /// `drawn` is what poppler makes of a crop box that is not within the media box, to hundredths.
  init?(_ objects: PDFObjects, drawn: [Double]?) {
    let page = objects.page
    let stated = objects.numbers(page["CropBox"]) ?? objects.numbers(page["MediaBox"])
    guard var box = stated, box.count == 4 else { return nil }
    box = [min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])]
    if let drawn, zip(box, drawn).contains(where: { abs($0 - $1) > 0.01 }) { box = drawn }
    low = SIMD2(box[0], box[1])
    size = SIMD2(box[2], box[3]) - low
    guard size.x > 0, size.y > 0 else { return nil }
    let degrees = objects.number(page["Rotate"]).flatMap { Int(exactly: $0) } ?? 0
    rotation = (degrees % 360 + 360) % 360
  }

  /// In the units of the page.
  var corners: [SIMD2<Double>] {
    [low, low + SIMD2(size.x, 0), low + size, low + SIMD2(0, size.y)]
  }

  /// In fractions of the shown page from its top left corner.
  func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let part = (point - low) / size
    return switch rotation {
    case 90: SIMD2(part.y, part.x)
    case 180: SIMD2(1 - part.x, part.y)
    case 270: SIMD2(1 - part.y, 1 - part.x)
    default: SIMD2(part.x, 1 - part.y)
    }
  }
}
