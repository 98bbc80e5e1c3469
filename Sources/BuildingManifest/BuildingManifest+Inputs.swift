import Georeferencing
import Mosaics
import RasterSources
package import TileModel
import TilePyramid

extension BuildingManifest {
  package var inputs: [String] {
    get throws(ManifestError) {
      var files = [path]
      for floor in floors {
        files += [floor.settings.cutline?.path].compactMap(\.self)
        if case .file(let path, _) = floor.points { files.append(path) }
        if let images = try floor.severalImages {
          files += images.files
          continue
        }
        files.append(floor.image)
        let sidecars = Sidecars(imagePath: floor.image)
        switch floor.placement.way {
        case .sidecar: files += sidecars.files(for: nil)
        case .stated(let placement): files += sidecars.files(for: placement)
        case .aligned: break
        }
      }
      return files
    }
  }
}

extension BuildingManifest.Floor {
  package var layerFloor: LayerDefinition.Floor {
    LayerDefinition.Floor(id: id, level: level, name: name, variant: variant)
  }

  var layerFile: String { "\(id).layer.json" }

  /// `nil` for one image.
  var severalImages: SourceImages? {
    get throws(ManifestError) {
      if parts.isEmpty { return nil }
      do {
        var listing = try ImageListing([])
        for part in parts {
          switch part.placement.way {
          case .stated(let placement):
            try listing.add(ListedImage(part.path, placement: placement, crs: part.placement.crs))
          case .sidecar, .aligned: try listing.add(path: part.path, crs: part.placement.crs)
          }
        }
        var image = SourceImage(image)
        image.vector = settings.vector
        image.samples = settings.samples
        var images = SourceImages(listing, readAs: image, onTop: settings.onTop, path: image.path)
        images.featherWidth = settings.featherWidth
        return images
      } catch {
        throw .badImages(floor: id, at: imageLocation, cause: error)
      }
    }
  }
}
