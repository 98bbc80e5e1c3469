@_exported public import LayerDocuments
import Platform
public import TileModel

/// A reason why tiles could not be stored or read.
public enum TileStorageError: ReportableError, Hashable {
  /// The output path exists, and a replacement was not requested.
  case outputExists(path: String)
  /// The output path of a build to resume exists without a record of its inputs.
  case outputUnrecorded(path: String)
  /// The output is complete and belongs to another build than the resumed one.
  case outputDiffers(path: String, BuildIdentity.Difference)
  /// The output was changed after its build.
  case outputChanged(path: String, found: String)
  /// The entry at the output path was not made by this package and is never replaced.
  case notReplaceable(path: String, found: String)
  /// The output path is a symbolic link.
  case outputIsLink(path: String)
  /// The output's name belongs to a format that this package does not write.
  case formatNotWritten(path: String, ending: String)
  /// The output holds files or folders that this package did not write.
  case holdsOthers(path: String, first: String, count: Int)
  /// A file that this package did not write has a name that the new output needs.
  case nameTaken(path: String, name: String)
  /// The output is, or contains, one of its inputs.
  case holdsInput(path: String, input: String)
  /// The hidden folder for an unfinished output is not of this package, or holds something that is not.
  case foreignStaging(path: String, found: String)
  /// Another process is writing the same output.
  case outputBusy(path: String)
  /// A template or file name would leave the output folder or hide another file.
  case unsafePath(String, reason: String)
  /// The system refused an operation on a file.
  case system(operation: String, path: String, code: Int32)
  /// SQLite refused an operation.
  case database(operation: String, path: String, code: Int32, message: String)
  /// A tile was written to an address that already has one.
  case duplicateTile(TileCoordinate, path: String)
  /// The path holds no tiles.
  case notAStore(path: String, found: String)
  /// A store breaks the rules of its format.
  case corrupt(path: String, location: String, found: String, expected: String)
  /// A link below the folder of a store, which could lead anywhere.
  case linkInStore(path: String)
  /// A file is expected at the path of something else, such as a named pipe.
  case notAFile(path: String, found: String)
  /// A store expands beyond the limits for a file of its size.
  case excessive(path: String, found: String)
  /// Reading was stopped by the caller.
  case cancelled(path: String)
  /// The unfinished work of an earlier build is of another build than this one.
  case savedWorkDiffers(path: String, BuildIdentity.Difference)
  /// The unfinished work of an earlier build cannot be used.
  case savedWorkDamaged(path: String, reason: String)
  /// A layer definition cannot be written or understood.
  case layerDocument(LayerDocumentError, path: String)

  /// The failure report for users.
  public var report: FailureReport {
    switch self {
    case .outputExists(let path):
      FailureReport(
        .badInput, "the output exists", at: path,
        nextStep: "choose another name, or give `overwrite` to replace a pyramid of this tool")
    case .outputUnrecorded(let path):
      FailureReport(
        .badInput, "the output exists", at: path, found: "no record of what it was built from",
        expected: "no output, or one that this build made",
        nextStep: "choose another name, or give `overwrite` to replace a pyramid of this tool")
    case .outputDiffers(let path, let difference):
      FailureReport(
        .badInput, "the output exists and is of something else: \(difference.part) differs",
        at: path, found: difference.saved.map { "\($0) in the output" } ?? "none there",
        expected: difference.current ?? "none, as in this build",
        nextStep: "choose another name, or give `overwrite` to replace it")
    case .outputChanged(let path, let found):
      FailureReport(
        .badInput, "the output exists and was changed since it was built", at: path, found: found,
        expected: "what the build made",
        nextStep: "choose another name, or give `overwrite` to build it again")
    case .notReplaceable(let path, let found):
      FailureReport(
        .badInput, "the output is not a pyramid of this tool, so it is not replaced", at: path,
        found: found, expected: "a store whose layer definition has a \"tilepyramid\" object",
        nextStep: "choose another name, or remove what is there yourself")
    case .outputIsLink(let path):
      FailureReport(
        .badInput, "the output is a symbolic link", at: path,
        nextStep: "give the path that the link points to")
    case .formatNotWritten(let path, let ending):
      FailureReport(
        .badInput, "tiles cannot be written as a \(ending) file", at: path,
        expected: "a folder, or for one layer a file ending in \(StoreFormat.fileEndings)",
        nextStep: "name one of these; a slash at the end makes any name that of a folder")
    case .holdsOthers(let path, let first, let count):
      FailureReport(
        .badInput, "the output holds files that this program did not write, so it is not replaced",
        at: path, found: count == 1 ? first : "\(first) and \(count - 1) more files and folders",
        expected: "only what its layer definition names",
        nextStep: "move them elsewhere, or choose another name")
    case .nameTaken(let path, let name):
      FailureReport(
        .badInput, "a file that is to be kept has a name of the new output", at: path, found: name,
        nextStep: "rename it, or move it elsewhere")
    case .holdsInput(let path, let input):
      FailureReport(
        .badInput, "the output would replace what it is made from", at: path, found: input,
        nextStep: "choose another output, or move the file out of it")
    case .foreignStaging(let path, let found):
      FailureReport(
        .badInput, "the folder for the unfinished output holds what this program did not put there",
        at: path, found: found, nextStep: "move it elsewhere, or choose another output")
    case .outputBusy(let path):
      FailureReport(
        .cannotAccess, "another process is writing this output", at: path,
        nextStep: "wait until it has finished, or choose another name")
    case .unsafePath(let text, let reason):
      FailureReport(
        .badInput, "the path cannot name files of the output: \(reason)", at: text,
        expected: "a relative path such as {z}/{x}/{y}.png", nextStep: "correct the template")
    case .system(let operation, let path, let code):
      FailureReport(
        .cannotAccess, "cannot \(operation)", at: path,
        found: "\(String(cString: strerror(code))) (errno \(code))",
        nextStep: Self.advice(forSystemCode: code))
    case .database(let operation, let path, let code, let message):
      FailureReport(
        SQLiteCode.category(of: code),
        SQLiteCode.isHeldByAnother(code)
          ? "another process holds the database" : "SQLite cannot \(operation)", at: path,
        found: "\(message) (code \(code))", nextStep: SQLiteCode.advice(for: code))
    case .duplicateTile(let tile, let path):
      FailureReport(
        .internalFault, "tile \(tile) was written twice", at: path,
        expected: "every address once", nextStep: "report this as a fault of the tool")
    case .notAStore(let path, let found):
      FailureReport(
        .badInput, "this holds no tiles", at: path, found: found,
        expected: "a directory of tiles, or \(StoreFormat.anyFile)",
        nextStep: Self.advice(insteadOf: found))
    case .corrupt(let path, let location, let found, let expected):
      FailureReport(
        .badInput, "the store is damaged: \(location)", at: path, found: found, expected: expected,
        nextStep: "build the store again from its source")
    case .linkInStore(let path):
      FailureReport(
        .badInput, "a link in a store is not followed", at: path, found: "a symbolic link",
        expected: "files and folders, since a link could lead anywhere",
        nextStep: "put what the link leads to in its place")
    case .notAFile(let path, let found):
      FailureReport(
        .badInput, "this is not a regular file", at: path, found: found,
        expected: "a regular file", nextStep: "check the path")
    case .excessive(let path, let found):
      FailureReport(
        .badInput, "the store makes more than its file can hold", at: path, found: found,
        expected: "tables, views or directories of what is stored",
        nextStep: "do not use this file: it is not a sound store of tiles")
    case .cancelled(let path): FailureReport(.cannotAccess, "reading was stopped", at: path)
    case .savedWorkDiffers(let path, let difference):
      FailureReport(
        .badInput, "the unfinished build is of something else: \(difference.part) differs",
        at: path, found: difference.saved.map { "\($0) in the unfinished build" } ?? "none there",
        expected: difference.current ?? "none, as in this build",
        nextStep:
          "build with what it was begun with, or leave out `resumes` to start from the beginning")
    case .savedWorkDamaged(let path, let reason):
      FailureReport(
        .badInput, "the unfinished build cannot be continued: \(reason)", at: path,
        nextStep: "leave out `resumes` to start from the beginning")
    case .layerDocument(let error, let path): error.report(at: path)
    }
  }

  static func repeated(_ tile: TileCoordinate, found: String = "two tiles", path: String)
    -> TileStorageError
  {
    .corrupt(
      path: path, location: "tile \(tile)", found: found, expected: "one tile at an address")
  }

  /// True for a finding about a store, false for a failure or limit of reading.
  package var isFinding: Bool {
    if case .excessive = self { return false }
    return report.category == .badInput
  }

  /// Advice for an input without tiles, in the words of `describeFile(_:)`.
  private static func advice(insteadOf found: String) -> String {
    if found.contains("another grid") || found.contains("not EPSG:3857") {
      return "make it again with the tiling scheme of web maps, or build the pyramid from its image"
    }
    return found.contains("JSON")
      ? "name the folder or file with the tiles that it describes" : "check the path"
  }

  private static func advice(forSystemCode code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "free space on that file system, or write to another one"
    case EFBIG: "raise the limit on the size of files (ulimit -f), or use another file system"
    case EACCES, EPERM: "check the owner and the permissions of the folder"
    case EROFS: "the file system is read-only; write to another one"
    case ENOENT: "create the folder that is to hold it"
    case ENOTDIR: "a part of the path is a file; correct the path"
    case EMFILE, ENFILE: "raise the limit on open files (ulimit -n)"
    case ENAMETOOLONG: "use shorter names"
    case ESTALE: "another process has moved the folder; look what is left of it"
    default: "check the disk and the path, then try again"
    }
  }
}

/// Judges by the first 16 bytes.
func describeFile(_ head: [UInt8]) -> String {
  if head.isEmpty { return "an empty file" }
  if let format = TileFormat(signatureOf: head) { return "a single \(format.rawValue) image" }
  if head.first == UInt8(ascii: "{") { return "a JSON file" }
  return "a file of another kind"
}
