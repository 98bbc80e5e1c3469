package import RasterSources
package import TileModel
import TileServer
import TileStorage

/// The files that a session may write, as they were when it began or wrote them last.
package final class EditTarget: Sendable {
  /// A file with its contents.
  package typealias File = (path: String, text: String)

  /// Which paths a placement goes to, by what decided it.
  package struct Paths: Hashable, Sendable {
    /// The file that is written when control points decide.
    package var points: String
    /// The file that is written when the plan was placed by hand.
    package var hand: String
    /// The files beside them that name the system, where one is needed.
    package var others: [String]
    /// Those of all these that may be replaced though the session has not written them.
    package var replaceable: Set<String>

    /// Puts paths together.
    package init(points: String, hand: String, others: [String], replaceable: Set<String>) {
      (self.points, self.hand, self.others) = (points, hand, others)
      self.replaceable = replaceable
    }
  }

  /// The paths.
  package let paths: Paths
  private let makeFiles: @Sendable (GeoreferencedImage, String) throws -> [File]
  private struct Known {
    var stamps: [String: FileStamp?]
    var replaceable: Set<String>
  }
  private let known: Guarded<Known>

  /// Notes what is there.
  ///
  /// - Parameters:
  ///   - paths: The only paths that are ever written.
  ///   - makeFiles: The files that state a georeference, that at the given path the first.
  package init(
    _ paths: Paths,
    makeFiles: @escaping @Sendable (GeoreferencedImage, String) throws -> [File]
  ) {
    self.paths = paths
    self.makeFiles = makeFiles
    let all = Set([paths.points, paths.hand] + paths.others)
    known = Guarded(
      Known(
        stamps: Dictionary(uniqueKeysWithValues: all.map { ($0, FileStamp(path: $0)) }),
        replaceable: paths.replaceable))
  }

  /// Notes the one file of a session that writes no other.
  ///
  /// - Parameter path: The file, which may be replaced as long as it is what it was.
  package convenience init(only path: String) {
    self.init(Paths(points: path, hand: path, others: [], replaceable: [path])) { _, _ in [] }
  }

  /// The path that a state is written to.
  func path(of mode: EditState.Mode) -> String { mode == .points ? paths.points : paths.hand }

  /// Writes a georeference, each file all or nothing.
  ///
  /// - Parameters:
  ///   - image: The plan and where it is.
  ///   - mode: What decided that.
  /// - Returns: The paths written.
  /// - Throws: ``EditError``, `TileStorageError`, or what the files cannot state.
  package func save(_ image: GeoreferencedImage, _ mode: EditState.Mode) throws -> [String] {
    try write(try makeFiles(image, path(of: mode)))
  }

  /// Writes files, each all or nothing.
  ///
  /// - Parameter files: In an order in which those that explain others come last.
  /// - Returns: The paths written.
  /// - Throws: ``EditError``, or `TileStorageError`.
  func write(_ files: [File]) throws -> [String] {
    try known.withLock { known in
      for file in files {
        guard let stamp = known.stamps[file.path] else {
          throw EditError(
            .badInput, "the file is not one that this session writes", at: file.path,
            nextStep: "begin again and name it as the output")
        }
        guard stamp == FileStamp(path: file.path) else {
          throw EditError(
            .badInput, "the file has changed since this session read or wrote it", at: file.path,
            expected: "the file as it was",
            nextStep:
              "begin again to go on from what it says now, or name another file as the output")
        }
        if stamp != nil, !known.replaceable.contains(file.path) {
          throw EditError(
            .badInput, "the file exists, and is not what this session began with", at: file.path,
            nextStep: "begin again with another file as the output, or allow to overwrite it")
        }
      }
      // What names the system comes first, since a world file without it is read in another.
      for file in files.reversed() {
        let isThere = known.stamps[file.path, default: nil] != nil
        try AtomicFile.write(
          Array(file.text.utf8), to: file.path, presence: isThere ? .isReplaced : .mustBeAbsent)
        known.stamps[file.path] = FileStamp(path: file.path)
        known.replaceable.insert(file.path)
      }
      return files.map(\.path)
    }
  }
}

/// Why a session does not do what the page asks.
package struct EditError: ReportedFailure {
  /// The error in the words of a user.
  package let report: FailureReport

  package init(report: FailureReport) { self.report = report }

  /// A floor is placed by another one that is not there.
  static func noReference(_ id: String) -> EditError {
    EditError(
      .badInput, "there is no such floor to place this one by", found: id,
      expected: "another floor of the building that is placed", nextStep: "choose another floor")
  }
}
