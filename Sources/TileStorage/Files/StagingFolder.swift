import Platform

/// A hidden folder beside an output, in which the output is made before it is renamed into place.
///
/// Its name follows from the output's, and it is locked while in use: at most one process makes an output.
/// The next process adopts or clears a folder that a killed one left. A mark file identifies it, and an
/// unmarked folder with contents is left alone. It is on the output's file system, so that renames work.
package final class StagingFolder: @unchecked Sendable {
  // SAFETY: belongs to one thread at a time, like the output that is made in it.
  let path: String
  /// Descriptor that carries the lock.
  let descriptor: Int32
  private let created: [String]
  let output: OutputPath
  private var isRemoved = false
  static let logName = "blocks.log"
  static let databaseName = "tiles.db"
  static let publishedName = "published"
  static let sidecarName = "layer.json"
  static let completionName = "complete"
  private static let mark = "tilepyramid-staging"

  init(for output: OutputPath, adopting: Bool = false) throws(TileStorageError) {
    self.output = output
    path = output.sibling(suffix: "partial")
    var created: [String] = []
    var isDone = false
    defer { if !isDone { MissingFolders.removeUnused(created) } }
    // Another process may clear the folders away between the steps; then they start over.
    for attempt in 0..<100 {
      if mkdir(path, 0o777) != 0 {
        if errno == ENOENT, attempt < 99 {
          created += try MissingFolders(of: output.folder).create()
          continue
        }
        guard errno == EEXIST else {
          throw .system(operation: "create", path: path, code: errno)
        }
        if try FileSystem.kind(of: path, followingLinks: false) != .directory {
          throw .foreignStaging(path: path, found: "not a folder")
        }
        if !adopting {
          try Self.clear(path, of: output)
          continue
        }
      }
      let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else {
        if errno == ENOENT { continue }
        throw .system(operation: "open", path: path, code: errno)
      }
      let isOurs = Self.lock(folder)
      if isOurs, Self.isSame(folder, path) {
        do throws(TileStorageError) {
          try Self.claim(path)
          try Self.finish(path, of: output)
        } catch {
          Self.release(folder)
          throw error
        }
        descriptor = folder
        self.created = created
        isDone = true
        return
      }
      Self.release(folder)
      // A folder that was there already belongs to a process that runs.
      if !isOurs, adopting { throw .outputBusy(path: output.path) }
    }
    throw .outputBusy(path: output.path)
  }

  deinit {
    remove()
    Self.release(descriptor)
  }

  func path(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func remove() -> [LeftOver] {
    guard !isRemoved else { return [] }
    isRemoved = true
    var leftOver = ReplacedOutput.finish(in: path, of: output)
    do throws(TileStorageError) {
      try Self.empty(path)
      try Self.removeMarked(path)
    } catch {
      if leftOver.isEmpty { leftOver.append(LeftOver(error, at: path)) }
    }
    MissingFolders.removeUnused(created)
    return leftOver
  }

  func clear() throws(TileStorageError) { try Self.empty(path) }

  /// Leaves the folder to the next build and releases the lock.
  func keep() {
    isRemoved = true
    flock(descriptor, LOCK_UN)
  }

  private static func clear(_ path: String, of output: OutputPath) throws(TileStorageError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      if errno == ENOENT { return }
      throw .system(operation: "open", path: path, code: errno)
    }
    defer { release(folder) }
    guard lock(folder) else { throw .outputBusy(path: output.path) }
    guard isSame(folder, path) else { return }
    try claim(path)
    try finish(path, of: output)
    try empty(path)
    try removeMarked(path)
  }

  private static func claim(_ path: String) throws(TileStorageError) {
    let names = try OpenFolder(path: path).entries().map(\.name)
    if names.contains(FileName(mark)) { return }
    if let first = names.first { throw .foreignStaging(path: path, found: first.text) }
    try FileSystem.create(
      "\(path)/\(mark)", containing: Array("An unfinished output of tilepyramid.\n".utf8))
  }

  private static func finish(_ path: String, of output: OutputPath) throws(TileStorageError) {
    if let left = ReplacedOutput.finish(in: path, of: output).first {
      throw .foreignStaging(path: path, found: "\(left.path), \(left.reason)")
    }
  }

  private static func empty(_ path: String) throws(TileStorageError) {
    for entry in try OpenFolder(path: path).entries() where entry.name != FileName(mark) {
      let inner = "\(path)/\(entry.name.text)"
      guard isOurs(entry.name.text) else {
        throw .foreignStaging(path: path, found: entry.name.text)
      }
      if entry.kind == .directory {
        if let failure = FileSystem.removeTree(inner) { throw failure }
      } else {
        try FileSystem.removeFile(inner)
      }
    }
  }

  private static func isOurs(_ name: String) -> Bool {
    ["tree", sidecarName, completionName].contains(name)
      || [publishedName, databaseName].contains { [$0, $0 + "-journal"].contains(name) }
      || [logName, logName + ".next", "tiles.journal"].contains { name.hasSuffix($0) }
      || name.hasPrefix(".") && name.hasSuffix(".tilepyramid-partial")
  }

  private static func removeMarked(_ path: String) throws(TileStorageError) {
    try FileSystem.removeFile("\(path)/\(mark)")
    if rmdir(path) != 0, errno != ENOENT {
      throw .system(operation: "remove", path: path, code: errno)
    }
  }

  /// A file system without locks counts as locked.
  private static func lock(_ folder: Int32) -> Bool {
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { return true }
    }
    return true
  }

  /// Unlocks before closing.
  ///
  /// Closing alone would leave the lock with a child process between `fork` and `exec`.
  private static func release(_ folder: Int32) {
    flock(folder, LOCK_UN)
    close(folder)
  }

  private static func isSame(_ folder: Int32, _ path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(folder, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }
}
