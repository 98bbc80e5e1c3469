import ArgumentParser
import BuildingManifest
import TilePyramid

/// `tilepyramid build`.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Builds the tiles of an image, or of the floors of a building.",
    usage: """
      tilepyramid build [<options>] <source> ... --output <path>
      tilepyramid build --job <folder> --shard <n> [<options>]
      """,
    discussion: """
        tilepyramid build plan.png --corners "lat,lng ..." -o tiles --preview
        tilepyramid build ortho.tif --format jpeg -o ortho.mbtiles
        tilepyramid build building.yml -o tiles --preview

      The georeference is taken from one of --world-file, --bounds, --corners, --gcp, --gcp-file, \
      --kml and --anchor. Without one, a TIFF has an .aux.xml, its GeoTIFF tags or a world file, in this order, and \
      other images a world file (.pgw, .jgw, .wld, ...) or an .aux.xml. The system of a world file is that of \
      --crs, else of the .aux.xml, a .prj, or the GeoTIFF keys.
      A source ending in .yml or .yaml, or a folder with a building.yml, is the manifest of a building, which says all of this for its floors. With it \
      go --output, --overwrite, --update, --keep-others, --hard-links, --preview and the options of running.
      Several rasters make one picture, each placed by its own tags, the files beside it, or the VRT that names it. \
      Those on one grid of pixels are read as one image; others are composited where they meet.
      A PDF is drawn by pdftocairo (poppler-utils), an SVG by rsvg-convert (librsvg2-bin), for every zoom; they \
      must be installed.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      What to tile: an image (PNG, JPEG, WebP, HEIC, AVIF, TIFF, JPEG 2000), a plan (PDF, \
      SVG), the manifest of a building, or the images of one picture: several rasters, a folder of them, \
      @FILE with a path a line, a VRT of GDAL, or an index in GeoJSON or STAC.
      """, valueName: "source"),
    completion: .sources)
  var sources: [String] = []

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var naming: SettingOptions<NamingSettings>
  @OptionGroup(title: "Georeference") var placement: SettingOptions<PlacementSettings>
  @OptionGroup(title: "Tiles and pixels") var pyramid: SettingOptions<TileSettings>
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Layer definition") var layer: SettingOptions<LayerSettings>
  @OptionGroup(title: "What is used of it") var clip: SettingOptions<ClipSettings>
  @OptionGroup(title: "Samples of the image") var samples: SettingOptions<SampleSettings>
  @OptionGroup(title: "PDF and SVG") var vector: SettingOptions<VectorSettings>
  @OptionGroup(title: "Several images") var mosaic: SettingOptions<MosaicSettings>
  @OptionGroup(title: "A shard of a job, instead of a source") var shard: ShardOptions

  private var given: GivenSettings {
    naming.given + placement.given + mosaic.given + clip.given + vector.given + samples.given
      + pyramid.given + layer.given
  }

  func run() throws {
    if let job = shard.job { return try runShard(of: job) }
    if let option = shard.shard != nil ? "--shard" : shard.of != nil ? "--of" : nil {
      throw UsageError.missing("--job", neededBy: option, example: "--job FOLDER \(option) auto")
    }
    guard !sources.isEmpty else {
      throw UsageError.missing(
        "SOURCE", neededBy: "build", example: "build plan.png --output tiles")
    }
    if let manifest = sources.lazy.compactMap(BuildingManifest.path).first {
      guard sources.count == 1 else { throw UsageError.severalSources(sources) }
      return try runBuilding(manifest)
    }
    let running = try RunningRequest(running)
    let build = try PyramidBuild(
      PyramidRequest(
        given, for: sources, to: BuildOutput(output, running), running))
    let text = BuildText(build, running)
    text.warn()
    if running.dryRun {
      try Self.print(BuildPlanReport(build), text.plan, asJSON: running.asJSON)
      if !build.isRecordedComplete { try build.builder.checkMemory() }
      if !build.skipped.isEmpty { throw ExitCode(1) }
      return
    }
    let session = BuildSession(running)
    let layer = try session.run { try build.run(report: $0, isCancelled: $1) }
    StandardOutput.print(text.summary(of: layer, in: session))
    if !layer.skipped.isEmpty { throw ExitCode(1) }
  }

  private func runShard(of job: String) throws {
    let given = (sources.isEmpty ? [] : ["SOURCE"]) + output.given + given.options
    try ShardRequest(job, shard, try RunningRequest(running), given: given).run()
  }

  private func runBuilding(_ manifest: String) throws {
    let running = try RunningRequest(running)
    let request = try BuildingRequest(
      manifestPath: manifest, output: output, running: running,
      given: given.options)
    let build = try BuildingBuild(
      request.manifest, output: request.output, resources: running.resources)
    let text = BuildingText(build, running)
    text.warn()
    if running.dryRun {
      try Self.print(BuildingPlanReport(build, running), text.plan, asJSON: running.asJSON)
      try build.building.checkAgreement()
      if !build.isRecordedComplete { try build.builder.checkMemory() }
      return
    }
    let session = BuildSession(running)
    let building = try session.run { try build.run(report: $0, isCancelled: $1) }
    StandardOutput.print(text.summary(of: building, in: session))
  }

  private static func print(_ report: some Encodable, _ text: String, asJSON: Bool) throws {
    if asJSON {
      StandardOutput.printData(try JSONText.text(report))
    } else {
      StandardOutput.print(text)
    }
  }
}
