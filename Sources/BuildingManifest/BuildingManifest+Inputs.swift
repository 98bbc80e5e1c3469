import RasterSources
package import TileModel

extension BuildingManifest {
  /// The manifest and the files that it names, and those beside images that may say where these are.
  package var inputs: [String] {
    [path]
      + floors.flatMap { floor in
        var files = [floor.image] + [floor.cutline].compactMap(\.self)
        let sidecars = Sidecars(imagePath: floor.image)
        switch floor.placement.way {
        case .sidecar: files += sidecars.files(for: nil)
        case .stated(let placement): files += sidecars.files(for: placement)
        case .aligned: break
        }
        if case .file(let path, _) = floor.points { files.append(path) }
        return files
      }
  }
}

extension BuildingManifest.Floor {
  /// The storey as layers name it.
  package var layerFloor: LayerDefinition.Floor {
    LayerDefinition.Floor(id: id, level: level, name: name)
  }

  /// The name of the floor's layer definition in the building's folder.
  var layerFile: String { "\(id).layer.json" }
}
