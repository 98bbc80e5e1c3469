import ArgumentParser
import BuildingManifest
import TilePyramid
import TileStorage

/// `tilepyramid merge`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Makes a pyramid of the shards of a job, or of several stores.",
    discussion: """
      All shards of a job must be made. Tiles are copied as they are, and the zooms above them are made of \
      what the shards carry: the output has the bytes of `build` with the same options.
      Of stores, whoever made them, tiles that one of them has are copied, those of several are composited, \
      and overviews of several are made again from the deepest zoom, exactly where that is lossless. They \
      must have the same format and tile size; a store may end at a zoom at which others go on.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder of a job that plan made; or folders and files of tiles.", valueName: "job"),
    completion: .stores)
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "Of stores: put the one named last or first on top (default: last).", valueName: "which"
    ))
  var onTop: ParsedOption<StoreMerge.Order>?

  @Option(
    help: ArgumentHelp(
      "Of stores: name the layer so (default: that of the first).", valueName: "name"))
  var name: String?

  @OptionGroup var rows: SchemeOption
  @OptionGroup(title: "Output") var output: MergeOutputOptions
  @OptionGroup(title: "Running") var running: MergeRunningOptions

  func run() throws {
    let running = RunningRequest(
      resources: BuildResources(threads: try running.threads.count),
      progress: try running.progress.style)
    let target = try BuildOutput(output.output, output.replacement, output.folder)
    guard let job = inputs.first, inputs.count == 1 else {
      return try merge(into: target, running)
    }
    let isFile = try FileSystem.kind(of: job, followingLinks: true) == .file
    if isFile || PathSuggestion.isPyramid(job) {
      throw UsageError.missing(
        "a second store", neededBy: "merge",
        example: "tilepyramid merge a.mbtiles b.mbtiles -o c.mbtiles")
    }
    for (option, isGiven) in [
      ("--on-top", onTop != nil), ("--name", name != nil), ("--scheme", rows.scheme != nil),
    ] where isGiven {
      throw UsageError.noEffect(option, reason: "the shards of a job are parts of one pyramid")
    }
    let planned = try PlannedJob(job)
    let session = BuildSession(running)
    let made: String
    switch try planned.subject(to: target, running) {
    case .image(let request):
      let layer = try session.run {
        try planned.job.merge(request, report: $0, isCancelled: $1)
      }
      session.warn(of: layer.summary.leftOver, background: request.encoding.background)
      made = PlanText.summary(of: layer, at: output.output, seconds: session.seconds)
    case .building(let manifest, let target):
      let building = try session.run {
        try planned.job.merge(
          manifest, to: target, resources: running.resources, report: $0, isCancelled: $1)
      }
      session.warn(of: building.leftOver, background: nil)
      made = BuildingText.line(
        of: building, at: output.output, hardLinks: target.hardLinks, seconds: session.seconds)
    }
    StandardOutput.print("\(made), of \(planned.job.plan.shards.count) shards")
  }

  private func merge(into target: BuildOutput, _ running: RunningRequest) throws {
    var merge = StoreMerge(of: inputs, to: target)
    merge.onTop = try onTop?.value(of: "--on-top") ?? .last
    merge.name = name
    merge.sourceScheme = try rows.value
    merge.threads = running.resources.threads
    let session = BuildSession(running)
    let request = merge
    let made = try session.run { try request.run(report: $0, isCancelled: $1) }
    for warning in made.warnings { StandardError.warn(warning) }
    session.warn(of: made.layer.summary.leftOver, background: nil)
    let line = PlanText.summary(of: made.layer, at: output.output, seconds: session.seconds)
    StandardOutput.print("\(line), of \(inputs.count) stores; \(made.madeCount) tiles made again")
  }
}

/// The options that choose where shards are put together.
struct MergeOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write into this folder, or into a file ending in \(StoreFormat.fileEndings).",
      valueName: "path"),
    completion: .directory)
  var output: String

  @OptionGroup var replacement: ReplacementOptions
  @OptionGroup var folder: FolderOptions
}

struct MergeRunningOptions: ParsableArguments {
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var progress: ProgressOption
}
