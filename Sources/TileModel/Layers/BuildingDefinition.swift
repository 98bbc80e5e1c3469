/// The floors of a building, each a layer of its own.
///
/// Written as `building.json` beside the floors' layer definitions by `TileStorage`.
public struct BuildingDefinition: Hashable, Sendable {
  /// The version of the document that this package writes.
  public static let formatVersion = 1

  /// One floor and where its layer is described.
  public struct Floor: Hashable, Sendable {
    /// The storey.
    public var floor: LayerDefinition.Floor
    /// The path of the floor's layer definition, relative to the building's document, with `/`
    /// between components and neither `.` nor `..` among them.
    public var layer: String

    /// Creates a floor of a building.
    public init(_ floor: LayerDefinition.Floor, layer: String) {
      self.floor = floor
      self.layer = layer
    }
  }

  /// The name shown to people.
  public var name: String
  /// A sentence about the building.
  public var description: String?
  /// Who must be credited, as HTML.
  public var attribution: String?
  /// The floors, from the lowest to the highest; no two have the same identifier.
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

  /// The floor to show first: level 0, else the lowest level above it, else the first listed.
  public var entranceFloor: Floor? {
    let above = floors.filter { ($0.floor.level ?? -1) >= 0 }
    return above.min { ($0.floor.level ?? 0) < ($1.floor.level ?? 0) } ?? floors.first
  }
}
