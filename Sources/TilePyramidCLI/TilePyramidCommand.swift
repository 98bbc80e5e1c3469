import ArgumentParser
import Foundation
import TileModel

/// The program: parses its arguments, runs one subcommand and turns what it throws into an exit code.
@main
struct TilePyramidCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tilepyramid",
    abstract: "Turns a georeferenced image into map tiles and what an app needs to show them.",
    discussion: """
      Exit codes: 0 done; 1 findings; 2 bad usage, bad input, or the output exists; 3 something cannot \
      be read or written, or the disk is full; 4 a fault of the program; 130 or 143 interrupted.
      Data goes to standard output, progress and messages to standard error.
      """,
    version: ProgramVersion.details,
    subcommands: [
      BuildCommand.self, InfoCommand.self, GeoreferenceCommand.self, LayersCommand.self,
      SnapshotCommand.self, ServeCommand.self, VerifyCommand.self, DiffCommand.self,
      ConvertCommand.self, BuildingCommand.self, PlanCommand.self, MergeCommand.self,
      JobCommand.self,
    ])

  static func main() {
    StandardStreams.reserve()
    // A reader that leaves early, such as `head`, ends output; it must not end a build.
    signal(SIGPIPE, SIG_IGN)
    InterruptionWatch.start()
    do {
      let arguments = try ProgramArguments.given()
      if let unknown = UnknownSubcommand.error(in: arguments) { throw unknown }
      var command = try parseAsRoot(arguments)
      // Without a subcommand there is nothing to do, which is no success.
      guard type(of: command).configuration.subcommands.isEmpty else {
        throw MissingSubcommand(help: helpMessage(for: type(of: command)))
      }
      try RepeatedOption.check(arguments, of: type(of: command))
      try command.run()
    } catch {
      Failure(error).report()
    }
  }
}

/// A command line that names no subcommand where one is needed.
private struct MissingSubcommand: Error {
  /// The help of the command whose subcommand is missing.
  let help: String
}

/// A first word that is no subcommand but much like one.
private struct UnknownSubcommand: ReportableError {
  let word: String
  let suggestion: String

  /// The error for what was given; `nil` when the first argument is a subcommand, an option, or unlike
  /// any.
  static func error(in arguments: [String]) -> UnknownSubcommand? {
    let commands = TilePyramidCommand.configuration.subcommands
    let names = commands.compactMap { $0.configuration.commandName } + ["help"]
    guard let word = arguments.first, !word.hasPrefix("-"), !names.contains(word),
      let suggestion = CommandSuggestion.closest(to: word, among: names)
    else { return nil }
    return UnknownSubcommand(word: word, suggestion: suggestion)
  }

  var report: FailureReport {
    FailureReport(
      .badInput, "there is no subcommand \(word)", expected: suggestion,
      nextStep: "did you mean tilepyramid \(suggestion)?")
  }
}

/// What a thrown error means to whoever ran the program.
struct Failure {
  private let exitCode: Int32
  private let message: String
  private let isRequestedText: Bool

  init(_ error: any Error) {
    if !(error is MissingSubcommand), let diagnostic = Diagnostic(error) {
      exitCode = diagnostic.exitCode
      message = diagnostic.text
      isRequestedText = false
      return
    }
    if let missing = error as? MissingSubcommand {
      exitCode = 2
      message = missing.help
      isRequestedText = false
      return
    }
    // A command that has said all, such as findings, ends with a code of its own.
    if let code = error as? ExitCode {
      exitCode = code.rawValue
      message = ""
      isRequestedText = false
      return
    }
    // What remains is ArgumentParser's: requests for help and errors in the arguments.
    let code = TilePyramidCommand.exitCode(for: error)
    exitCode = code.isSuccess ? 0 : 2
    message = TilePyramidCommand.fullMessage(for: error)
    isRequestedText = code.isSuccess
  }

  func report() -> Never {
    if isRequestedText {
      StandardOutput.print(message)
    } else if !message.isEmpty {
      StandardError.print(message)
    }
    exit(exitCode)
  }
}
