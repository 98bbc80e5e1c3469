import ArgumentParser
import TilePyramid

/// The options that govern a run.
struct RunningOptions: ParsableArguments {
  @Flag(help: "Show what would be built, and write nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: show it as JSON.")
  var json = false

  @Flag(
    help:
      "Resume a build of the same output that was stopped or killed, if there is one; make nothing where it is complete."
  )
  var resume = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Use so many threads, as far as the memory allows (default: the processors available).",
      valueName: "n"))
  var threads: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stay below so much memory.", valueName: "size"))
  var memoryLimit = ParsedOption<ByteCount>(argument: "1G")

  @OptionGroup var scratch: ScratchOption

  @OptionGroup var progress: ProgressOption
}

/// The means of a run, and its form of progress.
struct RunningRequest: Hashable, Sendable {
  var resources: BuildResources
  var choosesThreads: Bool
  var resume: Bool
  var dryRun: Bool
  var asJSON: Bool
  var progress: ProgressStyle

  init(resources: BuildResources, progress: ProgressStyle = .auto) {
    (self.resources, self.progress) = (resources, progress)
    (choosesThreads, resume, dryRun, asJSON) = (false, false, false, false)
  }

  init(_ options: RunningOptions) throws(UsageError) {
    let threads =
      try options.threads.map { value throws(UsageError) in
        guard (1...1024).contains(value) else {
          throw UsageError.invalidValue(
            option: "--threads", found: "\(value)", expected: "1 to 1024")
        }
        return value
      } ?? AvailableProcessors.count
    choosesThreads = options.threads != nil
    resources = BuildResources(
      threads: threads,
      memoryLimit: try options.memoryLimit.value(of: "--memory-limit").value,
      scratch: options.scratch.directory)
    resume = options.resume
    dryRun = options.dryRun
    asJSON = options.json
    if asJSON, !dryRun {
      throw UsageError.missing("--dry-run", neededBy: "--json", example: "--dry-run --json")
    }
    progress = try options.progress.style
  }

  func threads(of used: BuildResources) -> String {
    used.threads < resources.threads
      ? "\(used.threads) of \(resources.threads), as many as the memory allows" : "\(used.threads)"
  }

  func noteThreads(of used: BuildResources) {
    guard choosesThreads, used.threads < resources.threads else { return }
    StandardError.print(
      "tilepyramid: --threads \(threads(of: used)): --memory-limit says how much that is")
  }
}
