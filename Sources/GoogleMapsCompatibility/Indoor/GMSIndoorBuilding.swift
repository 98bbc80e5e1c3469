public import Foundation
import TileLayers
import TileModel

/// A floor of a building on a map.
public final class GMSIndoorLevel: NSObject {
  /// The name, such as "Ground floor", never `nil` here.
  public let name: String?
  /// The name on a level picker: the identifier of the floor.
  public let shortName: String?
  let layer: TileLayer

  init(_ floor: LayerDefinition.Floor, _ layer: TileLayer) {
    (name, shortName, self.layer) = (floor.name, floor.id, layer)
  }
}

/// A building on a map.
public final class GMSIndoorBuilding: NSObject {
  /// The floors, the uppermost first.
  public let levels: [GMSIndoorLevel]
  /// The index of the first floor shown, that of the entrance, 0 without one.
  public let defaultLevelIndex: UInt
  /// Whether every floor is below ground.
  public let isUnderground: Bool

  @MainActor
  init(_ building: BuildingLayers) async throws(TileLayerError) {
    var levels: [GMSIndoorLevel] = []
    let floors = building.floors.reversed() as [LayerDefinition.Floor]
    for floor in floors {
      levels.append(GMSIndoorLevel(floor, try await building.layer(forFloor: floor.id)))
    }
    self.levels = levels
    defaultLevelIndex = UInt(floors.firstIndex { $0.id == building.entranceFloor?.id } ?? 0)
    isUnderground =
      !floors.isEmpty && floors.allSatisfy { floor in floor.level.map { $0.halves < 0 } ?? false }
  }
}
