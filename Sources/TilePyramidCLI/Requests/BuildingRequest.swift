import BuildingManifest
import TilePyramid
import TileStorage

/// The request of `build` for a manifest.
struct BuildingRequest: Sendable {
  var manifest: BuildingManifest
  var output: BuildOutput

  init(
    manifestPath: String, output options: OutputOptions, running: RunningRequest,
    given: [String]
  ) throws {
    if let option = given.first {
      throw UsageError.noEffect(option, reason: Self.reason(against: option))
    }
    output = try BuildOutput(options, running, expected: "a folder")
    guard !output.kind.isFile else {
      throw UsageError.invalidValue(
        option: "--output", found: output.path,
        expected: "a folder; store in the manifest puts one file per floor in it")
    }
    manifest = try BuildingManifest(path: manifestPath)
  }

  static func reason(against option: String) -> String {
    let name = String(option.dropFirst(2))
    switch name {
    case "floor": return "the floors of a building have their id in the manifest"
    case "gcp": return "a building's control points belong in the manifest, as gcps:"
    case _ where BuildingManifest.keys.contains(name):
      return "for a building it belongs in the manifest, as \(name):"
    default: return "it is not for buildings"
    }
  }
}
