import ArgumentParser
import TileModel

/// The options that choose the form and the position of a report.
struct ReportOptions: ParsableArguments {
  enum Form: String, CaseIterable, OptionArgument {
    case text, json, junit
  }

  @Option(
    help: ArgumentHelp("Write the report as text, json or junit.", valueName: "form"))
  var format = ParsedOption<Form>(argument: "text")

  @Flag(help: "Do the same as --format json.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the report to a file.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace the file of --output, and that of --sheet.")
  var overwrite = false

  var form: Form {
    get throws {
      let chosen = try format.value(of: "--format")
      guard json else { return chosen }
      if chosen == .junit {
        throw UsageError.conflict(["--json", "--format junit"], reason: "two forms of one report")
      }
      return .json
    }
  }

  /// Refused before the work begins where it cannot be written.
  func file(notReplacing inputs: [String]) throws -> OutputFile? {
    try output.map { try OutputFile(path: $0, .text, overwrite: overwrite, inputs: inputs) }
  }

  func deliver(_ text: String, to file: OutputFile?, isForPeople: Bool) throws {
    let text = isForPeople ? text.displayLines : text
    guard let file else { return StandardOutput.printData(text) }
    try file.write(Array((text + "\n").utf8))
  }
}
