import BuildingManifest
import Foundation
import Georeferencing
import RasterSources
import TileImaging
import TileModel
import TilePyramidTesting

/// A folder with images of floors, to read manifests in.
struct ManifestFolder {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  func image(_ name: String, width: Int = 40, height: Int = 30) throws {
    let raster = SyntheticRaster.flat(
      PixelColor(200, 30, 30), size: PixelSize(width: width, height: height))
    try PNGFileWriter.write(RGBAImage(raster), to: directory.path(name), compression: .fast)
  }

  func write(_ text: String, as name: String) throws {
    try directory.write(text.utf8, as: name)
  }

  /// Reads a manifest that is in the folder, and georeferences its floors.
  func georeferenced(_ text: String) throws -> GeoreferencedBuilding {
    try GeoreferencedBuilding(manifest(text))
  }

  func manifest(_ text: String) throws -> BuildingManifest {
    try BuildingManifest(bytes: Array(text.utf8), path: directory.path("b.yml"))
  }
}

func manifest(_ text: String, path: String = "b.yml") throws(ManifestError) -> BuildingManifest {
  try BuildingManifest(bytes: Array(text.utf8), path: path)
}

/// The report of the error that a manifest's text leads to, or `nil` when it leads to none.
func fault(_ text: String) -> ManifestError? {
  do throws(ManifestError) {
    _ = try manifest(text)
    return nil
  } catch {
    return error
  }
}
