package import TileModel

/// Reads and writes control points as a Georeference Annotation (IIIF Georeference Extension 1.0,
/// <https://iiif.io/api/extension/georef/>), as Allmaps does.
package enum GeoreferenceAnnotation {
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let marks = Array("\u{FEFF}".utf8)
    let text = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
    return text.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  /// Takes the annotation of the image from a page of several.
  ///
  /// Pixels of another size of the same image are scaled.
  static func points(
    _ bytes: [UInt8], path: String, image: PixelSize?
  ) throws(GeoreferenceError) -> ListedPoints {
    func fault(_ found: String, line: Int = 1) -> GeoreferenceError {
      .malformedFile(
        path: path, line: line, column: nil, found: found,
        expected: "a Georeference Annotation of the image, or a page with one")
    }
    let document: JSONValue
    do throws(JSONSyntaxError) { document = try JSONParser.value(of: bytes) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw fault("no readable JSON: \(error.reason)", line: line)
    }
    let items = document["items"].flatMap(\.items) ?? [document]
    let annotations = items.filter { $0["body"]?["features"]?.items?.isEmpty == false }
    var matching: [JSONValue] = []
    for annotation in annotations {
      if let image, annotations.count > 1 {
        guard let stated = try Self.size(of: annotation, location: path),
          scale(from: stated, to: image) != nil
        else { continue }
      }
      matching.append(annotation)
    }
    guard matching.count == 1, let body = matching[0]["body"],
      let features = body["features"]?.items
    else { throw fault("\(annotations.count) annotations with control points") }
    var listed = ListedPoints(
      points: [], lines: [], system: .geographic, counting: .shown, isFittedInOwnSystem: false,
      kind: kind(body["transformation"]))
    var factors = (x: 1.0, y: 1.0)
    if let image, let stated = try Self.size(of: matching[0], location: path), stated != image {
      guard let scale = scale(from: stated, to: image) else {
        throw fault("an annotation of an image of \(stated) pixels, and the image has \(image)")
      }
      factors = scale
      listed.warnings = [
        "\(path): its pixels are those of an image of \(stated), and are scaled to \(image)"
      ]
    }
    listed.outline = try outline(of: matching[0], scaled: factors, image: image, location: path)
    for (index, feature) in features.enumerated() {
      let properties = feature["properties"]
      let pixel = (properties?["resourceCoords"] ?? properties?["pixelCoords"])?.pair
      guard let pixel, let position = feature["geometry"]?["coordinates"]?.pair else {
        throw fault("feature \(index + 1) without resourceCoords and coordinates")
      }
      listed.points.append(
        ControlPoint(
          pixel: PixelPoint(x: pixel.0 * factors.x, y: pixel.1 * factors.y),
          position: CRSPoint(x: position.0, y: position.1)))
      listed.lines.append(1)
    }
    return listed
  }

  package static func text(
    _ points: [(pixel: PixelPoint, position: GeographicCoordinate)], kind: TransformKind,
    image name: String, size: PixelSize, outline: ImageOutline?
  ) -> String {
    let (width, height) = (size.width, size.height)
    let corners = outline?.text ?? size.corners.map(\.text).joined(separator: " ")
    let mask =
      "<svg width=\"\(width)\" height=\"\(height)\"><polygon points=\"\(corners)\" /></svg>"
    let features = points.map { point -> JSONValue in
      [
        "type": "Feature",
        "properties": ["resourceCoords": [.number(point.pixel.x), .number(point.pixel.y)]],
        "geometry": [
          "type": "Point",
          "coordinates": [.number(point.position.longitude), .number(point.position.latitude)],
        ],
      ]
    }
    let annotation: JSONValue = [
      "@context": [
        "http://iiif.io/api/extension/georef/1/context.json",
        "http://iiif.io/api/presentation/3/context.json",
      ], "type": "Annotation", "motivation": "georeferencing",
      "target": [
        "type": "SpecificResource",
        "source": [
          "id": .string(name), "type": "Image", "width": .number(width), "height": .number(height),
        ], "selector": ["type": "SvgSelector", "value": .string(mask)],
      ],
      "body": [
        "type": "FeatureCollection", "transformation": transformation(kind),
        "features": .array(features),
      ],
    ]
    return annotation.text
  }

  private static func transformation(_ kind: TransformKind) -> JSONValue {
    func polynomial(_ order: Int) -> JSONValue {
      ["type": "polynomial", "options": ["order": .number(order)]]
    }
    switch kind {
    case .similarity: return ["type": "helmert"]
    case .affine: return polynomial(1)
    case .polynomial2: return polynomial(2)
    case .polynomial3: return polynomial(3)
    case .projective: return ["type": "projective"]
    case .tps: return ["type": "thinPlateSpline"]
    }
  }

  private static func outline(
    of annotation: JSONValue, scaled factors: (x: Double, y: Double), image: PixelSize?,
    location: String
  ) throws(GeoreferenceError) -> ImageOutline? {
    guard let drawing = try selector(of: annotation, location: location),
      let points = drawing.descendant("polygon")?.attributes["points"]
    else { return nil }
    let numbers = points.split { " ,\t\r\n".contains($0) }.map { NumberText.double($0) }
    let corners = stride(from: 0, to: numbers.count - 1, by: 2).compactMap { index in
      numbers[index].flatMap { x in
        numbers[index + 1].map { PixelPoint(x: x * factors.x, y: $0 * factors.y) }
      }
    }
    guard 2 * corners.count == numbers.count else { return nil }
    if let image {
      let isCorner = { (corner: PixelPoint) in
        [0, Double(image.width)].contains { abs(corner.x - $0) < 0.5 }
          && [0, Double(image.height)].contains { abs(corner.y - $0) < 0.5 }
      }
      if corners.allSatisfy(isCorner) { return nil }
    }
    return try ImageOutline(corners, location: location)
  }

  private static func selector(
    of annotation: JSONValue, location: String
  ) throws(GeoreferenceError) -> MarkupElement? {
    // Selectors of other kinds are no XML.
    guard case .string(let text) = annotation["target"]?["selector"]?["value"], text.contains("<")
    else { return nil }
    do throws(MarkupFault) { return try MarkupElement(document: Array(text.utf8)) } catch {
      throw .malformedFile(
        path: location, line: 1, column: nil, found: "a selector: \(error.found)",
        expected: "an SvgSelector whose value is SVG")
    }
  }

  private static func size(
    of annotation: JSONValue, location: String
  ) throws(GeoreferenceError) -> PixelSize? {
    let source = annotation["target"]?["source"]
    if let width = source?["width"]?.double, let height = source?["height"]?.double {
      return size(width, height)
    }
    guard let attributes = try selector(of: annotation, location: location)?.attributes,
      let width = attributes["width"].flatMap({ NumberText.double($0) }),
      let height = attributes["height"].flatMap({ NumberText.double($0) })
    else { return nil }
    return size(width, height)
  }

  private static func size(_ width: Double, _ height: Double) -> PixelSize? {
    guard let columns = Int(exactly: width), let rows = Int(exactly: height), columns > 0, rows > 0
    else { return nil }
    return PixelSize(width: columns, height: rows)
  }

  /// `nil` when the aspect ratios differ by more than a pixel.
  private static func scale(
    from stated: PixelSize, to image: PixelSize
  ) -> (x: Double, y: Double)? {
    let x = Double(image.width) / Double(stated.width)
    let y = Double(image.height) / Double(stated.height)
    let strays = [
      Double(stated.height) * x - Double(image.height),
      Double(image.height) / x - Double(stated.height),
    ]
    return strays.contains { $0.magnitude <= 1 } ? (x, y) : nil
  }

  private static func kind(_ transformation: JSONValue?) -> TransformKind? {
    guard case .string(let name) = transformation?["type"] else { return nil }
    switch name {
    case "helmert": return .similarity
    case "polynomial":
      switch transformation?["options"]?["order"]?.double {
      case 2: return .polynomial2
      case 3: return .polynomial3
      default: return .affine
      }
    case "polynomial1": return .affine
    case "polynomial2": return .polynomial2
    case "polynomial3": return .polynomial3
    case "projective": return .projective
    case "thinPlateSpline": return .tps
    default: return nil
    }
  }
}

extension JSONValue {
  fileprivate var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

  fileprivate var double: Double? {
    if case .number(let text) = self { NumberText.double(text) } else { nil }
  }

  fileprivate var pair: (Double, Double)? {
    guard let items, items.count >= 2, let first = items[0].double, let second = items[1].double
    else { return nil }
    return (first, second)
  }
}
