import CFileShim
import Platform

/// A store's folder, read below its root without following links.
///
/// The folder itself may be reached through a link. Hard links are ordinary files. Relative paths have
/// neither `.` nor `..` (``TilePathRules``).
package final class StoreFolder: Sendable {
  struct Entry: Hashable, Sendable {
    let name: String
    let kind: FileSystem.Kind
  }

  package let path: String
  private let descriptor: Int32

  package init(_ path: String) throws(TileStorageError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(operation: "open", path: path, code: errno) }
  }

  init(_ name: String, in folder: StoreFolder) throws(TileStorageError) {
    path = folder.path(of: name)
    descriptor = folder.openBeneath(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw folder.failure(errno, "open", name) }
  }

  deinit { close(descriptor) }

  package func path(of name: String) -> String { name.isEmpty ? path : path + "/" + name }

  package func contents(of name: String, upTo limit: Int) throws(TileStorageError) -> [UInt8]? {
    let file = openBeneath(name, FileSystem.readingFlags)
    guard file >= 0 else {
      let code = errno
      if code == ENOENT { return nil }
      if code == ENXIO || code == ENODEV {
        throw .notAFile(path: path(of: name), found: FileSystem.Kind.other.words)
      }
      let error = failure(code, "open", name)
      // A part of the path that is a file means that nothing is at the path.
      if case .system(_, _, ENOTDIR) = error { return nil }
      throw error
    }
    defer { close(file) }
    return try FileSystem.read(file, upTo: limit, path: path(of: name))
  }

  func kind(of name: String) throws(TileStorageError) -> FileSystem.Kind? {
    var parent = ""
    var status = stat()
    for part in name.split(separator: "/") {
      if let link = link(within: parent) { throw .linkInStore(path: path(of: link)) }
      parent += parent.isEmpty ? String(part) : "/" + part
      if fstatat(descriptor, parent, &status, AT_SYMLINK_NOFOLLOW) != 0 {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .system(operation: "examine", path: path(of: parent), code: errno)
      }
    }
    return FileSystem.kind(status.st_mode)
  }

  /// Refuses a path with a link in it.
  package func refuseLinks(on name: String) throws(TileStorageError) {
    if let link = link(within: name) { throw .linkInStore(path: path(of: link)) }
  }

  /// Sorted by bytes; an empty name is the root.
  func entries(of name: String = "") throws(TileStorageError) -> [Entry] {
    var entries: [Entry] = []
    try forEachEntry(of: name) { entries.append($0) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// In the system's order; an empty name is the root.
  func forEachEntry(
    of name: String, _ body: (Entry) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    let folder = openBeneath(name.isEmpty ? "." : name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failure(errno, "list", name) }
    try FileSystem.forEachEntry(of: folder, path: path(of: name)) {
      (found, known) throws(TileStorageError) in
      let entry = String(cString: found)
      var kind = known
      if kind == nil { kind = try self.kind(of: name.isEmpty ? entry : name + "/" + entry) }
      // An entry that has just been removed counts as absent.
      if let kind { try body(Entry(name: entry, kind: kind)) }
    }
  }

  private func openBeneath(_ name: String, _ flags: Int32) -> Int32 {
    let file = tp_open_beneath(descriptor, name, flags)
    if file >= 0 || errno != ENOSYS { return file }
    // One folder after the other, where the system cannot do it in one step.
    let parts = name.split(separator: "/").map(String.init)
    var folder = descriptor
    var result = descriptor
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      result = openat(
        folder, part, (isLast ? flags : O_RDONLY | O_DIRECTORY | O_CLOEXEC) | O_NOFOLLOW)
      let code = errno
      if folder != descriptor { close(folder) }
      errno = code
      if result < 0 { return -1 }
      folder = result
    }
    return result
  }

  private func failure(_ code: Int32, _ operation: String, _ name: String) -> TileStorageError {
    // A link shows as either, by the system and by what the link leads to.
    if code == ELOOP || code == ENOTDIR, let link = link(within: name) {
      return .linkInStore(path: path(of: link))
    }
    return .system(operation: operation, path: path(of: name), code: code)
  }

  private func link(within name: String) -> String? {
    var inner = ""
    for part in name.split(separator: "/") {
      inner += inner.isEmpty ? String(part) : "/" + part
      var status = stat()
      guard fstatat(descriptor, inner, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      if FileSystem.kind(status.st_mode) == .link { return inner }
    }
    return nil
  }
}
