import BuildingManifest
import TileModel
import TilePyramid
import TileStorage

/// The floors of the building that an update replaces.
struct EarlierFloors {
  /// The tiles of every floor that is built, by its identifier.
  let tiles: [String: EarlierTiles]
  /// The floors that are no more.
  private let goneFloors: [StoredLayers.Layer]

  /// Opens the building that is there.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - floors: The floors that are built.
  ///   - plans: How they are built.
  /// - Throws: ``UpdateError``, or `TileStorageError` when what is there cannot be read.
  init(
    of request: BuildingRequest, floors: [BuildingManifest.Floor], plans: [PyramidPlan]
  ) throws {
    let path = request.output
    let stored =
      try TileOutput.holdsTiles(path) ? try StoredLayers(path: path).layers : []
    var tiles: [String: EarlierTiles] = [:]
    for (floor, plan) in zip(floors, plans) {
      guard let layer = stored.first(where: { $0.definition.floor?.id == floor.id }) else {
        tiles[floor.id] = EarlierTiles(nil)
        continue
      }
      try UpdateRequest.check(
        layer.reader, at: "\(path), floor \(floor.id)", tileSize: plan.options.tileSize,
        encoding: floor.encoding, scheme: request.manifest.scheme,
        template: request.manifest.store == .directory ? floor.template : nil,
        bounds: plan.bounds)
      tiles[floor.id] = EarlierTiles(layer.reader)
    }
    self.tiles = tiles
    goneFloors = stored.filter { layer in
      !floors.contains { $0.id == layer.definition.floor?.id }
    }
  }

  /// What changed, in lines, with the number of all changes at the end.
  ///
  /// - Parameter layers: The floors that were built.
  /// - Returns: The lines.
  /// - Throws: `TileStorageError` when an earlier floor cannot be listed.
  func changes(to layers: [LayerDefinition]) throws -> String {
    var lines: [String] = []
    var all: [TileChanges] = []
    func add(_ changes: TileChanges, of layer: LayerDefinition) {
      lines += UpdateRequest.lines(changes, of: layer, floor: layer.floor?.id)
      all.append(changes)
    }
    for layer in layers {
      guard let floor = layer.floor, let earlier = tiles[floor.id] else { continue }
      add(try earlier.changes(to: layer.coverage), of: layer)
    }
    for layer in goneFloors {
      var changes = TileChanges()
      changes.removed = try layer.reader.coordinates()
      add(changes, of: layer.definition)
    }
    return (lines + [UpdateRequest.count(all)]).joined(separator: "\n")
  }
}
