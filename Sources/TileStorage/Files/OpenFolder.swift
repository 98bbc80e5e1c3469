import Platform

/// An open folder, whose entries are reached by name and without following links.
///
/// It stays the same folder when its path changes.
final class OpenFolder {
  struct Entry {
    let name: FileName
    let kind: FileSystem.Kind
  }

  /// Device and inode of a file.
  struct Identity: Hashable {
    let device: dev_t
    let number: ino_t

    init(_ status: stat) {
      device = status.st_dev
      number = status.st_ino
    }
  }

  let descriptor: Int32
  let path: String

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  /// The last name of the path must not be a link.
  convenience init(path: String) throws(TileStorageError) {
    let descriptor = open(path, Self.flags)
    guard descriptor >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    self.init(descriptor: descriptor, path: path)
  }

  /// Keeps at most two folders open at a time, at any depth.
  func folder(at path: TreePath) throws(TileStorageError) -> OpenFolder {
    var folder = try openFolder(FileName("."), shownAs: self.path)
    for name in path.names {
      folder = try folder.openFolder(name, shownAs: "\(folder.path)/\(name.text)")
    }
    return folder
  }

  private func openFolder(
    _ name: FileName, shownAs path: String
  ) throws(TileStorageError) -> OpenFolder {
    let inner = openat(descriptor, name.cString, Self.flags)
    guard inner >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    return OpenFolder(descriptor: inner, path: path)
  }

  func shown(_ name: FileName) -> String { "\(path)/\(name.text)" }

  func entries() throws(TileStorageError) -> [Entry] {
    // The stream closes the descriptor that it is given.
    let copy = openat(descriptor, ".", Self.flags)
    guard copy >= 0 else { throw .system(operation: "list", path: path, code: errno) }
    var entries: [Entry] = []
    try FileSystem.forEachEntry(of: copy, path: path) { (name, kind) throws(TileStorageError) in
      let name = FileName(cString: name)
      if let kind {
        entries.append(Entry(name: name, kind: kind))
      } else if let status = try status(of: name) {
        entries.append(Entry(name: name, kind: FileSystem.kind(status.st_mode)))
      }
    }
    return entries.sorted { $0.name < $1.name }
  }

  func status(of name: FileName) throws(TileStorageError) -> stat? {
    var status = stat()
    if fstatat(descriptor, name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    if errno == ENOENT { return nil }
    throw .system(operation: "examine", path: shown(name), code: errno)
  }

  func status() throws(TileStorageError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system(operation: "examine", path: path, code: errno)
    }
    return status
  }

  /// At most `limit` bytes; `nil` for anything but a regular file.
  func contents(of name: FileName, upTo limit: Int) throws(TileStorageError) -> [UInt8]? {
    // O_NONBLOCK keeps open() from waiting for a writer when the name is that of a pipe.
    let file = openat(descriptor, name.cString, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if [ENOENT, ELOOP, ENXIO].contains(errno) { return nil }
      throw .system(operation: "open", path: shown(name), code: errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .system(operation: "examine", path: shown(name), code: errno)
    }
    guard FileSystem.kind(status.st_mode) == .file else { return nil }
    return try FileSystem.read(file, upTo: limit, path: shown(name))
  }

  func remove(_ name: FileName, isFolder: Bool = false) throws(TileStorageError) {
    if unlinkat(descriptor, name.cString, isFolder ? AT_REMOVEDIR : 0) != 0, errno != ENOENT {
      throw .system(operation: "remove", path: shown(name), code: errno)
    }
  }
}

extension TileStorageError {
  var isAbsence: Bool {
    if case .system(_, _, let code) = self { return code == ENOENT || code == ENOTDIR }
    return false
  }
}
