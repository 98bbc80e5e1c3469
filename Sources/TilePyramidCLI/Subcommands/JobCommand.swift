import ArgumentParser
import TileModel
import TilePyramid

/// `tilepyramid job`.
struct JobCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "job",
    abstract: "Says which shards of a job are made, missing or damaged.",
    discussion: "It ends with 0 when all are made, else with 1.")

  @Argument(
    help: ArgumentHelp("The folder of a job that plan made.", valueName: "job"),
    completion: .directory)
  var job: String

  @Flag(help: "Show it as JSON.")
  var json = false

  func run() throws {
    let state = try JobReport(PyramidJob(job))
    StandardOutput.print(json ? try JSONText.text(state) : state.text)
    if state.made < state.shards.count { throw ExitCode(1) }
  }
}
