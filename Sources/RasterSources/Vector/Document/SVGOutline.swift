import Georeferencing
import TileModel

/// The groups at the top of an SVG document, and what is not drawn of it.
package struct SVGOutline: Hashable, Sendable {
  /// A group at the top of the drawing, which drawing programs call a layer.
  package struct Layer: Hashable, Sendable {
    var identifier: String?
    var label: String?

    /// The names by which it can be chosen.
    var names: [String] { [identifier, label].compactMap(\.self) }
  }

  /// The groups that have an identifier or a label.
  package private(set) var layers: [Layer] = []
  /// Remarks for a person who has it drawn.
  package let notices: [RasterNotice]
  /// Whether the program has to be told that the document may have a text of more than 10 MB, such as a scan.
  ///
  /// Entities made of entities multiply a document, so that one with such is held to the program's own limit.
  let isHuge: Bool
  /// The most groups that can be chosen.
  private static let layerLimit = 10_000
  /// The longest text that libxml2, with which librsvg reads, takes unless told otherwise.
  private static let textLimit = 10_000_000

  /// Reads the outline, or returns `nil` when there is no element `svg`.
  ///
  /// This is no check of the document: the program that draws it has the last word.
  package init?(_ bytes: [UInt8]) {
    let reader = MarkupReader(bytes, longestTag: bytes.count) {
      $1 < 2 || SVGRemainder.readsAttributes(of: $0)
    }
    var isDrawing = false
    var remainder = SVGRemainder(bytes)
    do throws(MarkupFault) {
      while let event = try reader.next() {
        switch event {
        case .end: break
        case .text(let text): if remainder.readsText { remainder.add(text: text) }
        case .start(let tag):
          if tag.depth == 0 {
            guard tag.name == "svg" else { return nil }
            isDrawing = true
          } else if tag.depth == 1, tag.name == "g" {
            let layer = Layer(identifier: tag.attributes["id"], label: tag.attributes["label"])
            if !layer.names.isEmpty, layers.count < Self.layerLimit { layers.append(layer) }
          }
          remainder.begin(tag.name, tag.attributes, depth: tag.depth)
        }
      }
    } catch {
      // The part read so far counts: the program that draws says what is wrong.
    }
    guard isDrawing else { return nil }
    notices = remainder.notices
    isHuge = bytes.count > Self.textLimit && !Self.nestsEntities(bytes)
  }

  /// Whether a declaration of the document refers to an entity.
  private static func nestsEntities(_ bytes: [UInt8]) -> Bool {
    guard let start = bytes.firstRange(of: Array("<!DOCTYPE".utf8))?.upperBound else {
      return false
    }
    let declarations = bytes[start...]
    let end = declarations.firstRange(of: Array("<svg".utf8))?.lowerBound ?? bytes.endIndex
    return declarations[..<end].contains(UInt8(ascii: "&"))
  }

  /// The names by which groups can be chosen, each once.
  package var layerNames: [String] {
    var seen: Set<String> = []
    return layers.flatMap(\.names).filter { seen.insert($0).inserted }
  }

  /// The arguments with which the program reads a document and a style sheet.
  static func arguments(isHuge: Bool) -> [String] {
    ["--stylesheet=/dev/fd/3"] + (isHuge ? ["--unlimited"] : [])
  }

  /// The words in place of a drawing that draw.io adds for programs without HTML: the branch that is drawn
  /// where an empty one needs it.
  private static let warning =
    "switch > g[requiredFeatures$=\"#Extensibility\"]:empty ~ a { display: none !important }\n"

  /// A style sheet that hides what is no part of the drawing, and all groups at the top but those chosen.
  package func styleSheet(showing names: [String], path: String) throws(VectorPlanError) -> String {
    let known = Set(layers.flatMap(\.names))
    let unknown = names.filter { !known.contains($0) }
    guard unknown.isEmpty else {
      throw .noSuchLayers(path: path, layers: unknown, known: layerNames)
    }
    if names.isEmpty { return Self.warning }
    let wanted = Set(names)
    let chosen = layers.filter { layer in layer.names.contains(where: wanted.contains) }
    let selectors = chosen.map { layer in
      layer.identifier.map { "[id=\(Self.quoted($0))]" }
        ?? "[*|label=\(Self.quoted(layer.label ?? ""))]"
    }
    let others = selectors.map { ":not(\($0))" }.joined()
    let shown = selectors.map { "svg > g\($0)" }.joined(separator: ", ")
    return Self.warning + "svg > g\(others) { display: none !important }\n"
      + "\(shown) { display: inline !important }\n"
  }

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
