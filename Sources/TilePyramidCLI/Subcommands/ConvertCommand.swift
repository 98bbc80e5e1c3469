import ArgumentParser
import Georeferencing
import TileModel
import TilePyramid
import TileStorage

/// `tilepyramid convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Copies tiles, or a part of them, into a store of another format.",
    discussion: """
      The name of the output tells its format. Tiles are copied byte for byte and never decoded; the layer \
      definition goes with them. Of a part the definition is made anew. With --for the output is a folder \
      of what an indoor platform takes of a building.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder or file of tiles to copy, whoever made it; with --for a building.",
      valueName: "store"),
    completion: .stores)
  var source: String

  @Argument(
    help: ArgumentHelp(
      "The folder or file to write; a file ends in \(StoreFormat.fileEndings).", valueName: "output"
    ),
    completion: .directory)
  var output: String

  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Output") var options: ConversionOutputOptions
  @OptionGroup(title: "Indoor platforms") var handover: HandoverOptions

  @Option(
    help: """
      Show progress as bar, plain, json, none, or auto, which is a bar on a terminal.
      """)
  var progress = ParsedOption<ProgressStyle>(argument: "auto")

  func run() throws {
    let running = RunningRequest(
      resources: BuildResources(), progress: try progress.value(of: "--progress"))
    let platform = try handover.for?.value(of: "--for")
    if handover.floorIds != nil, platform != .situm {
      throw UsageError.noEffect("--floor-ids", reason: "it names folders of --for situm")
    }
    if let platform {
      if let option = (selection.given + options.given).first {
        throw UsageError.noEffect(option, reason: "--for takes all of a building")
      }
      let request = try HandoverRequest(
        of: source, to: output, for: platform, folders: handover.folders,
        overwrite: options.replacement.overwrite)
      let made = try BuildSession(running).run { try request.run(isCancelled: $1) }
      for warning in made.warnings { StandardError.warn(warning) }
      for line in made.lines { StandardOutput.print(line) }
      return
    }
    var conversion = StoreConversion(
      of: source, to: try BuildOutput(output, options.replacement, options.folder))
    conversion.selection = try selection.selection
    conversion.otherInputs = [selection.cutline].compactMap(\.self)
    conversion.tilePath = options.path
    conversion.scheme = try options.scheme?.value(of: "--scheme")
    conversion.sourceScheme = try selection.sourceScheme?.value(of: "--source-scheme")
    let session = BuildSession(running)
    let request = conversion
    let made = try session.run { try request.run(report: $0, isCancelled: $1) }
    for warning in made.warnings { StandardError.warn(warning) }
    session.warn(of: made.layer.summary.leftOver, background: nil)
    StandardOutput.print(
      PlanText.summary(of: made.layer, at: output, seconds: session.seconds))
  }
}

/// The options that choose tiles of a store.
struct SelectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Take these zooms, such as 12 or 10-14.", valueName: "zooms"))
  var zooms: ParsedOption<ZoomRange>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take tiles that show a part of this area, in degrees, longitude first.",
      valueName: "W,S,E,N"))
  var bounds: String?

  @Option(
    help: ArgumentHelp(
      "Take tiles that show a part of the polygons in a GeoJSON file.", valueName: "file"),
    completion: .files(["geojson", "json"]))
  var cutline: String?

  @Option(
    help: ArgumentHelp(
      "Say how a source folder without a layer definition counts rows: xyz or tms.",
      valueName: "scheme"))
  var sourceScheme: ParsedOption<TileScheme>?

  var given: [String] {
    [
      ("--zooms", zooms != nil), ("--bounds", bounds != nil), ("--cutline", cutline != nil),
      ("--source-scheme", sourceScheme != nil),
    ].filter(\.1).map(\.0)
  }

  var selection: TileSelection {
    get throws {
      var areas: [ClipArea] = []
      if let cutline { areas.append(try CutlineFile.area(path: cutline)) }
      if let bounds {
        areas.append(
          try ClipArea(
            try GeographicBounds(optionText: bounds, option: "--bounds"), location: "--bounds"))
      }
      return TileSelection(zooms: try zooms?.value(of: "--zooms").range, areas: areas)
    }
  }
}

/// The options that choose how a copy of tiles is stored.
struct ConversionOutputOptions: ParsableArguments {
  @OptionGroup var replacement: ReplacementOptions

  @Option(
    help: ArgumentHelp(
      "Name the tiles in a folder so (default: {z}/{x}/{y}.{ext}).", valueName: "template"))
  var path: String?

  @Option(
    help: ArgumentHelp(
      "Count rows in names of a folder as xyz or tms (default: as in the store).",
      valueName: "scheme"))
  var scheme: ParsedOption<TileScheme>?

  @OptionGroup var folder: FolderOptions

  /// But for --overwrite.
  var given: [String] {
    [
      ("--path", path != nil), ("--scheme", scheme != nil), ("--hard-links", folder.hardLinks),
      ("--preview", folder.preview), ("--keep-others", replacement.keepOthers),
    ].filter(\.1).map(\.0)
  }
}

/// The options of what an indoor platform takes.
struct HandoverOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write what a platform takes of a building: situm, a ZIP of tiles and the picture of each floor; \
      pictures, these alone.
      """, valueName: "platform"))
  var `for`: ParsedOption<HandoverPlatform>?

  @Option(
    help: ArgumentHelp(
      "With --for situm: name the folders of floors by the platform's numbers (default: as the building does).",
      valueName: "floor=number,..."))
  var floorIds: String?

  /// The folders that are named, by floors.
  var folders: [String: String] {
    get throws(UsageError) {
      var folders: [String: String] = [:]
      for part in (floorIds ?? "").split(separator: ",") {
        let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, !sides.contains(""), folders[sides[0]] == nil else {
          throw .invalidValue(
            option: "--floor-ids", found: floorIds ?? "",
            expected: "a folder for each floor, such as L0=12345,L1=12346")
        }
        folders[sides[0]] = sides[1]
      }
      return folders
    }
  }
}

extension HandoverPlatform: OptionArgument {}

/// Zooms as they are given: one, or the first and the last.
struct ZoomRange: OptionArgument, Hashable {
  static let expected = "a zoom such as 12, or the first and the last such as 10-14"

  let range: ClosedRange<Int>

  init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
      first <= last, first >= 0, last <= TileCoordinate.maximumZoom
    else { return nil }
    range = first...last
  }
}
