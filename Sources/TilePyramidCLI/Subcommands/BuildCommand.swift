import ArgumentParser

/// `tilepyramid build`.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Builds the tiles of an image.",
    discussion: """
      Where the image lies is taken from one of --world-file, --bounds, --corners, --gcp, --gcp-file and \
      --anchor, or from a file beside the image: a world file (.pgw, .pngw, .wld) with a .prj, or \
      .aux.xml.

      A PDF is drawn by pdftocairo (poppler-utils), an SVG by rsvg-convert (librsvg2-bin), which must be \
      installed; every zoom is drawn by itself.
      """)

  @Argument(
    help: ArgumentHelp("The image: a PNG file, or a plan as PDF or SVG.", valueName: "source"))
  var source: String

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Where the image lies") var placement: PlacementOptions
  @OptionGroup(title: "PDF and SVG") var vector: VectorOptions
  @OptionGroup(title: "Tiles and pixels") var pyramid: PyramidOptionGroup
  @OptionGroup(title: "Layer definition") var layer: LayerOptions
  @OptionGroup(title: "Running") var running: RunningOptions

  func run() throws {
    let request = try BuildRequest(
      source: source, vector: vector, placement: placement, pyramid: pyramid, output: output,
      layer: layer, running: running)
    InterruptionWatch.start()
    let build = try BuildRun(request)
    build.warn()
    if request.running.dryRun {
      StandardOutput.print(build.description)
    } else {
      StandardOutput.print(try build.make())
    }
  }
}
