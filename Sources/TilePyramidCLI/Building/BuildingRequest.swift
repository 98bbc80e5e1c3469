import BuildingManifest
import RasterSources
import TileModel
import TileStorage

/// What `build` was asked for when its source is a manifest.
struct BuildingRequest: Sendable {
  var manifest: BuildingManifest
  var output: String
  var overwrite: Bool
  var update: Bool
  /// Whether what is there may be replaced.
  var replaces: Bool { overwrite || update }
  /// Whether what others put into the folder that is replaced goes over into the new one.
  var keepOthers: Bool
  var hardLinks: Bool
  /// Whether a page that shows all floors goes beside them.
  var preview: Bool
  var running: RunningRequest

  /// Reads the manifest and checks the options that a building has beside it.
  init(
    manifestPath: String, output: OutputOptions, running: RunningOptions, given: GivenOptions
  ) throws {
    if let option = given.names.first(where: { !Self.options.contains($0) }) {
      throw UsageError.noEffect(option, reason: Self.reason(against: option))
    }
    guard !output.output.isEmpty else {
      throw UsageError.invalidValue(option: "--output", found: "\"\"", expected: "a folder")
    }
    guard try TileStoreKind(newOutput: output.output) == .directory else {
      throw UsageError.invalidValue(
        option: "--output", found: output.output,
        expected: "a folder; one MBTiles file per floor in it is store: mbtiles in the manifest")
    }
    self.output = output.output
    overwrite = output.overwrite
    update = output.update
    keepOthers = output.keepOthers
    try UpdateRequest.check(output, resume: running.resume)
    self.running = try RunningRequest(running)
    manifest = try BuildingManifest(path: manifestPath)
    if output.hardLinks, manifest.store == .mbtiles {
      throw UsageError.noEffect("--hard-links", reason: "the manifest says store: mbtiles")
    }
    hardLinks = output.hardLinks || manifest.hardLinks
    preview = output.preview
    if preview, manifest.store == .mbtiles {
      throw UsageError.previewOfDatabase(path: output.output)
    }
  }

  /// The options that go with a manifest: they say how to run, not what to make.
  private static let options: Set<String> = [
    "--output", "--overwrite", "--update", "--keep-others", "--hard-links", "--preview",
    "--threads",
    "--memory-limit", "--temp-dir", "--progress", "--dry-run", "--resume",
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

extension BuildingManifest {
  /// The manifest and the files that it names.
  var inputs: [String] {
    [path]
      + floors.flatMap { floor in
        var files = [floor.image]
        let sidecars = Sidecars(imagePath: floor.image)
        switch floor.placement.way {
        case .sidecar: files += sidecars.files(for: nil)
        case .stated(let placement): files += sidecars.files(for: placement)
        case .centered, .scaled, .aligned: break
        }
        if case .file(let path, _) = floor.points { files.append(path) }
        return files
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
