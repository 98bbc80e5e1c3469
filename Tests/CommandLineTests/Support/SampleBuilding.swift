import Foundation
import Georeferencing
import RasterSources
import TilePyramidTesting

/// A building of three floors to run the program on.
enum SampleBuilding {
  /// The position of all floors.
  static let corners = "bounds: [\(AlignedPlan.bounds)]"

  /// The files of ``workspace(_:)``.
  static let inputs = ["a.png", "b.yml", "c.png"]

  /// Two floors of one image, and one of another, all on the grid.
  static func workspace(_ more: String = "") throws -> Workspace {
    let workspace = try Workspace()
    // Noise, so that no two tiles of one image are equal.
    for (name, seed) in [("a.png", 1), ("c.png", 2)] as [(String, UInt64)] {
      let raster = SyntheticRaster.noise(
        seed: seed, opaque: true, size: PixelSize(width: 512, height: 512))
      try workspace.write(raster, as: name)
    }
    try workspace.write(
      """
      name: Museum
      attribution: © Us
      \(corners)
      \(more)
      floors:
        - {id: L1, name: Upstairs, image: a.png}
        - {id: L0, image: a.png}
        - {id: B1, level: -1, image: c.png}

      """.utf8, as: "b.yml")
    return workspace
  }
}

extension Workspace {
  func files(in folder: String) throws -> [String: [UInt8]] {
    try directory.files("\(folder)/")
  }
}
