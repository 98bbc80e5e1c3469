import TileModel

/// Reads the control points of a Georeference Annotation (IIIF Georeference Extension 1.0), as Allmaps
/// writes it.
enum GeoreferenceAnnotation {
  /// Whether a file is JSON rather than a table.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let marks = Array("\u{FEFF}".utf8)
    let text = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
    return text.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  /// The points of an annotation, or of the one on a page that is of the image.
  ///
  /// The pixels of another size of the same image are scaled.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The file, for messages.
  ///   - image: The size of the picture, if it is known.
  /// - Returns: The points, with pixels of the picture.
  /// - Throws: ``GeoreferenceError/malformedFile(path:line:column:found:expected:)``.
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
    let matching = annotations.filter { annotation in
      guard let image, annotations.count > 1 else { return true }
      return Self.size(of: annotation).map { scale(from: $0, to: image) != nil } ?? false
    }
    guard matching.count == 1, let body = matching[0]["body"],
      let features = body["features"]?.items
    else { throw fault("\(annotations.count) annotations with control points") }
    var listed = ListedPoints(
      points: [], lines: [], system: .geographic, counting: .shown, isFittedInOwnSystem: false,
      kind: kind(body["transformation"]))
    var factors = (x: 1.0, y: 1.0)
    if let image, let stated = Self.size(of: matching[0]), stated != image {
      guard let scale = scale(from: stated, to: image) else {
        throw fault("an annotation of an image of \(stated) pixels, and the image has \(image)")
      }
      factors = scale
      listed.warnings = [
        "\(path): its pixels are those of an image of \(stated), and are scaled to \(image)"
      ]
    }
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

  /// The size of the image that is annotated, where it is said.
  private static func size(of annotation: JSONValue) -> PixelSize? {
    let source = annotation["target"]?["source"]
    if let width = source?["width"]?.double, let height = source?["height"]?.double {
      return size(width, height)
    }
    guard case .string(let outline) = annotation["target"]?["selector"]?["value"],
      let attributes = MarkupText(Array(outline.utf8)).element("svg")?.attributes,
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

  /// The factors from one size of an image to another; `nil` when the shapes differ by more than a sample.
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

  /// The transform that an annotation asks for; `nil` for none, or one that there is not.
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

  /// The first two numbers of an array.
  fileprivate var pair: (Double, Double)? {
    guard let items, items.count >= 2, let first = items[0].double, let second = items[1].double
    else { return nil }
    return (first, second)
  }
}
