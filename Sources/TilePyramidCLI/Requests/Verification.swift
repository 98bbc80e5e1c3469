import BuildingManifest
import Georeferencing
import PyramidVerification
import RasterSources
import TileModel
import TilePyramid

/// The images of a manifest that tiles are compared with.
enum VerificationSources {
  static func floors(
    of manifest: BuildingManifest, scratch: ScratchDirectory
  ) throws(ManifestError) -> [FloorSource] {
    try GeoreferencedBuilding(manifest).floors.map { georeferenced in
      for warning in georeferenced.resolved.warnings {
        StandardError.warn("floor \(georeferenced.floor.id): \(warning)")
      }
      return FloorSource(
        georeferenced.floor.layerFloor,
        source: VerificationSource(
          raster: georeferenced.raster, georeference: georeferenced.resolved.georeference,
          clips: georeferenced.floor.settings.options.clips + georeferenced.resolved.clips,
          scratch: scratch)
      )
    }
  }

  static func source(
    of path: String, among floors: [FloorSource], manifest: String
  ) throws -> VerificationSource {
    let id = try LayerFile.definition(at: path).floor?.id
    guard let floor = floors.first(where: { $0.floor.id == id }) else {
      throw UsageError.invalidValue(
        option: "--against", found: "\(manifest) without \(id.map { "floor \($0)" } ?? "a floor")",
        expected: "a manifest with the floor of \(path), or its image and placement")
    }
    return floor.source
  }
}

/// The findings of `verify` in a store or in a building.
protocol VerificationOutcome: Encodable {
  var text: String { get }
  func junit(failingAt severity: VerificationRule.Severity) -> String
  func fails(at severity: VerificationRule.Severity) -> Bool
}

extension VerificationReport: VerificationOutcome {}
extension BuildingVerificationReport: VerificationOutcome {}
