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
        guard let stamp = known.stamps[file.path] else { throw EditError.notNamed(file.path) }
        guard stamp == FileStamp(path: file.path) else { throw EditError.changed(file.path) }
        if stamp != nil, !known.replaceable.contains(file.path) {
          throw EditError.exists(file.path)
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
package enum EditError: ReportableError, Hashable {
  /// A file is not one of those that may be written.
  case notNamed(String)
  /// A file is not as it was when it was read or written last.
  case changed(String)
  /// A file is there that the session has not read.
  case exists(String)
  /// No outline is shown, or the one asked for is not.
  case noOutline
  /// There is nothing on the plan whose outline could be laid onto another.
  case noInk(String)
  /// No rotation, scale and shift brings the two outlines together.
  case noOutlineFit
  /// A floor is placed by another one that is not there.
  case noReference(String)
  /// A background is of no kind that can be shown.
  case unknownBackground(String)
  /// A background has nothing in it.
  case emptyBackground(String)

  /// The error in the words of a user.
  package var report: FailureReport {
    switch self {
    case .notNamed(let path):
      FailureReport(
        .badInput, "the file is not one that this session writes", at: path,
        nextStep: "begin again and name it as the output")
    case .changed(let path):
      FailureReport(
        .badInput, "the file has changed since this session read or wrote it", at: path,
        expected: "the file as it was",
        nextStep: "begin again to go on from what it says now, or name another file as the output")
    case .exists(let path):
      FailureReport(
        .badInput, "the file exists, and is not what this session began with", at: path,
        nextStep: "begin again with another file as the output, or allow to overwrite it")
    case .noOutline:
      FailureReport(
        .badInput, "there is no outline to fit the plan to",
        expected: "a GeoJSON with a polygon as background", nextStep: "choose a polygon")
    case .noInk(let path):
      FailureReport(
        .badInput, "nothing on the plan differs from its ground", at: path,
        expected: "a drawing with a closed outer edge", nextStep: "place it by hand or by points")
    case .noOutlineFit:
      FailureReport(
        .badInput, "the outline of the plan fits nowhere on that of the map",
        nextStep: "choose another polygon, or place the plan by hand or by points")
    case .noReference(let id):
      FailureReport(
        .badInput, "there is no such floor to place this one by", found: id,
        expected: "another floor of the building that is placed",
        nextStep: "choose another floor")
    case .unknownBackground(let text):
      FailureReport(
        .badInput, "the background is of no kind that can be shown", at: text,
        expected:
          "a GeoJSON file, tiles (a folder, MBTiles or PMTiles), a georeferenced image, or a tile URL"
          + " with {z}, {x} and {y}", nextStep: "name one of these")
    case .emptyBackground(let path):
      FailureReport(
        .badInput, "the background has nothing to show", at: path, nextStep: "leave it out")
    }
  }
}
