import ArgumentParser
import BuildingManifest
import Foundation
import Georeferencing
import TileLayers
import TileModel
import TilePyramid
import TileServer
import TileStorage

/// The meaning of a thrown error for whoever ran the program: the exit code, and a text for one of the
/// streams.
struct Diagnostic {
  private let exitCode: Int32
  private let text: String
  private var isRequested = false

  init(_ error: any Error, of program: any ParsableCommand.Type) {
    switch error {
    case let error as any ReportableError:
      var report = error.report
      if case .holdsOthers = error as? TileStorageError {
        report.nextStep = "give --keep-others to carry them over, or move them elsewhere"
      }
      if let next = Self.nextStep(after: error) ?? Self.path(insteadOfThatIn: report) {
        report.nextStep = next
      }
      exitCode = Self.exitCode(for: report.category)
      text = "tilepyramid: error: \(report)"
    case let error as MissingSubcommand: (exitCode, text) = (2, error.help)
    // A command that has said all, such as findings, ends with a code of its own.
    case let code as ExitCode: (exitCode, text) = (code.rawValue, "")
    case let error as Interruption:
      exitCode = 128 + error.signal
      text = "tilepyramid: interrupted; nothing was written"
    case let error as StoppedCommand:
      let cause = Diagnostic(error.cause, of: program)
      exitCode = cause.exitCode
      text = error.cause is Interruption ? error.text : "\(cause.text)\n\(error.text)"
    case let error as CocoaError:
      exitCode = 3
      text = "tilepyramid: error: \(error.localizedDescription)"
    // ArgumentParser wraps what it throws in a type of its own, which is not public.
    case _ where String(reflecting: type(of: error)).hasPrefix("ArgumentParser."):
      isRequested = program.exitCode(for: error).isSuccess
      exitCode = isRequested ? 0 : 2
      text =
        isRequested
        ? program.fullMessage(for: error)
        : "tilepyramid: error: \(Self.report(ofParser: program.fullMessage(for: error), of: program))"
    default:
      exitCode = 4
      text = """
        tilepyramid: error: an unexpected fault of the program
          found: \(String(reflecting: error))
          next: report it with the command that was run
        """
    }
  }

  func report() -> Never {
    if isRequested {
      StandardOutput.print(text)
    } else if !text.isEmpty {
      StandardError.print(text)
    }
    exit(exitCode)
  }

  private static func nextStep(after error: any ReportableError) -> String? {
    let seen = "check the alpha band, the nodata value and the clip"
    switch error {
    case is EmptyPyramidError: return "\(seen), or give --keep-empty"
    case let error as FloorFailure where error.cause is EmptyPyramidError:
      return "\(seen), or write keep-empty: true for the floor"
    case TileStorageError.notAStore(let path, _), TileServerError.storage(.notAStore(let path, _)),
      TileServerError.noTiles(let path):
      return PathSuggestion.tiles(insteadOf: path)
    case TileLayerError.storage(.notAStore(let path, _)):
      return PathSuggestion.tiles(insteadOf: path)
        ?? (path.hasSuffix(".layer.json")
          ? "copy it from where the tiles were built, or build them again" : nil)
    default: return nil
    }
  }

  private static func path(insteadOfThatIn report: FailureReport) -> String? {
    guard let location = report.location, let next = report.nextStep else { return nil }
    if next == "correct the line" { return PathSuggestion.option(forFileAt: location) }
    return next.hasPrefix("check the path") ? PathSuggestion.instead(of: location) : nil
  }

  /// The parser's message, its help on the argument and where to read more.
  private static func report(
    ofParser message: String, of program: any ParsableCommand.Type
  ) -> FailureReport {
    let lines = message.split(whereSeparator: \.isNewline).map { $0.trimmingBlanks() }
    func line(_ label: String) -> String? {
      lines.first { $0.hasPrefix(label) }.map {
        $0.dropFirst(label.count).trimmingBlanks()
      }
    }
    let words = line("Error:") ?? message
    // The parser suggests any option that differs in three characters.
    let what = words.components(separatedBy: ". Did you mean ")[0]
    let names = (line("See ")?.split(separator: " ") ?? []).map(String.init)
    let meant = CommandSuggestion.words(for: what, of: names, in: program)
    let word = what.components(separatedBy: "'").dropFirst().first
    let suggestion =
      what.hasPrefix("Unexpected argument") || what.contains(" unexpected arguments")
      ? word.flatMap(PathSuggestion.quoted)
      : nil
    let next = meant.isEmpty ? nil : "did you mean \(meant.alternatives)?"
    let more = line("See ").map { "see \($0.replacing(" for more information.", with: ""))" }
    return FailureReport(
      .badInput, what.prefix(1).lowercased() + what.dropFirst(), expected: line("Help:"),
      nextStep: suggestion ?? [next, more].compactMap(\.self).joined(separator: " "))
  }

  private static func exitCode(for category: FailureReport.Category) -> Int32 {
    switch category {
    case .undecided: 1
    case .badInput: 2
    case .cannotAccess: 3
    case .internalFault: 4
    }
  }
}

/// A command line that names no subcommand where one is needed.
struct MissingSubcommand: Error {
  let help: String
}
