/// The files beside an image that say where it lies.
package struct Sidecars {
  /// The image.
  let imagePath: String

  /// Describes the neighbours of an image, without looking for them.
  package init(imagePath: String) { self.imagePath = imagePath }

  /// The path without its suffix, and the suffix without its point; a name that only begins with a
  /// point has none.
  private var parts: (stem: String, suffix: String) {
    guard let point = imagePath.lastIndex(of: "."),
      let start = imagePath[..<point].last, start != "/",
      !imagePath[point...].contains("/")
    else { return (imagePath, "") }
    return (String(imagePath[..<point]), String(imagePath[imagePath.index(after: point)...]))
  }

  /// The names under which a world file is looked for, in this order: for `plan.png`, `plan.pgw`,
  /// `plan.pngw` and `plan.wld`, each also with a suffix in upper case (SPECS C.6).
  package var worldFilePaths: [String] {
    let (stem, suffix) = parts
    let lower = suffix.lowercased()
    var suffixes: [String] = []
    if let first = lower.first, let last = lower.last, lower.count > 1 {
      suffixes = ["\(first)\(last)w", lower + "w"]
    }
    suffixes.append("wld")
    return suffixes.flatMap { ["\(stem).\($0)", "\(stem).\($0.uppercased())"] }
  }

  /// The names under which a description of the system is looked for.
  package var projectionPaths: [String] { ["\(parts.stem).prj", "\(parts.stem).PRJ"] }

  /// The name of the auxiliary file that other tools keep a system and a transform in.
  package var auxiliaryPath: String { imagePath + ".aux.xml" }

  /// The names of control points that other tools save beside an image.
  package var pointsPaths: [String] { ["\(imagePath).points", "\(parts.stem).points"] }
}

/// What an `.aux.xml` file says about where an image lies.
package struct AuxiliaryFile: Hashable {
  /// The well-known text of the system, if there is one.
  package var systemText: String?
  /// The transform from the image's outer corner, if there is one.
  package var transform: AffineTransform?

  /// Reads the elements `SRS` and `GeoTransform`; all others are left to the tools they belong to.
  ///
  /// - Throws: ``GeoreferenceError/malformedFile(path:line:column:found:expected:)`` for a transform
  ///   that is not six numbers.
  package init(bytes: [UInt8], path: String) throws(GeoreferenceError) {
    let text = String(decoding: bytes, as: UTF8.self)
    systemText = Self.element("SRS", in: text).map { Self.unescaped($0.text) }
    guard let element = Self.element("GeoTransform", in: text) else { return }
    let fields = element.text.split(separator: ",", omittingEmptySubsequences: false)
    let values = fields.compactMap { NumberText.double($0.trimmingBlanks()) }
    guard values.count == 6, fields.count == 6 else {
      throw .malformedFile(
        path: path, line: element.line, column: nil, found: element.text.trimmingBlanks().excerpt,
        expected: "six numbers separated by commas")
    }
    transform = AffineTransform(
      originX: values[0], originY: values[3], columnX: values[1], columnY: values[4],
      rowX: values[2], rowY: values[5])
  }

  /// The text of the first element of a name, and the line on which it starts.
  private static func element(_ name: String, in text: String) -> (text: String, line: Int)? {
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[text.index(after: open)...]
      guard rest.hasPrefix(name) else { continue }
      let after = rest.dropFirst(name.count)
      guard let next = after.first, next == ">" || next.isWhitespace else { continue }
      guard let close = after.firstIndex(of: ">") else { return nil }
      let body = after[after.index(after: close)...]
      guard let end = body.firstIndex(of: "<") else { return nil }
      let line = 1 + text[..<open].count(where: \.isNewline)
      return (String(body[..<end]), line)
    }
    return nil
  }

  /// The text with the five entities of XML replaced.
  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    let entities = [
      ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"),
    ]
    while let character = rest.first {
      if let (entity, meaning) = entities.first(where: { rest.hasPrefix($0.0) }) {
        result += meaning
        rest = rest.dropFirst(entity.count)
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
