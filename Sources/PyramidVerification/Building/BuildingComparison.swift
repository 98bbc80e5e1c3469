import TileModel
import TileStorage

/// The differences between the tiles of two buildings, floor by floor.
public struct BuildingComparison: Sendable {
  /// A floor of both buildings.
  public struct Floor: Sendable {
    /// The identifier, by which floors are matched.
    public let id: String
    /// The comparison of its tiles.
    public let tiles: StoreComparison
    /// The statements that differ between both layer definitions.
    public let changes: [Change]

    /// True where tiles and statements are alike.
    public var isEqual: Bool { tiles.isEqual && changes.isEmpty }
  }

  /// A statement about a floor that differs.
  public struct Change: Hashable, Sendable, Encodable {
    /// The name of the statement: `url`, `level` or `name`.
    public let what: String
    /// The older statement.
    public let old: String
    /// The newer one.
    public let new: String
  }

  /// The older building.
  public let old: String
  /// The newer building.
  public let new: String
  /// The floors of both, in the order of the newer.
  public let floors: [Floor]
  /// The identifiers of the floors of the newer building alone, in its order.
  public let added: [String]
  /// The identifiers of the floors of the older building alone, in its order.
  public let removed: [String]
  let removedTiles: [(definition: LayerDefinition?, tiles: [TileCoordinate])]

  /// True where both have the same floors, and no floor differs.
  public var isEqual: Bool {
    added.isEmpty && removed.isEmpty && floors.allSatisfy(\.isEqual)
  }

  /// Compares two buildings, each a folder or its `building.json`.
  ///
  /// - Throws: ``TileStorageError`` when there is no building, `FailureReport` when a floor cannot be
  ///   read, or has no tile in either, or neither has a floor, or `CancellationError`.
  public init(
    old: String, new: String, options: StoreComparisonOptions = StoreComparisonOptions(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws {
    (self.old, self.new) = (old, new)
    do {
      let (older, newer) = (try Self.open(old), try Self.open(new))
      guard !(older.definition.floors + newer.definition.floors).isEmpty else {
        throw FailureReport.noTiles(old: old, new: new)
      }
      floors = try newer.definition.floors.compactMap { entry in
        guard let earlier = older.definition.floor(entry.floor.id) else { return nil }
        return try Self.compare(
          (older, earlier), (newer, entry), options: options, isCancelled: isCancelled)
      }
      added = newer.definition.floors.map(\.floor.id).filter { older.definition.floor($0) == nil }
      let gone = older.definition.floors.filter { newer.definition.floor($0.floor.id) == nil }
      removed = gone.map(\.floor.id)
      removedTiles = try gone.map { entry in
        let inspection = try Self.inspect(entry, of: older, isCancelled)
        return (inspection.document?.definition, inspection.tiles.map(\.coordinate).sorted())
      }
      // A floor that is only in one must be there as well.
      for entry in newer.definition.floors where added.contains(entry.floor.id) {
        _ = try Self.inspect(entry, of: newer, isCancelled)
      }
    } catch TileStorageError.cancelled {
      throw CancellationError()
    }
  }

  private static func open(_ path: String) throws(TileStorageError) -> StoredBuilding {
    guard let building = try StoredBuilding(path: path) else {
      throw .notAStore(path: path, found: "no \(BuildingDocument.fileName)")
    }
    return building
  }

  private static func inspect(
    _ entry: BuildingDefinition.Floor, of building: StoredBuilding,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> StoreInspection {
    do throws(TileStorageError) {
      return try building.inspect(entry, isCancelled: isCancelled)
    } catch {
      throw error.naming(floor: entry.floor.id)
    }
  }

  private static func compare(
    _ old: (StoredBuilding, BuildingDefinition.Floor),
    _ new: (StoredBuilding, BuildingDefinition.Floor), options: StoreComparisonOptions,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> Floor {
    let id = new.1.floor.id
    let inspections = [
      try inspect(old.1, of: old.0, isCancelled), try inspect(new.1, of: new.0, isCancelled),
    ]
    let definitions = inspections.map { $0.document?.definition }
    var changes: [Change] = []
    func note(_ what: String, _ old: String?, _ new: String?) {
      // Stores that are no folders may know no URL.
      guard let old, let new, old != new else { return }
      changes.append(Change(what: what, old: old, new: new))
    }
    note("url", definitions[0]?.urlTemplate?.text, definitions[1]?.urlTemplate?.text)
    if old.1.floor.level != new.1.floor.level {
      note("level", Self.text(old.1.floor.level), Self.text(new.1.floor.level))
    }
    note("name", old.1.floor.name, new.1.floor.name)
    do {
      return Floor(
        id: id, tiles: try StoreComparison(inspections, options: options, isCancelled: isCancelled),
        changes: changes)
    } catch let error as FailureReport {
      throw error.naming(floor: id)
    } catch let error as TileStorageError {
      throw error.naming(floor: id)
    }
  }

  private static func text(_ level: (some CustomStringConvertible)?) -> String {
    level.map { "\($0)" } ?? "none"
  }
}
