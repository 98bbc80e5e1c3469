import ArgumentParser
import BuildingManifest
import Foundation
import TileModel
import TilePyramid

/// `tilepyramid plan`.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plans a build that many processes or machines make together.",
    discussion: """
      It writes JOB/plan.json. Each shard is then made by `build --job JOB --shard N`, anywhere and in any \
      order, and `merge JOB --output PATH` makes of them what `build` would have made, byte for byte. \
      `job JOB` says what is done.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      What to plan: the image, the images of one picture, or the manifest of a building, as \
      for build.
      """, valueName: "source"),
    completion: .sources)
  var sources: [String]

  @OptionGroup(title: "Job") var job: JobOptions
  @OptionGroup(title: "Job") var naming: SettingOptions<NamingSettings>
  @OptionGroup(title: "Georeference") var placement: SettingOptions<PlacementSettings>
  @OptionGroup(title: "Tiles and pixels") var pyramid: SettingOptions<TileSettings>
  @OptionGroup(title: "Layer definition") var layer: SettingOptions<LayerSettings>
  @OptionGroup(title: "What is used of it") var clip: SettingOptions<ClipSettings>
  @OptionGroup(title: "Samples of the image") var samples: SettingOptions<SampleSettings>
  @OptionGroup(title: "PDF and SVG") var vector: SettingOptions<VectorSettings>
  @OptionGroup(title: "Several images") var mosaic: SettingOptions<MosaicSettings>

  private var given: GivenSettings {
    naming.given + placement.given + mosaic.given + clip.given + vector.given + samples.given
      + pyramid.given + layer.given
  }

  func run() throws {
    let earlier = try job.from.map { try PyramidJob(AbsolutePath.of($0)) }
    let size = try job.size(orOf: earlier)
    let path = AbsolutePath.of(job.output)
    let running = RunningRequest(resources: BuildResources(threads: AvailableProcessors.count))
    let arguments = try ProgramArguments.given()
    let folder = AbsolutePath.relative(FileManager.default.currentDirectoryPath, from: path)
    let made =
      if let manifest = try manifest {
        try PyramidJob.plan(
          manifest, size: size, at: path, resources: running.resources, arguments: arguments,
          folder: folder, from: earlier)
      } else {
        try PyramidJob.plan(
          try request(to: .directory(path), running), size: size, at: path, arguments: arguments,
          folder: folder, from: earlier)
      }
    let count = made.plan.shards.count
    if case .count(let shards) = size, count < shards {
      StandardError.print(
        "tilepyramid: \(count) shards instead of \(shards): there are no more tiles to cut it into")
    }
    var lines = made.plan.summary
    lines.append("\(count) shards in \(job.output), numbered 0 to \(count - 1)")
    if let from = job.from {
      let state = try JobReport(made)
      let missing = state.shards.filter { $0.state != "made" }.map(\.number)
      lines.append(
        "\(state.made) are those of \(from)"
          + (missing.isEmpty ? "" : "; to make: \(FailureReport.list(missing))"))
    }
    StandardOutput.print(lines.joined(separator: "\n"))
  }

  /// `nil` for images.
  var manifest: BuildingManifest? {
    get throws {
      guard let path = sources.lazy.compactMap(BuildingManifest.path).first else {
        return nil
      }
      guard sources.count == 1 else { throw UsageError.severalSources(sources) }
      if let option = given.options.first {
        throw UsageError.noEffect(option, reason: BuildingRequest.reason(against: option))
      }
      return try BuildingManifest(path: path)
    }
  }

  func request(to output: BuildOutput, _ running: RunningRequest) throws -> PyramidRequest {
    try PyramidRequest(given, for: sources, to: output, running)
  }
}

/// The options that choose where a job is and how its tiles will be named.
struct JobOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Make this folder, which holds the job.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Cut it into so many shards of about equal cost (default: as many as --from has).",
      valueName: "n"))
  var shards: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      In place of --shards: let a shard take one thread of a machine like this so long, as a \
      trial tells.
      """, valueName: "minutes"))
  var shardMinutes: Double?

  @Option(
    help: ArgumentHelp(
      "Keep the shards that are the same of a job of an earlier state of the same images.",
      valueName: "job"),
    completion: .directory)
  var from: String?

  func size(orOf earlier: PyramidJob?) throws(UsageError) -> ShardSize {
    if let shards, shardMinutes != nil {
      throw .conflict(
        ["--shards \(shards)", "--shard-minutes"], reason: "each says how many shards there are")
    }
    if let shardMinutes {
      guard shardMinutes > 0, shardMinutes.isFinite else {
        throw .invalidValue(
          option: "--shard-minutes", found: "\(shardMinutes)", expected: "more than 0")
      }
      return .minutes(shardMinutes)
    }
    guard let count = shards ?? earlier?.plan.shards.count else {
      throw .missing("--shards", neededBy: "plan", example: "--shards 64")
    }
    return .count(try OptionValue.count(count, option: "--shards"))
  }
}
