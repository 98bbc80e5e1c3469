import Georeferencing
package import RasterSources

/// The top-level groups of an SVG document, and notices of parts that are not drawn.
package struct SVGOutline: Hashable, Sendable {
  /// A top-level group, which drawing programs call a layer.
  package struct Layer: Hashable, Sendable {
    var identifier: String?
    var label: String?

    var names: [String] { [identifier, label].compactMap(\.self) }
  }

  package private(set) var layers: [Layer] = []
  package let notices: [RasterNotice]
  /// True for a text of more than 10 MB, such as an embedded scan.
  ///
  /// A document with nested entities stays within the program's own limit.
  let isHuge: Bool
  private static let layerLimit = 10_000
  private static let textLimit = 10_000_000

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

  private static func nestsEntities(_ bytes: [UInt8]) -> Bool {
    guard let start = bytes.firstRange(of: Array("<!DOCTYPE".utf8))?.upperBound else {
      return false
    }
    let declarations = bytes[start...]
    let end = declarations.firstRange(of: Array("<svg".utf8))?.lowerBound ?? bytes.endIndex
    return declarations[..<end].contains(UInt8(ascii: "&"))
  }

  package var layerNames: [String] {
    var seen: Set<String> = []
    return layers.flatMap(\.names).filter { seen.insert($0).inserted }
  }

  static func arguments(isHuge: Bool) -> [String] {
    ["--stylesheet=/dev/fd/3"] + (isHuge ? ["--unlimited"] : [])
  }

  private static let warning =
    "switch > g[requiredFeatures$=\"#Extensibility\"]:empty ~ a { display: none !important }\n"

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
    let shown = selectors.map { ":root > g\($0)" }.joined(separator: ", ")
    return Self.warning + ":root > g\(others) { display: none !important }\n"
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
