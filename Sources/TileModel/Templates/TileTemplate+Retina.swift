/// The text of a template of tiles of 256 samples and that of the tiles of 512 samples beside them.
package struct RetinaTemplateTexts: Hashable, Sendable {
  package static let suffix = "@2x"
  /// The placeholder for the suffix in a template of both sizes, as in Leaflet; empty for tiles of
  /// 256 samples.
  package static let placeholder = "{r}"

  package let standard: String
  package let retina: String

  /// Splits a template of both sizes.
  ///
  /// Without `{r}`, `@2x` stands before the extension, or at the end of a path that has none.
  package init(_ text: String) throws(TileTemplateError) {
    if text.contains(Self.placeholder) {
      standard = text.replacing(Self.placeholder, with: "")
      retina = text.replacing(Self.placeholder, with: Self.suffix)
      return
    }
    let path = text.prefix { $0 != "?" }
    let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    let numbers = ["{z}", "{x}", "{y}"]
    guard numbers.contains(where: { name.contains($0) }) else { throw .retinaUnplaced(text) }
    let end = name.lastIndex(of: ".").flatMap { dot in
      numbers.contains { name[dot...].contains($0) } ? nil : dot
    }
    standard = text
    retina = text[..<(end ?? path.endIndex)] + Self.suffix + text[(end ?? path.endIndex)...]
  }
}
