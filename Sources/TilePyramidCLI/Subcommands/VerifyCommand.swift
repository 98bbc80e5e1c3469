import ArgumentParser
import BuildingManifest
import Foundation
import Georeferencing
import Mosaics
import PyramidPictures
import PyramidVerification
import RasterSources
import TileModel
import TilePyramid
import TileStorage

/// `tilepyramid verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks a folder or file of tiles, whoever made it, or a building.",
    discussion: """
      Rules have names of two parts, such as overview.hole; --rules takes both names of rules and of \
      their themes. Errors end the program with 1. With --against, up to 256 tiles of the deepest zoom, \
      or all with --every, are compared with the image they were made from; give its placement as for \
      build, or name the manifest of the building. Of a building every floor is checked, then \
      building.json.
      """)

  @Argument(
    help: ArgumentHelp(
      "What to check: a folder or file of tiles, a building's folder or its building.json.",
      valueName: "store"),
    completion: .stores)
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Take this layer definition instead of the store's own.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var layer: String?

  @OptionGroup var rows: SchemeOption

  @Option(
    help: ArgumentHelp(
      "Check these rules or themes, separated by commas (default: all).", valueName: "names"))
  var rules: String?

  @Option(
    help: ArgumentHelp(
      "Check what a consumer asks besides: mapbox, google or mbtiles-strict.", valueName: "name"))
  var profile: ParsedOption<VerificationProfile>?

  @Flag(help: "List the rules, and check nothing.")
  var listRules = false

  @OptionGroup(title: "Report") var report: ReportOptions

  @Option(
    help: ArgumentHelp(
      "Draw a contact sheet with the findings marked: an SVG where the name ends in .svg, else a PNG.",
      valueName: "file"),
    completion: .picture)
  var sheet: String?

  @Option(
    help: ArgumentHelp(
      "End with 1 from this severity on: error, warning or note.", valueName: "severity"))
  var failOn = ParsedOption<VerificationRule.Severity>(argument: "error")

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Name at most so many findings of a rule.", valueName: "n"))
  var maxFindings = 20

  @OptionGroup var threads: ThreadsOption

  @Option(
    help: ArgumentHelp(
      """
      Compare with the image that the tiles were made from; the folder, @FILE, VRT or index of \
      the images; or the manifest of the building.
      """, valueName: "source"),
    completion: .sources)
  var against: String?

  @Flag(help: "Compare all tiles of the deepest zoom with the image, not 256 at most.")
  var every = false

  @Option(
    help: ArgumentHelp(
      "Let tiles of other programs be so far beside the image, such as 1px for gdal2tiles; a note says where.",
      valueName: "samples"))
  var tolerance: String?

  @OptionGroup var scratch: ScratchOption

  @OptionGroup(title: "Georeference of the image of --against")
  var placement: SettingOptions<PlacementSettings>

  @OptionGroup(title: "Several images") var mosaic: SettingOptions<MosaicSettings>
  @OptionGroup(title: "What was used of it") var clip: SettingOptions<ClipSettings>
  @OptionGroup(title: "PDF and SVG") var vector: SettingOptions<VectorSettings>
  @OptionGroup(title: "Samples of the image") var samples: SettingOptions<SampleSettings>

  private var image: GivenSettings {
    placement.given + mosaic.given + clip.given + vector.given + samples.given
  }

  func run() throws {
    if listRules {
      for rule in VerificationRule.all + VerificationRule.ofBuildings {
        StandardOutput.print("\(rule.id) (\(rule.severity.rawValue)): \(rule.summary)")
      }
      return
    }
    guard let store else {
      throw UsageError.missing("a store", neededBy: "verify", example: "tilepyramid verify DIR")
    }
    let form = try report.form
    let severity = try failOn.value(of: "--fail-on")
    let manifest = try against.flatMap(BuildingManifest.path).map(BuildingManifest.init(path:))
    let inputs = try inputs(store, manifest)
    let file = try report.file(notReplacing: inputs)
    let picture = try sheet.map {
      try PictureFile(path: $0, overwrite: report.overwrite, inputs: inputs)
    }
    let (outcome, sheet) = try verify(store, against: manifest)
    let text =
      switch form {
      case .text: outcome.text
      case .json: try JSONText.text(outcome)
      case .junit: outcome.junit(failingAt: severity)
      }
    try report.deliver(
      OptionNames.applied(to: text), to: file, isForPeople: form == .text)
    if let picture { try draw(sheet, of: outcome, on: picture) }
    if outcome.fails(at: severity) { throw ExitCode(1) }
  }

  /// Draws the contact sheet; `nil` for a building without floors.
  private typealias Sheet = () throws(TileStorageError) -> PictureDrawing?

  private func verify(
    _ store: String, against manifest: BuildingManifest?
  ) throws -> (any VerificationOutcome, Sheet) {
    var options = try verificationOptions()
    // A definition that is named chooses the floor.
    let isBuilding = try layer == nil && StoredBuilding.isBuilding(store)
    try checkSourceOptions(isBuilding: isBuilding, hasManifest: manifest != nil)
    let scratch = scratch.directory
    options.scratch = scratch
    let floors = try manifest.map { try VerificationSources.floors(of: $0, scratch: scratch) }
    if isBuilding {
      options.floors = floors
      let report = try PyramidVerifier.verifyBuilding(store, options: options)
      return (report, { () throws(TileStorageError) in try FindingsSheet.draw(report) })
    }
    guard options.rules.contains(where: VerificationRule.all.contains) else {
      throw UsageError.noEffect("--rules", reason: "these rules are for buildings")
    }
    options.layerFile = layer
    options.scheme = try rows.value
    if let floors, let against {
      options.source = try VerificationSources.source(
        of: layer ?? store, among: floors, manifest: against)
    } else if let against {
      let settings = try image.settings()
      var images = try SourceImages([against], image, settings)
      let definition = LayerFile.readable(ofStore: store, layer: layer)
      images.image.samples.read(as: definition?.elevation?.encoding)
      if let definition, definition.imageGrid != nil, images.image.placement?.isImageGrid ?? true {
        images.image.placement = .imageGrid(definition.tileSize)
      }
      let headers = try settings.headers.map {
        try ImageHeaderFile(path: $0, image: images.image, version: PyramidBuild.version)
      }
      let source = try images.georeferenced(
        threads: options.threads, skipping: settings.skipsDamagedImages ? SkippedImages() : nil,
        headers: headers?.headers
      ) { _, _ in }
      try headers?.save()
      source.warn()
      options.source = VerificationSource(
        raster: source.raster, georeference: source.resolved.georeference,
        clips: settings.clips + source.resolved.clips, scratch: scratch)
    }
    let report = try PyramidVerifier.verify(store, options: options)
    let (layerFile, scheme) = (options.layerFile, options.scheme)
    return (
      report,
      { () throws(TileStorageError) in
        try FindingsSheet.draw(report, layerFile: layerFile, scheme: scheme)
      }
    )
  }

  private func draw(
    _ sheet: Sheet, of outcome: any VerificationOutcome, on picture: PictureFile
  ) throws {
    let drawing: PictureDrawing?
    do throws(TileStorageError) {
      drawing = try sheet()
    } catch {
      // A store that is this broken has findings that say so.
      if outcome.fails(at: .error) {
        return StandardError.warn("no sheet was drawn: \(error.report.what)")
      }
      throw error
    }
    guard let drawing else {
      return StandardError.warn("no sheet was drawn: there are no floors")
    }
    // Standard output is the report alone.
    StandardError.print(try picture.write(drawing))
  }

  private func inputs(_ store: String, _ manifest: BuildingManifest?) throws -> [String] {
    let own = [store] + [layer].compactMap(\.self)
    if let manifest { return own + (try manifest.inputs) }
    guard let against else { return own }
    let settings = try image.settings()
    return own + settings.inputs + (try SourceImages([against], image, settings).files)
  }

  private func checkSourceOptions(isBuilding: Bool, hasManifest: Bool) throws {
    if isBuilding {
      if rows.scheme != nil {
        throw UsageError.noEffect(
          "--scheme", reason: "the floors of a building have layer definitions")
      }
      if let against, !hasManifest {
        throw UsageError.invalidValue(
          option: "--against", found: against,
          expected: "the manifest of the building, ending in .yml or .yaml")
      }
    }
    if hasManifest, let option = image.options.first {
      throw UsageError.noEffect(
        option, reason: "the manifest says how images are placed and read")
    }
    guard against == nil else { return }
    for (isGiven, option) in [(every, "--every"), (tolerance != nil, "--tolerance")] where isGiven {
      throw UsageError.missing("--against", neededBy: option, example: "--against plan.png")
    }
    let placed = try SourceImage("", placement.given, placement.given.settings())
    if placed.placement != nil || placed.crs != nil {
      throw UsageError.missing(
        "--against", neededBy: "a placement", example: "--against plan.png")
    }
    if let option = clip.given.options.first {
      throw UsageError.missing("--against", neededBy: option, example: "--against plan.png")
    }
  }

  private func verificationOptions() throws -> VerificationOptions {
    var options = VerificationOptions()
    options.threads = try threads.count
    options.findingLimit = try OptionValue.count(maxFindings, option: "--max-findings")
    options.comparesEveryTile = every
    options.profile = try profile?.value(of: "--profile")
    options.shiftTolerance = try tolerance.map(Self.samples) ?? 0
    guard let rules else { return options }
    let names = rules.split(separator: ",").map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard !names.isEmpty, let chosen = VerificationRule.rules(named: names) else {
      throw UsageError.invalidValue(
        option: "--rules", found: rules, expected: "names that verify --list-rules shows",
        choices: (VerificationRule.all + VerificationRule.ofBuildings).map(\.id))
    }
    options.rules = chosen
    return options
  }

  /// A number of samples from 0 to 2, with or without its unit.
  private static func samples(_ text: String) throws -> Double {
    guard let samples = Double(text.hasSuffix("px") ? String(text.dropLast(2)) : text),
      (0...2).contains(samples)
    else {
      throw UsageError.invalidValue(
        option: "--tolerance", found: text, expected: "samples of the tiles, 0 to 2, such as 1px")
    }
    return samples
  }
}
