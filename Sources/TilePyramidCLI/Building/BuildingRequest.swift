import BuildingManifest
import TilePyramid
import TileStorage

/// What `build` was asked for when its source is a manifest.
struct BuildingRequest: Sendable {
  var manifest: BuildingManifest
  var output: BuildOutput

  /// Reads the manifest and checks the options that a building has beside it.
  init(
    manifestPath: String, output options: OutputOptions, running: RunningRequest,
    given: GivenOptions
  ) throws {
    if let option = given.names.first(where: { !Self.options.contains($0) }) {
      throw UsageError.noEffect(option, reason: Self.reason(against: option))
    }
    output = try BuildOutput(options, resumes: running.resume, expected: "a folder")
    guard output.kind == .directory else {
      throw UsageError.invalidValue(
        option: "--output", found: output.path,
        expected: "a folder; one MBTiles file per floor in it is store: mbtiles in the manifest")
    }
    manifest = try BuildingManifest(path: manifestPath)
  }

  /// The options that go with a manifest: they say how to run, not what to make.
  private static let options: Set<String> = [
    "--output", "--overwrite", "--update", "--keep-others", "--hard-links", "--preview",
    "--threads",
    "--memory-limit", "--temp-dir", "--progress", "--dry-run", "--json", "--resume",
  ]

  /// Where an option that does not go with a manifest belongs.
  private static func reason(against option: String) -> String {
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

/// The long options that a command line holds, whatever their values.
struct GivenOptions {
  var names: [String]

  /// Looks for options among arguments, up to a bare `--`.
  init(_ arguments: some Sequence<String>) {
    names = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
      .map { String($0.prefix { $0 != "=" }) }
  }
}
