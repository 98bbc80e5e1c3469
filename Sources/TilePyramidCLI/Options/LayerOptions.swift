import ArgumentParser
import BuildingManifest
import TileModel
import TilePyramid

/// The options that describe the layer to map clients.
struct LayerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("State the storey's identifier, which {floor} stands for.", valueName: "id"))
  var floor: String?

  @Option(
    help: ArgumentHelp("State the name shown to people (default: the image's).", valueName: "text"))
  var name: String?

  @Option(help: ArgumentHelp("State a sentence about the content.", valueName: "text"))
  var description: String?

  @Option(help: ArgumentHelp("State who must be credited.", valueName: "text"))
  var attribution: String?

  @Option(
    help: ArgumentHelp("State the version of the tiles. (default: 1.0.0)", valueName: "a.b.c"))
  var tilesetVersion: String?

  @Option(
    help: ArgumentHelp(
      "Call the layer an overlay or a baselayer. (default: overlay)", valueName: "kind"))
  var type: ParsedOption<LayerDefinition.Kind>?

  @Option(
    help: ArgumentHelp(
      "State where the tiles will be found (default: the path template, relative to layer.json).",
      valueName: "template"))
  var url: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Set the drawing order; larger is above. (default: 0)", valueName: "n"))
  var zIndex: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Set the opacity to draw with, 0 to 1. (default: 1)", valueName: "fraction"))
  var opacity: String?
}

extension LayerDescription {
  /// Reads the values of options.
  init(_ options: LayerOptions, format: TileFormatChoice, isPair: Bool = false) throws {
    self.init()
    name = options.name
    description = options.description
    attribution = options.attribution
    version = options.tilesetVersion ?? "1.0.0"
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && Int($0) != nil && $0.first != "-" })
    else {
      throw UsageError.invalidValue(
        option: "--tileset-version", found: version, expected: "three numbers, such as 1.0.0")
    }
    kind = try options.type?.value(of: "--type") ?? .overlay
    floor = try options.floor.map { id in
      guard !id.isEmpty else {
        throw UsageError.invalidValue(option: "--floor", found: "\"\"", expected: "an identifier")
      }
      return LayerDefinition.Floor(id: id, level: FloorNames.level(of: id), name: options.name)
    }
    let urls = try options.url.map { url in
      try TileTemplates(url, isPair: isPair) { text throws(TileTemplateError) in
        try TileTemplate(url: text, floor: options.floor, format: format.tileFormat)
      }
    }
    (urlTemplate, retinaURLTemplate) = (urls?.standard, urls?.retina)
    zIndex = options.zIndex ?? 0
    guard Int32(exactly: zIndex) != nil else {
      throw UsageError.invalidValue(
        option: "--z-index", found: "\(zIndex)", expected: "a whole number of 32 bits")
    }
    opacity = try OptionValue.number(options.opacity, of: "--opacity", in: 0...1, "0 to 1") ?? 1
  }
}
