import Georeferencing
package import RasterSources
import TileModel
import TilePyramid

/// The images of those floors that have one, opened once, however often it changes where they are.
package struct FloorImages: Sendable {
  private let opened: [String: (file: SourceFile, raster: any RasterSource)]

  package init(
    _ floors: [BuildingManifest.Floor], files: [String: SourceFile] = [:]
  ) throws(ManifestError) {
    var opened: [String: (file: SourceFile, raster: any RasterSource)] = [:]
    let clock = DrawingClock()
    for floor in floors where floor.parts.isEmpty {
      do throws(RasterError) {
        let file =
          if let open = files[floor.id] { open } else { try SourceFile(path: floor.image) }
        file.closeWhenUnused()
        var vector = floor.settings.vector
        vector.clock = clock
        // A scan's resolution says only how large its samples are on paper.
        if case .stated(.anchor(let anchor)) = floor.placement.way, anchor.isByScale,
          try VectorFormat(file) == nil
        {
          vector.dotsPerInch = nil
        }
        opened[floor.id] = (
          file, try openRaster(file, samples: floor.settings.samples, vector: vector)
        )
      } catch {
        throw ManifestError(
          error.report, what: "the image of floor \(floor.id)", at: floor.imageLocation)
      }
    }
    self.opened = opened
  }

  package subscript(_ floor: String) -> (any RasterSource)? { opened[floor]?.raster }

  /// Those that are aligned with another one come after that, and variants are where the first one is.
  package func placed(
    _ floors: [BuildingManifest.Floor], on known: [String: GeoreferencedFloor] = [:]
  ) -> [String: Result<GeoreferencedFloor, ManifestError>] {
    var placed = known.mapValues { Result<GeoreferencedFloor, ManifestError>.success($0) }
    var waiting = floors.filter { opened[$0.id] != nil && known[$0.id] == nil }
    while !waiting.isEmpty {
      let before = waiting
      waiting.removeAll { floor in
        guard let image = opened[floor.id] else { return true }
        let isAlternative = floor.layerFloor.isAlternative
        var reference: GeoreferencedFloor?
        if let id = isAlternative ? floor.layerFloor.storeyID : floor.placement.reference {
          switch placed[id] {
          case nil: return false
          case .failure(let error):
            placed[floor.id] = .failure(error)
            return true
          case .success(let floor): reference = floor
          }
        }
        let georeferencer = FloorGeoreferencer(floor: floor, file: image.file, raster: image.raster)
        placed[floor.id] = Result { () throws(ManifestError) in
          if isAlternative, let reference { return georeferencer.georeference(as: reference) }
          return try georeferencer.georeference(on: reference)
        }
        return true
      }
      if waiting.count == before.count {
        for floor in waiting {
          guard let id = floor.placement.reference else { continue }
          let isThere = waiting.contains { $0.id == id }
          placed[floor.id] = .failure(
            isThere
              ? .alignmentCycle(waiting.map(\.id), at: floor.placement.location)
              : .unknownFloor(
                id, at: floor.placement.location, nearest: nil, known: floors.map(\.id)))
        }
        waiting = []
      }
    }
    return placed
  }
}
