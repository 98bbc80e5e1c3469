import ArgumentParser
import BuildingManifest
import TilePyramid

/// `tilepyramid merge`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Makes a pyramid of the shards of a job.",
    discussion: """
      All shards must be made. Tiles are copied as they are, and the zooms above them are made of what the \
      shards carry: the output has the bytes of `build` with the same options.
      """)

  @Argument(
    help: ArgumentHelp("The folder of a job that plan made.", valueName: "job"),
    completion: .directory)
  var job: String

  @OptionGroup(title: "Output") var output: MergeOutputOptions
  @OptionGroup(title: "Running") var running: MergeRunningOptions

  func run() throws {
    let running = try running.request
    let planned = try PlannedJob(job)
    var target = BuildOutput.directory(output.output)
    target.kind = try StoreFormat(newOutput: output.output)
    target.existing = output.overwrite ? .overwrite : .refuse
    target.keepsOthers = output.keepOthers
    target.hardLinks = output.hardLinks
    target.preview = output.preview
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
}

/// The options that choose where shards are put together.
struct MergeOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder to make, or a file ending in \(StoreFormat.fileEndings).", valueName: "path"),
    completion: .directory)
  var output: String

  @Flag(help: "Replace an output that this program made and that holds nothing else.")
  var overwrite = false

  @Flag(help: "With --overwrite: carry over what others put into the folder.")
  var keepOthers = false

  @Flag(help: "Store equal tiles of a folder once, as hard links.")
  var hardLinks = false

  @Flag(help: "Put preview.html beside the tiles of a folder, which shows them in a browser.")
  var preview = false
}

/// The options that govern merging.
struct MergeRunningOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Threads to use (default: the processors available).", valueName: "n"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "bar, plain, json, none, or auto, which is a bar on a terminal.", valueName: "style"),
    completion: .choices(ProgressStyle.self))
  var progress = ParsedOption<ProgressStyle>(argument: "auto")

  /// What it asks for.
  var request: RunningRequest {
    get throws {
      var request = RunningRequest(
        resources: BuildResources(
          threads: try threads.map { try OptionValue.count($0, option: "--threads") }
            ?? AvailableProcessors.count))
      request.progress = try progress.value(of: "--progress")
      return request
    }
  }
}
