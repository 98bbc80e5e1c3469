package import TileModel
package import TilePyramid
package import TileStorage

/// A building that was built.
package struct BuiltBuilding: Sendable {
  /// A floor of the earlier building that an update removed.
  package struct RemovedFloor: Sendable {
    package let definition: LayerDefinition
    package let tiles: [TileCoordinate]
  }

  package let definition: BuildingDefinition
  /// The floors, in the manifest's order by level.
  package let floors: [BuiltLayer]
  /// The floors that are no more; empty unless the build was an update.
  package let removedFloors: [RemovedFloor]
  /// The files that publishing could neither remove nor move to their final path; mostly none.
  package private(set) var leftOver: [LeftOver] = []
  /// True where the output was complete already, so that nothing was made.
  package let wasComplete: Bool

  init(
    definition: BuildingDefinition, floors: [BuiltLayer], removedFloors: [RemovedFloor],
    wasComplete: Bool = false
  ) {
    self.wasComplete = wasComplete
    self.definition = definition
    self.floors = floors
    self.removedFloors = removedFloors
  }

  func leaving(_ leftOver: [LeftOver]) -> BuiltBuilding {
    var building = self
    building.leftOver = leftOver
    return building
  }

  func progress(after last: BuildProgress) -> BuildProgress {
    var progress = last
    progress.phase = .publishing
    progress.fraction = 1
    progress.zoom = floors.map(\.definition.maximumZoom).max()
    progress.tileCount = floors.reduce(0) { $0 + $1.summary.tileCount }
    progress.byteCount = floors.reduce(0) { $0 + $1.summary.tileBytes }
    return progress
  }
}
