import TileLayers
import TileModel

/// Opens what a picture shows: layers, and floors of buildings.
struct SnapshotSubjects {
  /// Folders, files and buildings in the order in which they are drawn.
  var paths: [String]
  /// In the order in which they are drawn; empty for the entrance floor of each building.
  var floors: [String]

  static func floors(_ lists: [String]) throws(UsageError) -> [String] {
    var floors: [String] = []
    for list in lists {
      for part in list.split(separator: ",", omittingEmptySubsequences: false) {
        let id = String(part.drop { $0 == " " })
        guard !id.isEmpty else {
          throw .invalidValue(
            option: "--floor", found: list, expected: "identifiers of floors, such as L1 or L1,L2")
        }
        if !floors.contains(id) { floors.append(id) }
      }
    }
    return floors
  }

  func open() throws -> [SnapshotLayer] {
    var options = TileLayer.Options()
    options.underzoomLevels = MapSnapshotter.reach
    var opened: [SnapshotLayer] = []
    var buildings: [(path: String, building: BuildingLayers)] = []
    var found: Set<String> = []
    for path in paths {
      if let layer = try layer(at: path, options) {
        try LayerFile.warnOfDifference(at: path)
        opened.append(SnapshotLayer(layer))
        continue
      }
      let building = try BuildingLayers.open(path, options: options)
      buildings.append((path, building))
      for id in try chosenFloors(of: building, at: path) {
        opened.append(SnapshotLayer(try building.waitForLayer(forFloor: id)))
        found.insert(id)
      }
    }
    guard floors.isEmpty || !buildings.isEmpty else {
      throw UsageError.noEffect("--floor", reason: "none of the layers is a building")
    }
    if let unknown = floors.first(where: { !found.contains($0) }) {
      throw TileLayerError.noFloor(
        unknown, location: buildings.map(\.path).joined(separator: ", "),
        floors: buildings.flatMap { $0.building.definition.floors.map(\.floor.id) })
    }
    return opened
  }

  /// `nil` for a building.
  private func layer(
    at path: String, _ options: TileLayer.Options
  ) throws(TileLayerError) -> TileLayer? {
    do {
      return try TileLayer.open(path, options: options)
    } catch {
      if case .building = error { return nil }
      throw error
    }
  }

  private func chosenFloors(
    of building: BuildingLayers, at path: String
  ) throws(TileLayerError) -> [String] {
    let known = building.definition.floors.map(\.floor.id)
    guard floors.isEmpty else { return floors.filter(known.contains) }
    guard let entrance = building.entranceFloor else {
      throw .noFloor("", location: path, floors: [])
    }
    StandardError.print(
      """
      \(path): floor \(entrance.id), the entrance; choose with --floor \
      (\(known.joined(separator: ", ")))
      """)
    return [entrance.id]
  }
}
