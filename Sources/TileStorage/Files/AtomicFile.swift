import Platform

/// Writes a single file atomically and durably.
///
/// Until it is complete the file has no name (`O_TMPFILE` of Linux), so that a killed process leaves
/// nothing. Elsewhere it has a hidden name beside its own.
package enum AtomicFile {
  /// Expected state of the path.
  package enum Presence: Hashable, Sendable {
    case mustBeAbsent
    case isReplaced
  }

  /// Keeps the permissions of a replaced file.
  ///
  /// Never follows or replaces a symbolic link, nor anything else that is not a regular file.
  package static func write(
    _ bytes: [UInt8], to path: String, presence: Presence = .mustBeAbsent, isDurable: Bool = true
  ) throws(TileStorageError) {
    let draft = try AtomicFileDraft(path, presence: presence)
    try draft.append(bytes)
    try draft.publish(isDurable: isDurable)
  }

  package static func check(_ path: String, presence: Presence) throws(TileStorageError) {
    _ = try mode(of: OutputPath(path).path, presence: presence)
  }

  fileprivate static func mode(
    of path: String, presence: Presence
  ) throws(TileStorageError) -> mode_t? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .system(operation: "write", path: path, code: errno)
    }
    switch (FileSystem.kind(status.st_mode), presence) {
    case (.link, _): throw .outputIsLink(path: path)
    case (_, .mustBeAbsent): throw .outputExists(path: path)
    case (.file, .isReplaced): return status.st_mode
    case (.directory, .isReplaced): throw .notReplaceable(path: path, found: "a folder")
    case (.other, .isReplaced): throw .notReplaceable(path: path, found: "not a regular file")
    }
  }

  package static func head(of path: String, upTo limit: Int) throws(TileStorageError) -> [UInt8]? {
    guard try FileSystem.kind(of: path, followingLinks: false) == .file else { return nil }
    return try FileSystem.read(path, upTo: limit)
  }

  fileprivate static let ending = ".tilepyramid-new"
}

/// A file that grows without a name, or with a hidden one, and goes with its last reference unless it is published.
package final class AtomicFileDraft {
  private let descriptor: Int32
  private let location: OutputPath
  private let presence: AtomicFile.Presence
  /// Permissions of the file that is replaced.
  private let mode: mode_t?
  private var name: String?

  package init(
    _ path: String, presence: AtomicFile.Presence = .mustBeAbsent
  ) throws(TileStorageError) {
    (location, self.presence) = (OutputPath(path), presence)
    mode = try AtomicFile.mode(of: location.path, presence: presence)
    #if os(Linux)
      // __O_TMPFILE of asm-generic/fcntl.h, which the C library shows to GNU sources only.
      let unnamed = open(location.folder, 0o20000000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0o666)
      // A name is given through /proc, which not every process has.
      if unnamed >= 0 {
        if access("/proc/self/fd/\(unnamed)", F_OK) == 0 {
          descriptor = unnamed
          return
        }
        close(unnamed)
      }
    #endif
    let hidden = Self.hiddenName(beside: location)
    descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .system(operation: "create", path: location.path, code: errno)
    }
    name = hidden
  }

  deinit {
    if let name { unlink(name) }
    close(descriptor)
  }

  package func append(_ bytes: [UInt8]) throws(TileStorageError) {
    try FileSystem.write(bytes, to: descriptor, path: location.path)
  }

  package func publish(isDurable: Bool = true) throws(TileStorageError) {
    if let mode, fchmod(descriptor, mode & 0o777) != 0 {
      throw .system(operation: "set the permissions of", path: location.path, code: errno)
    }
    if isDurable { try FileSystem.synchronize(descriptor, path: location.path) }
    try giveName()
    if isDurable { try FileSystem.synchronize(location.folder) }
  }

  private static func hiddenName(beside location: OutputPath) -> String {
    location.sibling(suffix: String(UInt64.random(in: .min ... .max), radix: 36))
      + AtomicFile.ending
  }

  private func giveName() throws(TileStorageError) {
    let replacing = presence == .isReplaced
    if name == nil {
      if !replacing { return try link(as: location.path) }
      let hidden = Self.hiddenName(beside: location)
      try link(as: hidden)
      name = hidden
    }
    guard let name else { return }
    if replacing {
      try AtomicRename.replace(location.path, with: name)
    } else {
      try AtomicRename.publish(name, as: location.path)
    }
    self.name = nil
  }

  private func link(as path: String) throws(TileStorageError) {
    let unnamed = "/proc/self/fd/\(descriptor)"
    if linkat(AT_FDCWD, unnamed, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return }
    if errno == EEXIST { throw .outputExists(path: path) }
    throw .system(operation: "create", path: path, code: errno)
  }
}
