import RasterSources
import TilePyramid

/// What a run may use and how it shows progress.
struct RunningRequest: Hashable, Sendable {
  var resources: BuildResources
  var resume: Bool
  var dryRun: Bool
  /// Whether a dry run prints JSON.
  var asJSON: Bool
  var progress: ProgressStyle

  init(_ options: RunningOptions) throws(UsageError) {
    let threads =
      try options.threads.map { value throws(UsageError) in
        guard (1...1024).contains(value) else {
          throw UsageError.invalidValue(
            option: "--threads", found: "\(value)", expected: "1 to 1024")
        }
        return value
      } ?? AvailableProcessors.count
    resources = BuildResources(
      threads: threads,
      memoryLimit: try options.memoryLimit.value(of: "--memory-limit").value)
    if let folder = options.tempDir { resources.scratch = ScratchDirectory(path: folder) }
    resume = options.resume
    dryRun = options.dryRun
    asJSON = options.json
    if asJSON, !dryRun {
      throw UsageError.missing("--dry-run", neededBy: "--json", example: "--dry-run --json")
    }
    progress = try options.progress.value(of: "--progress")
  }
}
