public import TileModel

/// Description of a layer, apart from its tiles.
public struct LayerInformation: Hashable, Sendable {
  /// The name shown to people.
  public var name: String
  /// Attribution as HTML.
  public var attribution: String?
  /// The number of samples along one side of a tile.
  public var tileSize: TileSize
  /// Extent of the layer's tiles.
  public var extent: TileExtent
  /// Token that changes with the tiles, `nil` for none.
  public var versionToken: String?
  /// The whole definition, for layers that this package made.
  public var definition: LayerDefinition?

  /// Creates a description.
  public init(
    name: String, attribution: String? = nil, tileSize: TileSize = .standard,
    extent: TileExtent = .everywhere, versionToken: String? = nil
  ) {
    self.name = name
    self.attribution = attribution
    self.tileSize = tileSize
    self.extent = extent
    self.versionToken = versionToken
  }

  /// Describes the layer of a definition.
  public init(_ definition: LayerDefinition) {
    self.init(
      name: definition.name, attribution: definition.attribution, tileSize: definition.tileSize,
      extent: .exactly(definition.coverage), versionToken: definition.versionToken)
    self.definition = definition
  }
}
