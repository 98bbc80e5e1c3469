import ArgumentParser
import Georeferencing
import RasterSources
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
      definition goes with them. Of a part the definition is made anew.
      """)

  @Argument(
    help: ArgumentHelp("The folder or file of tiles to copy, whoever made it.", valueName: "store"),
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

  @Option(
    help: """
      Show progress as bar, plain, json, none, or auto, which is a bar on a terminal.
      """)
  var progress = ParsedOption<ProgressStyle>(argument: "auto")

  func run() throws {
    let running = RunningRequest(
      resources: BuildResources(), progress: try progress.value(of: "--progress"))
    var conversion = StoreConversion(
      of: source, to: try BuildOutput(output, options.replacement, options.folder))
    conversion.selection = try selection.selection
    conversion.otherInputs = [selection.cutline].compactMap(\.self)
    conversion.tilePath = options.path
    conversion.scheme = try options.scheme?.value(of: "--scheme")
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
}

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
