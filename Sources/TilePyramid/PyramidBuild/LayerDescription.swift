public import TileModel

/// The parts of a layer definition that follow neither from the image nor from the tiles.
public struct LayerDescription: Hashable, Sendable {
  /// The name shown to people; `nil` for that of the image's file without its extension.
  public var name: String?
  /// A sentence about the content.
  public var description: String?
  /// Who must be credited, as HTML.
  public var attribution: String?
  /// The version of the tiles, `major.minor.patch`.
  public var version = "1.0.0"
  /// The role of the layer on a map.
  public var kind = LayerDefinition.Kind.overlay
  /// The storey, for floor plans; `{floor}` in names and URLs stands for its identifier.
  public var floor: LayerDefinition.Floor?
  /// The URL template of the tiles; `nil` for their names in a folder, or no URL for a store in one
  /// file.
  public var urlTemplate: TileTemplate?
  /// The URL template of the tiles of 512 samples.
  public var retinaURLTemplate: TileTemplate?
  /// The drawing order, a number of 32 bits; larger is above.
  public var zIndex = 0
  /// The opacity to draw with, `0...1`.
  public var opacity = 1.0

  /// Creates a description with default values.
  public init() {}
}

/// The path templates of a layer's tiles in a folder.
package struct TileTemplates: Hashable, Sendable {
  package let standard: TileTemplate
  /// `nil` without tiles of 512 samples.
  package let retina: TileTemplate?

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
