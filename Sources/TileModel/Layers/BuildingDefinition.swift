/// The floors of a building, each a layer of its own.
///
/// Written as `building.json` beside the floors' layer definitions by `TileStorage`.
public struct BuildingDefinition: Hashable, Sendable {
  /// The newest version of the document that this package reads.
  public static let formatVersion = 2

  /// The version of the document that this building is written as: the oldest that can express it.
  ///
  /// 1 is for floors at whole levels; 2 adds floors between two storeys.
  public var formatVersion: Int { floors.contains { $0.floor.level?.isHalf ?? false } ? 2 : 1 }

  /// One floor and where its layer is described.
  public struct Floor: Hashable, Sendable {
    /// The storey.
    public var floor: LayerDefinition.Floor
    /// The path of the floor's layer definition, relative to the building's document, with `/`
    /// between components and neither `.` nor `..` among them.
    public var layer: String
    /// The digest of the floor's tiles, which tells a definition of another build; `nil` when
    /// unknown.
    public var digest: ContentDigest?

    /// Creates a floor of a building.
    public init(_ floor: LayerDefinition.Floor, layer: String, digest: ContentDigest? = nil) {
      self.floor = floor
      self.layer = layer
      self.digest = digest
    }
  }

  /// The name shown to people.
  public var name: String
  /// A sentence about the building.
  public var description: String?
  /// Who must be credited, as HTML.
  public var attribution: String?
  /// The floors, from the lowest to the highest, the variants of each in a row.
  ///
  /// No two have the same identifier, and of one variant no two the same level.
  public var floors: [Floor]

  /// Creates a definition.
  public init(
    name: String, description: String? = nil, attribution: String? = nil, floors: [Floor]
  ) {
    self.name = name
    self.description = description
    self.attribution = attribution
    self.floors = floors
  }

  /// The floor with an identifier, or `nil`.
  public func floor(_ id: String) -> Floor? { floors.first { $0.floor.id == id } }

  /// The floors of the first variant: each once.
  public var storeys: [Floor] { floors.filter { !$0.floor.isAlternative } }

  /// The names of the variants that floors have, the first of them first; empty without variants.
  public var variants: [String] {
    floors.compactMap(\.floor.variant?.name).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// A floor in a variant, or `nil`.
  ///
  /// - Parameters:
  ///   - id: The identifier of the floor in the first variant.
  ///   - variant: The name of the variant.
  /// - Returns: The floor with the layer of that variant.
  public func floor(_ id: String, inVariant variant: String) -> Floor? {
    floors.first { $0.floor.variant == LayerDefinition.Floor.Variant(name: variant, floor: id) }
  }

  /// The first two floors with one level, or `nil`; floors of unknown level are skipped.
  public var floorsOfOneLevel: (first: Floor, second: Floor)? {
    var known: [FloorLevel: Floor] = [:]
    for floor in storeys {
      guard let level = floor.floor.level else { continue }
      if let first = known.updateValue(floor, forKey: level) { return (first, floor) }
    }
    return nil
  }

  /// The floor to show first: level 0, else the lowest above it, else the highest level, else the first listed.
  public var entranceFloor: Floor? {
    func level(_ floor: Floor) -> FloorLevel { floor.floor.level ?? 0 }
    let known = storeys.filter { $0.floor.level != nil }
    return known.filter { level($0) >= 0 }.min { level($0) < level($1) }
      ?? known.max { level($0) < level($1) } ?? storeys.first
  }
}
