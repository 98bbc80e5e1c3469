import Foundation
import TileModel
import TileStorage

/// Why a small file cannot be written.
enum FileError: ReportableError, Hashable {
  case exists(path: String)
  case notAFolder(path: String)
  case notReplaced(path: String, found: String, expected: String)
  case cannotWrite(path: String, reason: String)

  /// The words of this program for an error of writing a single file; `nil` where those of the library
  /// fit.
  ///
  /// - Parameters:
  ///   - error: What writing threw.
  ///   - expected: What a file must be to be replaced.
  init?(_ error: TileStorageError, expected: String) {
    switch error {
    case .outputExists(let path): self = .exists(path: path)
    case .notReplaceable(let path, let found):
      self = .notReplaced(path: path, found: found, expected: expected)
    case .system(_, let path, let code):
      self = .cannotWrite(path: path, reason: String(cString: strerror(code)))
    default: return nil
    }
  }

  var report: FailureReport {
    switch self {
    case .exists(let path):
      FailureReport(
        .badInput, "the file exists", at: path, expected: "no file of that name",
        nextStep: "name another one, or pass --overwrite")
    case .notAFolder(let path):
      FailureReport(
        .badInput, "the output is not a folder", at: path, expected: "a folder, or nothing",
        nextStep: "name another one")
    case .notReplaced(let path, let found, let expected):
      FailureReport(
        .badInput, "what is there is not replaced", at: path, found: found, expected: expected,
        nextStep: "name another file, or remove this one yourself")
    case .cannotWrite(let path, let reason):
      FailureReport(
        .cannotAccess, "cannot write", at: path, found: reason,
        nextStep: "check the folder, its permissions and the space left")
    }
  }
}
