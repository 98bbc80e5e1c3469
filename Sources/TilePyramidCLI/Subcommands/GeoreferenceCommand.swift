import ArgumentParser
import BuildingManifest
import Foundation
import Georeferencing
import PlanEditor
import PyramidPictures
import RasterSources
import TileModel
import TilePyramid
import TileServer

/// `tilepyramid georeference`.
struct GeoreferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "georeference",
    abstract: "Georeferences an image, shows how well it fits, and writes a world file or .points.",
    discussion: """
      Beside a world file goes a .prj of the same name that states its system, unless one is there \
      that does.

      With --fit-outline it writes --output, or else a world file beside the plan, and says how far edges are \
      apart. Where another place would do nearly as well, or none does, it writes nothing and ends with 1.

      With --edit the plan is placed by hand or by control points on a page that a server on 127.0.0.1 shows; \
      its address is printed on standard output. A background is a GeoJSON file with polygons, tiles (a \
      folder, MBTiles or PMTiles, of which the last two may be vector), a georeferenced image, or a tile URL with \
      {z}, {x} and {y}, which the browser loads, and behind a space who is credited for it. Saving on the page writes --output, or else PLAN.points or a world file beside the plan; \
      a file that was there and was not read is replaced with --overwrite alone. SIGINT (Ctrl-C) ends it.
      """)

  @Argument(
    help: ArgumentHelp("The image to place.", valueName: "source"),
    completion: .image)
  var source: String

  @Argument(
    help: ArgumentHelp("What is shown beneath the plan, with --edit.", valueName: "background"),
    completion: .file())
  var backgrounds: [String] = []

  @Flag(help: "Place the plan on a page in a browser.")
  var edit = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --edit: begin a plan without a place here (default: in the middle of the background).",
      valueName: "lat,lng"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      "With --edit: listen on this port; 0 takes any that is free.", valueName: "n"))
  var port: UInt16?

  @OptionGroup(title: "Georeference") var placement: SettingOptions<PlacementSettings>
  @OptionGroup(title: "PDF and SVG") var vector: SettingOptions<VectorSettings>
  @OptionGroup var outline: SettingOptions<OutlineSettings>

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      Write the result: a .points file, a Georeference Annotation (.json), or a world file under any other \
      extension.
      """, valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Draw the residuals of control points over the image: an SVG where the name ends in .svg, else a \
      PNG.
      """, valueName: "file"),
    completion: .picture)
  var report: String?

  @OptionGroup var scratch: ScratchOption

  @Flag(help: "Replace the output files.")
  var overwrite = false

  func run() throws {
    if let manifest = BuildingManifest.path(of: source) {
      throw UsageError(
        "this is a building, whose floors are placed in its manifest", at: source,
        expected: "one image",
        nextStep: StoppedCommand.line(["tilepyramid", "building", "edit", manifest])
          + " places them on a page, and tilepyramid info says where they are")
    }
    let given = placement.given + vector.given + outline.given
    let image = try SourceImage(source, given, given.settings())
    if image.placement?.isImageGrid ?? false {
      throw UsageError.noEffect("--grid image", reason: "it says nothing of where the image is")
    }
    if edit { return try place(image) }
    for (option, isGiven) in [
      ("a background", !backgrounds.isEmpty), ("--at", at != nil), ("--port", port != nil),
    ] where isGiven {
      throw UsageError.missing("--edit", neededBy: option, example: "--edit")
    }
    if image.outline != nil, !(output.map(GeoreferenceFile.isAnnotation) ?? false) {
      throw UsageError.noEffect(
        "--outline", reason: "only --edit and an annotation (.json) as --output can use it")
    }
    let inputs = image.files
    let output =
      if output == nil, case .outline = image.placement {
        Optional(Sidecars(imagePath: source).worldFilePaths[0])
      } else { output }
    let picture = try report.map {
      try PictureFile(path: $0, overwrite: overwrite, inputs: inputs)
    }
    let file = try output.map {
      try OutputFile(path: $0, .text, overwrite: overwrite, inputs: inputs)
    }
    let georeferenced = try image.georeferenced()
    let residuals = try picture.map { _ in try drawResiduals(of: georeferenced) }
    let text = try output.map { try GeoreferenceFile(georeferenced, path: $0).text }
    let projection = try output.flatMap {
      try GeoreferenceFile.projection(of: georeferenced, besides: $0).map { path, text in
        (
          try OutputFile(path: path, .text, overwrite: overwrite, inputs: inputs),
          Array((text + "\n").utf8)
        )
      }
    }
    georeferenced.warn()
    StandardOutput.print(FitText.description(of: georeferenced))
    if let file, let text {
      try NewFiles.write([(file, Array(text.utf8))] + [projection].compactMap(\.self))
      StandardOutput.print(
        "wrote \(file.path), in \(Self.system(of: georeferenced, path: file.path))")
      if let projection {
        StandardOutput.print("wrote \(projection.0.path), which names that system")
      }
      let found = Sidecars(imagePath: source).worldFilePaths
      if !found.contains(file.path), !GeoreferenceFile.listsPoints(file.path) {
        StandardOutput.print(
          "builds find \(found[0]) by themselves: pass this one as --world-file")
      }
    }
    if let picture, let residuals { StandardOutput.print(try picture.write(residuals)) }
  }

  private func place(_ image: SourceImage) throws {
    if let plan = backgrounds.first(where: CompletionKind.isPlan), EditBackground.isNoImage(source)
    {
      throw UsageError(
        "the plan and what lies beneath it are swapped", at: source, found: "no image",
        expected: "first the image to place",
        nextStep: StoppedCommand.line(["tilepyramid", "georeference", plan, "--edit", source]))
    }
    guard report == nil else {
      throw UsageError.noEffect("--report", reason: "the page of --edit shows the residuals")
    }
    try PlanEditing(
      image: image, backgrounds: backgrounds,
      position: at.map { try GeographicCoordinate(optionText: $0, option: "--at") },
      output: output, overwrite: overwrite, folder: scratch.directory.path
    ).run(port: port ?? LoopbackServer.defaultPort)
  }

  private static func system(of georeferenced: GeoreferencedImage, path: String) -> String {
    if GeoreferenceFile.isAnnotation(path) { return "EPSG:4326" }
    return GeoreferenceFile.isPoints(path)
      ? "EPSG:3857" : georeferenced.resolved.georeference.crs.identifier
  }

  private func drawResiduals(of georeferenced: GeoreferencedImage) throws -> PictureDrawing {
    guard let fit = georeferenced.resolved.fit else {
      throw UsageError.missing(
        "--gcp or --gcp-file", neededBy: "--report", example: "--gcp-file f.points")
    }
    let drawing = ResidualPicture(
      title: URL(fileURLWithPath: source).lastPathComponent, source: georeferenced.raster,
      georeference: georeferenced.resolved.georeference, fit: fit)
    return try drawing.draw(scratch: scratch.directory)
  }
}
