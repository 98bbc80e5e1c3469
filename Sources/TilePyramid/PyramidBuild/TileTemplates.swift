package import TileModel

/// How the tiles of a layer are named in a folder.
package struct TileTemplates: Hashable, Sendable {
  /// The path of a tile.
  package let standard: TileTemplate
  /// The path of a tile of 512 samples beside those of 256; `nil` where there are none.
  package let retina: TileTemplate?

  /// Reads the template of a path, which may name both with `{r}`.
  ///
  /// - Parameters:
  ///   - text: The template.
  ///   - isPair: Whether there are tiles of 512 samples beside those of 256.
  ///   - make: Makes a template of a text.
  /// - Throws: What `make` throws, or `TileTemplateError.retinaUnplaced`.
  package init(
    _ text: String, isPair: Bool, make: (String) throws(TileTemplateError) -> TileTemplate
  ) throws(TileTemplateError) {
    guard isPair else {
      standard = try make(text)
      retina = nil
      return
    }
    let texts = try RetinaTemplateTexts(text)
    standard = try make(texts.standard)
    retina = try make(texts.retina)
  }
}
