import Foundation
import TileModel

/// Writes a few small files, all or none.
enum NewFiles {
  /// - Throws: ``FileError``; then no file was created, and none replaced unless it was the last.
  static func write(_ files: [(path: String, contents: Data)], overwrite: Bool) throws(FileError) {
    let manager = FileManager.default
    let present = files.map(\.path).filter { manager.fileExists(atPath: $0) }
    if let path = present.first, !overwrite { throw .exists(path: path) }
    var written: [String] = []
    for (path, contents) in files {
      do {
        try contents.write(to: URL(fileURLWithPath: path), options: .atomic)
        if !present.contains(path) { written.append(path) }
      } catch {
        for path in written { removeBestEffort(path) }
        throw .cannotWrite(path: path, reason: reason(of: error))
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

  /// Removes a file that this run made and that is of no use; a failure adds nothing to the error
  /// that led here.
  static func removeBestEffort(_ path: String) {
    do { try FileManager.default.removeItem(atPath: path) } catch {}
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
  case cannotWrite(path: String, reason: String)

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
    case .cannotWrite(let path, let reason):
      FailureReport(
        .cannotAccess, "cannot write", at: path, found: reason,
        nextStep: "check the folder, its permissions and the space left")
    }
  }
}
