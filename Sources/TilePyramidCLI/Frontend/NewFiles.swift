import Foundation
import TileModel
import TileStorage

/// A folder for a few files that a command writes.
enum NewFiles {
  /// Writes files, all or none.
  ///
  /// - Throws: ``FileError`` or `TileStorageError`; then no file was created, and none replaced unless
  ///   it was the last.
  static func write(_ files: [(file: OutputFile, contents: [UInt8])]) throws {
    var created: [String] = []
    for (file, contents) in files {
      let isNew = access(file.path, F_OK) != 0
      do {
        try file.write(contents)
        if isNew { created.append(file.path) }
      } catch {
        // They are of no use alone; a failure adds nothing to the error that led here.
        for path in created { _ = unlink(path) }
        throw error
      }
    }
  }

  /// Creates a folder unless there is one; returns whether it was created.
  static func makeFolder(_ path: String) throws(FileError) -> Bool {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder.boolValue else { throw .notAFolder(path: path) }
      return false
    }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
      return true
    } catch {
      throw .cannotWrite(path: path, reason: reason(of: error))
    }
  }

  private static func reason(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(underlying.code)))
    }
    return (error as NSError).localizedDescription
  }
}

/// Why a small file cannot be written.
enum FileError: ReportableError, Hashable {
  case exists(path: String)
  case notAFolder(path: String)
  case notReplaced(path: String, found: String, expected: String)
  case cannotWrite(path: String, reason: String)

  /// The words of this program for an error of writing a single file; `nil` where those of the library
  /// fit.
  init?(_ error: TileStorageError, expected kind: OutputFile.Kind) {
    switch error {
    case .outputExists(let path): self = .exists(path: path)
    case .notReplaceable(let path, let found):
      self = .notReplaced(path: path, found: found, expected: kind.replaced)
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
