import ArgumentParser
import BuildingManifest
import Foundation
import TilePyramid

/// The options that make a shard of a job.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of a job that plan made.", valueName: "folder"),
    completion: .directory)
  var job: String?

  @Option(
    help: ArgumentHelp(
      """
      Make this shard: a number from 0, or auto for the one that the scheduler of an array job \
      tells.
      """, valueName: "n"))
  var shard: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      With auto: say how many tasks there are, of which each makes every n-th shard (default: \
      what the scheduler tells).
      """, valueName: "n"))
  var of: Int?
}

/// The request of `build --job`.
struct ShardRequest {
  private let job: PlannedJob
  private let running: RunningRequest
  private let numbers: [Int]

  init(
    _ path: String, _ options: ShardOptions, _ running: RunningRequest, given: [String]
  ) throws {
    if let other = given.first {
      throw UsageError.noEffect(other, reason: "the job says what is made; options belong to plan")
    }
    if running.dryRun { throw UsageError.noEffect("--dry-run", reason: "a job is planned already") }
    guard let shard = options.shard else {
      throw UsageError.missing("--shard", neededBy: "--job", example: "--job \(path) --shard auto")
    }
    job = try PlannedJob(path)
    self.running = running
    let count = job.job.plan.shards.count
    if shard == "auto" {
      let tasks = try options.of.map { try OptionValue.count($0, option: "--of") }
      let task = try ArrayTask(environment: ProcessInfo.processInfo.environment)
      numbers = try task.shards(of: count, tasks: tasks)
      StandardError.print(
        "tilepyramid: \(task.variable) tells task \(task.position): shard \(FailureReport.list(numbers)) of \(count)"
      )
      return
    }
    guard options.of == nil else {
      throw UsageError.noEffect("--of", reason: "--shard names one shard")
    }
    guard let number = Int(shard) else {
      throw UsageError.invalidValue(
        option: "--shard", found: shard, expected: "a number from 0 to \(count - 1), or auto")
    }
    numbers = [number]
  }

  func run() throws {
    let subject = try job.subject(to: .directory(job.job.path), running)
    for number in numbers {
      let session = BuildSession(running)
      let made = try session.run {
        switch subject {
        case .image(let request):
          try job.job.build(
            shard: number, of: request, resumes: running.resume, report: $0, isCancelled: $1)
        case .building(let manifest, _):
          try job.job.build(
            shard: number, of: manifest, resources: running.resources, resumes: running.resume,
            report: $0, isCancelled: $1)
        }
      }
      let size = ProgressText.size(made.byteCount)
      StandardOutput.print(
        made.wasMade
          ? "shard \(number): \(made.tileCount) tiles, \(size), made before"
          : "shard \(number): \(made.tileCount) tiles, \(size) in \(ProgressText.elapsed(session.seconds))"
      )
    }
  }
}
