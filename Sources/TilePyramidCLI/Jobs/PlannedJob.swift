import ArgumentParser
import BuildingManifest
import Foundation
import RasterSources
import TilePyramid

/// A job with the command that planned it, from which the request for its shards and its output is read.
struct PlannedJob {
  let job: PyramidJob

  init(_ path: String) throws { job = try PyramidJob(AbsolutePath.of(path)) }

  /// The images or the building that was planned.
  enum Subject {
    case image(PyramidRequest)
    case building(BuildingManifest, BuildOutput)
  }

  /// Changes the folder of the process to that of the command, to which its paths belong; the process's own
  /// must be absolute by then.
  func subject(to output: BuildOutput, _ running: RunningRequest) throws -> Subject {
    var output = output
    output.path = AbsolutePath.of(output.path)
    var running = running
    running.resources.scratch = ScratchDirectory(
      path: AbsolutePath.of(running.resources.scratch.path))
    let folder = AbsolutePath.of(job.plan.folder, from: job.path)
    guard FileManager.default.changeCurrentDirectoryPath(folder) else {
      throw UsageError(
        "the folder is missing to which the paths of the job belong", at: folder,
        expected: "the folder in which plan was run, at the same place beside the job \(job.path)",
        nextStep: "mount or copy it there, or plan the job again")
    }
    // The first is the name of the command.
    let command = try PlanCommand.parse(Array(job.plan.arguments.dropFirst()))
    if let manifest = try command.manifest { return .building(manifest, output) }
    return .image(try command.request(to: output, running))
  }
}
