import ArgumentParser
import TileModel
import TilePyramid

/// `tilepyramid job`.
struct JobCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "job",
    abstract: "Says which shards of a job are made, missing or damaged.",
    discussion: """
      It ends with 0 when all are made, else with 1; with --missing and --count, with 0.
      """)

  @Argument(
    help: ArgumentHelp("The folder of a job that plan made.", valueName: "job"),
    completion: .directory)
  var job: String

  @Flag(help: "Show it as JSON.")
  var json = false

  @Flag(
    help:
      "Print only the numbers of shards that are not made, as an array of Slurm takes them: 0-3,7.")
  var missing = false

  @Flag(help: "Print only how many shards there are.")
  var count = false

  func run() throws {
    let forms = [(json, "--json"), (missing, "--missing"), (count, "--count")].filter(\.0)
    guard forms.count < 2 else {
      throw UsageError.conflict(forms.map(\.1), reason: "each says what is printed")
    }
    let opened = try PyramidJob(job)
    if count { return StandardOutput.print("\(opened.plan.shards.count)") }
    let state = try JobReport(opened)
    if missing {
      let numbers = state.shards.filter { $0.state != "made" }.map(\.number)
      return StandardOutput.print(FailureReport.list(numbers, upTo: .max))
    }
    StandardOutput.print(json ? try JSONText.text(state) : state.text)
    if state.made < state.shards.count { throw ExitCode(1) }
  }
}
