import TileModel
import TilePyramid
import TileStorage

/// The floors of the building that an update replaces.
struct EarlierFloors {
  /// The tiles of every floor that is built, in the order of these floors.
  let tiles: [EarlierTiles]
  /// The floors that are no more.
  private let goneFloors: [StoredLayers.Layer]

  /// Opens the building that is there.
  init(
    at path: String, layers: [LayerBuild], isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    let stored =
      try TileOutput.holdsTiles(path)
      ? try StoredLayers(path: path, isCancelled: isCancelled).layers : []
    tiles = try layers.map { layer in
      let id = layer.description.floor?.id
      let earlier = stored.first { $0.definition.floor?.id == id }
      return try layer.earlierTiles(in: earlier?.reader, at: "\(path), floor \(id ?? "")")
    }
    let floors = layers.map(\.description.floor?.id)
    goneFloors = stored.filter { !floors.contains($0.definition.floor?.id) }
  }

  /// The layer definitions and tiles of floors that are no more.
  func removed() throws(TileStorageError) -> [BuiltBuilding.RemovedFloor] {
    var floors: [BuiltBuilding.RemovedFloor] = []
    for layer in goneFloors {
      floors.append(
        BuiltBuilding.RemovedFloor(
          definition: layer.definition, tiles: try layer.reader.coordinates()))
    }
    return floors
  }
}
