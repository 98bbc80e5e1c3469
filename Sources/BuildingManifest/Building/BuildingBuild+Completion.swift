import PreviewPage
import TilePyramid
import TileStorage

extension BuildingBuild {
  var completion: BuildIdentity {
    var identity = output.completion
    for (floor, layer) in zip(building.floors, layers) {
      let layout = layer.layout(hardLinks: output.hardLinks, layerFile: floor.floor.layerFile)
      for part in manifest.store.identity(of: layout).parts {
        identity.add("\(part.name) of floor \(floor.floor.id)", part.value)
      }
    }
    return identity
  }

  func confirmed(
    _ complete: CompletedOutput, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltBuilding? {
    try output.unlessReplaced(isCancelled) {
      var found: [CompletedLayer.Contents] = []
      try complete.confirm {
        found = try zip(building.floors, layers).map { georeferenced, layer in
          let floor = georeferenced.floor
          return try storedLayer(floor, layer).confirm(in: complete, isCancelled: isCancelled) {
            layer.definition(of: $0)
          }
        }
        let floors = found.map(\.definition)
        let definition = definition(of: floors)
        let document = try encoded(definition)
        try complete.confirm("\(output.path)/\(BuildingDocument.fileName)", holds: document)
        if output.preview {
          try complete.confirm(
            "\(output.path)/\(MapPage.fileName)", holds: try page(of: definition, floors))
        }
        return document
      }
      return BuiltBuilding(
        definition: definition(of: found.map(\.definition)),
        floors: found.map {
          BuiltLayer(
            definition: $0.definition, summary: $0.summary, changes: nil, wasComplete: true)
        }, removedFloors: [], wasComplete: true)
    }
  }

  private func storedLayer(_ floor: BuildingManifest.Floor, _ layer: LayerBuild) -> CompletedLayer {
    CompletedLayer(
      named: floor.id, in: output.path, format: manifest.store,
      layout: layer.layout(hardLinks: output.hardLinks, layerFile: floor.layerFile))
  }
}
