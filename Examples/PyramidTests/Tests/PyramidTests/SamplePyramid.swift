import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// The pyramid that the tests are about: a drawn floor plan, copied bit for bit at zoom 21.
enum SamplePyramid {
  static func build() throws -> MemoryTileStore {
    guard let corner = TileCoordinate(zoom: 21, x: 1_098_220, y: 734_408) else {
      throw TileStorageError.notAStore(path: "memory", found: "no such tile")
    }
    var options = PyramidOptions()
    options.minimumZoom = 19
    options.maximumZoom = 21
    return try MemoryTileStore(
      building: SyntheticRaster.floorPlan(pixelsPerMetre: 12), at: .aligned(to: corner),
      options: options, name: "Ground floor")
  }
}
