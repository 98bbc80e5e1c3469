import ArgumentParser
import Foundation
import PyramidVerification
import TileModel
import TilePyramid
import TileStorage

/// An error in the words of a user, with the exit code it leads to.
struct Diagnostic {
  var exitCode: Int32
  var text: String

  /// Describes an error, or returns `nil` for one that belongs to the parsing of arguments.
  init?(_ error: any Error) {
    switch error {
    case let error as any ReportableError:
      var report = error.report
      if case .holdsOthers = error as? TileStorageError {
        report.nextStep = "give --keep-others to carry them over, or move them elsewhere"
      }
      if let next = Self.nextStep(after: error) { report.nextStep = next }
      exitCode = Self.exitCode(for: report.category)
      text = "tilepyramid: error: \(report)"
    case let error as Interruption:
      exitCode = 128 + error.signal
      text = "tilepyramid: interrupted; nothing was written"
    case let error as StoppedCommand:
      let cause = Diagnostic(cause: error.cause)
      exitCode = cause.exitCode
      text = error.cause is Interruption ? error.text : "\(cause.text)\n\(error.text)"
    case let error as CocoaError:
      exitCode = 3
      text = "tilepyramid: error: \(error.localizedDescription)"
    case is ExitCode, is ValidationError, is CleanExit: return nil
    default:
      // ArgumentParser wraps what it throws in a type of its own, which is not public.
      guard !String(reflecting: type(of: error)).hasPrefix("ArgumentParser.") else { return nil }
      exitCode = 4
      text = """
        tilepyramid: error: an unexpected fault of the program
          found: \(String(reflecting: error))
          next: report it with the command that was run
        """
    }
  }

  /// Describes an error that does not belong to the parsing of arguments.
  private init(cause error: any Error) {
    self =
      Diagnostic(error)
      ?? Diagnostic(exitCode: 4, text: "tilepyramid: error: \(String(reflecting: error))")
  }

  private init(exitCode: Int32, text: String) {
    self.exitCode = exitCode
    self.text = text
  }

  /// What to do next in the words of options, where a library's own words name none.
  private static func nextStep(after error: any ReportableError) -> String? {
    let seen = "check the alpha band, the nodata value and the clip"
    switch error {
    case is EmptyPyramidError: return "\(seen), or give --keep-empty"
    case let error as FloorFailure where error.cause is EmptyPyramidError:
      return "\(seen), or write keep-empty: true for the floor"
    case let error as StoreComparisonError:
      guard case .noTemplate = error else { return nil }
      return noTemplate
    case let error as FloorComparisonError:
      guard case .noTemplate = error.cause else { return nil }
      return noTemplate
    default: return nil
    }
  }

  private static let noTemplate =
    "give it with --url, such as https://www.example.com/{z}/{x}/{y}.png"

  static func exitCode(for category: FailureReport.Category) -> Int32 {
    switch category {
    case .badInput: 2
    case .cannotAccess: 3
    case .internalFault: 4
    }
  }
}
