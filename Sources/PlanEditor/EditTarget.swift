import Foundation
import Georeferencing
import Hashing
package import RasterSources
package import TileModel
import TileStorage

/// The files of a document in a session.
///
/// Every write names the revision of the files that it began from, and nothing overwrites another
/// revision.
package final class EditTarget: Sendable {
  /// A file with its contents.
  package typealias File = (path: String, text: String)

  /// The paths of a placement, by the method of placement.
  package struct Paths: Hashable, Sendable {
    package var points: String
    package var hand: String
    package var others: [String]
    /// Paths that may be replaced without having been written by the session.
    package var replaceable: Set<String>
    package var endings: [String]

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
  private let known = Guarded<Set<String>>([])

  package init(
    _ paths: Paths,
    makeFiles: @escaping @Sendable (GeoreferencedImage, String) throws -> [File]
  ) throws {
    self.paths = paths
    self.makeFiles = makeFiles
    begun = try Self.digests(of: [paths.points, paths.hand])
  }

  package convenience init(only path: String, endings: [String]) throws {
    try self.init(
      Paths(points: path, hand: path, others: [], replaceable: [path], endings: endings)
    ) { _, _ in [] }
  }

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

  /// The georeference file to replace; `nil` before any change.
  ///
  /// It is the last one written by the session, or by another program since it began.
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
    FileState(path: path).map { Double($0.seconds) + Double($0.nanoseconds) / 1e9 } ?? 0
  }

  func revision() throws -> String {
    let all = Set([paths.points, paths.hand] + paths.others).sorted()
    let digests = try Self.digests(of: all)
    return all.map { digests[$0] ?? "" }.joined(separator: ".")
  }

  static func digest(_ bytes: [UInt8]) -> String {
    let hash = Hash128(hashing: bytes)
    return String(hash.high, radix: 36) + "-" + String(hash.low, radix: 36)
  }

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

  /// Largest file compared in bytes, above the limits for reading.
  private static let fileByteCount = 8 << 20

  /// Writes each file all or nothing.
  func save(
    _ image: GeoreferencedImage, _ mode: EditState.Mode, from revision: String
  ) throws -> (paths: [String], revision: String) {
    try write(try makeFiles(image, path(of: mode)), from: revision)
  }

  /// Writes each file all or nothing.
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
      // The system's file comes first, since a world file without it is read in another system.
      for (file, isThere) in zip(files, isThere).reversed() {
        try AtomicFile.write(
          Array(file.text.utf8), to: file.path, presence: isThere ? .isReplaced : .mustBeAbsent)
        known.withLock { _ = $0.insert(file.path) }
      }
      return (files.map(\.path), try self.revision())
    }
  }
}

/// A reason that a session refuses a request of the page.
package struct EditError: ReportedFailure {
  package let report: FailureReport
  private(set) var isConflict = false

  package init(report: FailureReport) { self.report = report }

  static func changed(_ path: String) -> EditError {
    conflict(
      "the file has changed since this page read or wrote it", path, expected: "the file as it was",
      nextStep: "save under another name, or show what is saved now and begin from that")
  }

  /// The file exists, and the session neither began with it nor wrote it.
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

  static func noReference(_ id: String) -> EditError {
    EditError(
      .badInput, "there is no such floor to place this one by", found: id,
      expected: "another floor of the building that is placed", nextStep: "choose another floor")
  }
}
