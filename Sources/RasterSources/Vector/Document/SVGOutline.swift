import TileModel

/// What the outermost elements of an SVG document state: its size, and the groups at its top.
package struct SVGOutline: Hashable, Sendable {
  /// A group at the top of the drawing, which drawing programs call a layer.
  package struct Layer: Hashable, Sendable {
    var identifier: String?
    var label: String?

    /// The names by which it can be chosen.
    var names: [String] { [identifier, label].compactMap(\.self) }
  }

  /// The size, or `nil` when the document does not state one.
  package let size: DrawingSize?
  /// The groups that have an identifier or a label.
  package let layers: [Layer]
  /// The attributes of the root that decide the size, for messages.
  package let sizeText: String
  /// The first file that the drawing takes pictures, texts or shapes from, or `nil`.
  package let outsideFile: String?
  /// The most groups that can be chosen.
  private static let layerLimit = 10_000

  /// Reads the outline, or returns `nil` when there is no element `svg`.
  ///
  /// This is no check of the document: the program that draws it has the last word.
  package init?(_ bytes: [UInt8]) {
    var scanner = MarkupScanner(bytes)
    var depth = 0
    var root: [String: String]?
    var layers: [Layer] = []
    var outside: String?
    while let tag = scanner.next(readingAttributes: { depth < 2 || Self.takesFiles($0) }) {
      switch tag.kind {
      case .end: depth -= 1
      case .start, .empty:
        if depth == 0 {
          guard tag.name == "svg" else { return nil }
          root = tag.attributes
        } else if depth == 1, tag.name == "g" {
          let layer = Layer(identifier: tag.attributes["id"], label: tag.attributes["label"])
          if !layer.names.isEmpty, layers.count < Self.layerLimit { layers.append(layer) }
        }
        if outside == nil, Self.takesFiles(tag.name), let file = tag.attributes["href"],
          let first = file.utf8.first, first != UInt8(ascii: "#"),
          !file.prefix(5).lowercased().hasPrefix("data:")
        {
          outside = file
        }
        if tag.kind == .start { depth += 1 }
      }
      if depth <= 0 { break }
    }
    guard let root else { return nil }
    self.layers = layers
    outsideFile = outside
    size = Self.size(root)
    let stated = ["width", "height", "viewBox"].compactMap { name in
      root[name].map { "\(name)=\"\($0.excerpt)\"" }
    }
    sizeText = stated.isEmpty ? "neither width, height nor viewBox" : stated.joined(separator: " ")
  }

  /// Whether elements of a name take what they show from a file.
  private static func takesFiles(_ name: String) -> Bool {
    switch name {
    case "image", "feImage", "use", "include": true
    default: false
    }
  }

  /// The size that the attributes of a root give: a side that is not stated follows from the view box.
  private static func size(_ root: [String: String]) -> DrawingSize? {
    let numbers =
      root["viewBox"]?.split { [",", " ", "\t", "\n", "\r"].contains($0) }
      .compactMap { NumberText.double($0) } ?? []
    let box = numbers.count == 4 ? DrawingSize(width: numbers[2], height: numbers[3]) : nil
    let width = root["width"].flatMap(inches)
    let height = root["height"].flatMap(inches)
    switch (width, height, box) {
    case (let width?, let height?, _): return DrawingSize(width: width, height: height)
    case (let width?, nil, let box?):
      return DrawingSize(width: width, height: width * box.height / box.width)
    case (nil, let height?, let box?):
      return DrawingSize(width: height * box.width / box.height, height: height)
    case (nil, nil, let box?): return DrawingSize(width: box.width / 96, height: box.height / 96)
    case (_, _, nil): return nil
    }
  }

  /// A length in inches; `nil` for one that is relative to what is not there.
  private static func inches(_ text: String) -> Double? {
    let text = text[...].trimmingBlanks()
    let number = text.prefix { !$0.isLetter && $0 != "%" || $0 == "e" || $0 == "E" }
    let perInch: [String: Double] = [
      "": 96, "px": 96, "pt": 72, "pc": 6, "mm": 25.4, "cm": 2.54, "in": 1, "q": 101.6,
    ]
    guard let value = NumberText.double(number),
      let unit = perInch[text.dropFirst(number.count).lowercased()]
    else { return nil }
    return value / unit
  }

  /// The names by which groups can be chosen, each once.
  package var layerNames: [String] {
    var seen: Set<String> = []
    return layers.flatMap(\.names).filter { seen.insert($0).inserted }
  }

  /// A style sheet that hides all groups at the top but those chosen, and shows these.
  ///
  /// - Parameters:
  ///   - names: Identifiers or labels.
  ///   - path: The file, for messages.
  /// - Returns: CSS.
  /// - Throws: ``VectorPlanError/noSuchLayers(path:layers:known:)``.
  package func styleSheet(showing names: [String], path: String) throws(VectorPlanError) -> String {
    let known = Set(layers.flatMap(\.names))
    let unknown = names.filter { !known.contains($0) }
    guard unknown.isEmpty else {
      throw .noSuchLayers(path: path, layers: unknown, known: layerNames)
    }
    let wanted = Set(names)
    let chosen = layers.filter { layer in layer.names.contains(where: wanted.contains) }
    let selectors = chosen.map { layer in
      layer.identifier.map { "[id=\(Self.quoted($0))]" }
        ?? "[*|label=\(Self.quoted(layer.label ?? ""))]"
    }
    let others = selectors.map { ":not(\($0))" }.joined()
    let shown = selectors.map { "svg > g\($0)" }.joined(separator: ", ")
    return "svg > g\(others) { display: none !important }\n"
      + "\(shown) { display: inline !important }\n"
  }

  /// A text as a string of CSS.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "\u{0}"..."\u{1F}", "\u{7F}", "<", ">":
        result += "\\" + String(scalar.value, radix: 16) + " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
