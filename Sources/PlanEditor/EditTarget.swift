import Foundation
import Georeferencing
import Hashing
package import RasterSources
package import TileModel
import TileStorage

/// The files that a document of a session is read from and written to.
///
/// Every writing names the revision of the files that it began from, and nothing is written over another one.
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
    /// The endings that the name of another file may have.
    package var endings: [String]

    /// Puts paths together.
    package init(
      points: String, hand: String, others: [String], replaceable: Set<String>, endings: [String]
    ) {
      (self.points, self.hand, self.others) = (points, hand, others)
      (self.replaceable, self.endings) = (replaceable, endings)
    }
  }

  package let paths: Paths
  private let makeFiles: @Sendable (GeoreferencedImage, String) throws -> [File]
  private let begun: [String: String]
  /// The paths that were written or shown.
  private let known = Guarded<Set<String>>([])

  /// Notes what is there.
  package init(
    _ paths: Paths,
    makeFiles: @escaping @Sendable (GeoreferencedImage, String) throws -> [File]
  ) throws {
    self.paths = paths
    self.makeFiles = makeFiles
    begun = try Self.digests(of: [paths.points, paths.hand])
  }

  /// Notes the one file of a document, from which the document is read too.
  package convenience init(only path: String, endings: [String]) throws {
    try self.init(
      Paths(points: path, hand: path, others: [], replaceable: [path], endings: endings)
    ) { _, _ in [] }
  }

  /// The target of the same document under another name in the same folder.
  func named(_ name: String) throws -> EditTarget {
    let isName =
      !name.hasPrefix(".") && name.utf8.count <= 200
      && !name.unicodeScalars.contains {
        $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control
      }
    guard isName, paths.endings.contains(where: name.lowercased().hasSuffix) else {
      throw EditError(
        .badInput, "the file cannot have this name", found: name.excerpt,
        expected: "a name in the folder of \(paths.points), ending in "
          + paths.endings.joined(separator: ", "), nextStep: "choose another name")
    }
    let path = Self.path(name, besides: paths.points)
    guard access(path, F_OK) != 0 else {
      throw EditError(
        .badInput, "the file exists", at: path, expected: "a name that no file has",
        nextStep: "choose another name")
    }
    let others = paths.others.isEmpty ? [] : Sidecars(imagePath: path).projectionPaths
    return try EditTarget(
      Paths(points: path, hand: path, others: others, replaceable: [], endings: paths.endings),
      makeFiles: makeFiles)
  }

  /// A name that no file has yet, for what a state is written to.
  func freeName(for mode: EditState.Mode) -> String {
    let url = URL(fileURLWithPath: path(of: mode))
    let ending = paths.endings.first { url.path.lowercased().hasSuffix($0) } ?? paths.endings[0]
    let stem = url.lastPathComponent.dropLast(
      url.path.lowercased().hasSuffix(ending) ? ending.count : 0)
    let names = (2...99).lazy.map { "\(stem)-\($0)\(ending)" }
    return names.first { access(Self.path($0, besides: paths.points), F_OK) != 0 } ?? ""
  }

  private static func path(_ name: String, besides path: String) -> String {
    path.lastIndex(of: "/").map { path[...$0] + name } ?? name
  }

  func path(of mode: EditState.Mode) -> String { mode == .points ? paths.points : paths.hand }

  /// The file that says where the plan is, which may then be replaced; `nil` while that is as at the beginning.
  ///
  /// It is the last written of those that the session wrote, or another program since it began.
  func shownPath() throws -> String? {
    let now = try Self.digests(of: [paths.points, paths.hand])
    return known.withLock { known in
      let path = now.keys.filter { known.contains($0) || now[$0] != begun[$0] }.max {
        (Self.time(of: $0), $0) < (Self.time(of: $1), $1)
      }
      if let path { known.insert(path) }
      return path
    }
  }

  private static func time(of path: String) -> Double {
    FileState(path: path).map { Double($0.changed.seconds) + Double($0.changed.nanoseconds) / 1e9 }
      ?? 0
  }

  /// The revision of the files as they are.
  func revision() throws -> String {
    let all = Set([paths.points, paths.hand] + paths.others).sorted()
    let digests = try Self.digests(of: all)
    return all.map { digests[$0] ?? "" }.joined(separator: ".")
  }

  /// The digest of a file's contents.
  static func digest(_ bytes: [UInt8]) -> String {
    let hash = Hash128(hashing: bytes)
    return String(hash.high, radix: 36) + "-" + String(hash.low, radix: 36)
  }

  /// The digests of those files that are there.
  private static func digests(of paths: [String]) throws -> [String: String] {
    var digests: [String: String] = [:]
    for path in Set(paths) {
      do throws(RegularFileError) {
        digests[path] = digest(try RegularFile.leadingBytes(of: path, limit: fileByteCount))
      } catch .cannotOpen(code: ENOENT) {
        continue
      } catch {
        throw EditError(
          .cannotAccess, "the file cannot be read", at: path, found: error.reason,
          nextStep: "name another file as the output")
      }
    }
    return digests
  }

  /// The most bytes of a file that are compared, above the limits of those that are read.
  private static let fileByteCount = 8 << 20

  /// Writes a georeference, each file all or nothing.
  func save(
    _ image: GeoreferencedImage, _ mode: EditState.Mode, from revision: String
  ) throws -> (paths: [String], revision: String) {
    try write(try makeFiles(image, path(of: mode)), from: revision)
  }

  /// Writes files, each all or nothing.
  func write(
    _ files: [File], from revision: String
  ) throws -> (paths: [String], revision: String) {
    try FolderLock.hold(besides: paths.points) {
      guard try self.revision() == revision else {
        throw EditError.changed(files.first?.path ?? paths.points)
      }
      let mayReplace = known.withLock { $0 }.union(paths.replaceable)
      let isThere = files.map { access($0.path, F_OK) == 0 }
      for (file, isThere) in zip(files, isThere) where isThere && !mayReplace.contains(file.path) {
        throw EditError.exists(file.path)
      }
      // What names the system comes first, since a world file without it is read in another.
      for (file, isThere) in zip(files, isThere).reversed() {
        try AtomicFile.write(
          Array(file.text.utf8), to: file.path, presence: isThere ? .isReplaced : .mustBeAbsent)
        known.withLock { _ = $0.insert(file.path) }
      }
      return (files.map(\.path), try self.revision())
    }
  }
}

/// Why a session does not do what the page asks.
package struct EditError: ReportedFailure {
  /// The error in the words of a user.
  package let report: FailureReport
  /// Whether what is not written over a file could be written under another name.
  private(set) var isConflict = false

  package init(report: FailureReport) { self.report = report }

  /// Another page or program has written a file.
  static func changed(_ path: String) -> EditError {
    conflict(
      "the file has changed since this page read or wrote it", path, expected: "the file as it was",
      nextStep: "save under another name, or show what is saved now and begin from that")
  }

  /// A file is there that the session neither began with nor wrote.
  static func exists(_ path: String) -> EditError {
    conflict(
      "the file exists, and is not what this session began with", path,
      nextStep: "save under another name, or begin again and allow to overwrite it")
  }

  private static func conflict(
    _ what: String, _ path: String, expected: String? = nil, nextStep: String
  ) -> EditError {
    var error = EditError(.badInput, what, at: path, expected: expected, nextStep: nextStep)
    error.isConflict = true
    return error
  }

  /// A floor is placed by another one that is not there.
  static func noReference(_ id: String) -> EditError {
    EditError(
      .badInput, "there is no such floor to place this one by", found: id,
      expected: "another floor of the building that is placed", nextStep: "choose another floor")
  }
}
