import TileModel
import TilePyramid
import TileStorage

/// The floors of the building that an update replaces.
struct EarlierFloors {
  /// In the order of the floors that are built.
  let tiles: [EarlierTiles]
  /// `nil` for a floor that was not there.
  private let digests: [ContentDigest?]
  private let goneFloors: [StoredLayers.Layer]

  init(at path: String, layers: [LayerBuild], isCancelled: @escaping @Sendable () -> Bool) throws {
    let stored =
      try TileOutput.holdsTiles(path)
      ? try StoredLayers(path: path, isCancelled: isCancelled).layers : []
    let earlier = layers.map { layer in
      stored.first { $0.definition.floor?.id == layer.description.floor?.id }
    }
    digests = earlier.map { $0?.definition.digest }
    tiles = try zip(layers, earlier).map { layer, earlier in
      try layer.earlierTiles(
        in: earlier?.reader, at: "\(path), floor \(layer.description.floor?.id ?? "")")
    }
    let floors = layers.map(\.description.floor?.id)
    goneFloors = stored.filter { !floors.contains($0.definition.floor?.id) }
  }

  func holds(_ index: Int, madeOf key: ContentDigest, in log: UpdatedFloors?) -> Bool {
    guard let digest = digests[index], let log else { return false }
    return log.states(digest, of: key)
  }

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
