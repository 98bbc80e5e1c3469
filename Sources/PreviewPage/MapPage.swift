public import TileModel

/// A page that shows layers in a web browser: one HTML file, complete in itself.
///
/// It holds the layers' coverage, and loads nothing but tiles that exist. The page works from a
/// disk and from a server, without a network. Equal pages have equal text.
///
/// One layer is shown at a time; several are taken for the floors of a building. In a dark
/// interface the variant `dark` is shown first. The fragment of the page's address,
/// `#zoom/latitude/longitude/floor&ground=dark&opacity=0.5&outline&points&borders`, states the
/// view: every part is optional.
public struct MapPage: Hashable, Sendable {
  /// The name under which a page is written beside tiles.
  public static let fileName = "preview.html"

  /// A layer and the place of its tiles, as the page sees it.
  public struct Layer: Hashable, Sendable {
    /// The description of the layer.
    public var definition: LayerDefinition
    /// The URLs of the tiles, absolute or relative to the page; `{y}` counts as the definition's
    /// scheme says.
    public var tiles: TileTemplate

    /// Creates a layer of a page.
    public init(_ definition: LayerDefinition, tiles: TileTemplate) {
      self.definition = definition
      self.tiles = tiles
    }
  }

  /// The layers, from the lowest floor to the highest.
  public let layers: [Layer]
  /// The building whose floors the layers are.
  public let building: BuildingDefinition?
  /// Maps and outlines beneath the layers; `nil` for none.
  package var ground: PageGround?

  /// Creates a page.
  ///
  /// The floors of a building come in its order. Otherwise layers are put in the order of their
  /// levels if all have one.
  ///
  /// - Parameters:
  ///   - layers: One layer or more, none twice.
  ///   - building: The building whose floors they are, for its name and the floor to show first.
  /// - Throws: `FailureReport` for a definition that breaks a rule, or without any layer.
  public init(_ layers: [Layer], building: BuildingDefinition? = nil) throws(FailureReport) {
    guard !layers.isEmpty else {
      throw FailureReport(
        .badInput, "there is no layer to show", expected: "one or more",
        nextStep: "name a folder or file of tiles, or a building")
    }
    for layer in layers {
      try rethrowing(try layer.definition.validate()) { (error: LayerDefinitionError) in
        error.report
      }
    }
    self.layers = Self.ordered(layers, in: building)
    self.building = building
  }

  /// The page for layers whose definitions state the URLs of their tiles.
  ///
  /// - Throws: `FailureReport`, also for a definition without a URL.
  public static func html(
    for definitions: [LayerDefinition], building: BuildingDefinition? = nil
  ) throws(FailureReport) -> String {
    var layers: [Layer] = []
    for definition in definitions {
      guard let tiles = definition.urlTemplate else { throw .noTiles(ofLayer: definition.name) }
      layers.append(Layer(definition, tiles: tiles))
    }
    return try MapPage(layers, building: building).html
  }

  private static func ordered(_ layers: [Layer], in building: BuildingDefinition?) -> [Layer] {
    let positions =
      if let building {
        layers.map { layer in
          building.floors.firstIndex { $0.floor.id == layer.definition.floor?.id }
        }
      } else {
        layers.map { $0.definition.floor?.level?.halves }
      }
    let known = positions.compactMap { $0 }
    guard known.count == layers.count else { return layers }
    // The index keeps the order of equals, which the sort need not.
    return zip(known, layers.indices).sorted { $0 < $1 }.map { layers[$0.1] }
  }
}

extension FailureReport {
  package static func noTiles(ofLayer name: String) -> FailureReport {
    FailureReport(
      .badInput, "the page cannot tell where the tiles of a layer are", at: name,
      expected: "a layer with a URL", nextStep: "show it with tilepyramid serve")
  }
}
