public import TileModel

/// A page that shows layers in a web browser: one HTML file, complete in itself.
///
/// It loads nothing but tiles, and none that does not exist, since the layers' coverage is part of
/// it. So it works from a disk as well as from a server, without a network. Equal pages have equal
/// text.
///
/// One layer is seen at a time; several are taken for the floors of a building. Of floors in several variants that
/// named `dark` is seen at first where the browser prefers a dark interface. The fragment of the
/// page's address, `#zoom/latitude/longitude/floor&ground=dark&opacity=0.5&outline&points&borders`,
/// holds what is seen: every part may be left out.
public struct MapPage: Hashable, Sendable {
  /// The name under which a page is written beside tiles.
  public static let fileName = "preview.html"

  /// A layer and where the page finds its tiles.
  public struct Layer: Hashable, Sendable {
    /// What the layer is.
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
  /// - Throws: ``MapPageError``.
  public init(_ layers: [Layer], building: BuildingDefinition? = nil) throws(MapPageError) {
    guard !layers.isEmpty else { throw .noLayers }
    for layer in layers {
      do throws(LayerDefinitionError) {
        try layer.definition.validate()
      } catch {
        throw .invalidLayer(name: layer.definition.name, error)
      }
    }
    self.layers = Self.ordered(layers, in: building)
    self.building = building
  }

  /// The text of a page for layers whose definitions say where their tiles are.
  ///
  /// - Throws: ``MapPageError``, also for a definition without a URL.
  public static func html(
    for definitions: [LayerDefinition], building: BuildingDefinition? = nil
  ) throws(MapPageError) -> String {
    var layers: [Layer] = []
    for definition in definitions {
      guard let tiles = definition.urlTemplate else { throw .noTiles(name: definition.name) }
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

/// Why there can be no page.
public enum MapPageError: ReportableError, Hashable {
  /// There is nothing to show.
  case noLayers
  /// A layer has no URL under which its tiles are found.
  case noTiles(name: String)
  /// A layer's definition breaks a rule.
  case invalidLayer(name: String, LayerDefinitionError)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .noLayers:
      FailureReport(
        .badInput, "there is no layer to show", expected: "one or more",
        nextStep: "name a folder or file of tiles, or a building")
    case .noTiles(let name):
      FailureReport(
        .badInput, "the page cannot tell where the tiles of a layer are", at: name,
        expected: "a layer with a URL", nextStep: "show it with tilepyramid serve")
    case .invalidLayer(_, let error): error.report
    }
  }
}
