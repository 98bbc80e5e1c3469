import Platform

extension FileSystem {
  /// A missing file is no error.
  static func removeFile(_ path: String) throws(TileStorageError) {
    if unlink(path) != 0, errno != ENOENT {
      throw .system(operation: "remove", path: path, code: errno)
    }
  }

  /// Removes a tree without following links, and returns the first error.
  ///
  /// Two descriptors serve for any depth, and no path is longer than a name. Entries that cannot be removed
  /// stay, with the folders above them.
  @discardableResult
  static func removeTree(_ path: String) -> TileStorageError? {
    do throws(TileStorageError) {
      var removal = try TreeRemoval(path)
      return removal?.run()
    } catch {
      return error
    }
  }
}

/// The removal of a tree from its leaves to its root.
private struct TreeRemoval {
  /// A folder that is being emptied.
  private struct Level {
    let name: [CChar]
    let device: dev_t
    let node: ino_t
    var rest: [CChar]

    mutating func popName() -> [CChar]? {
      guard !rest.isEmpty else { return nil }
      var start = rest.count - 1
      while start > 0, rest[start - 1] != 0 { start -= 1 }
      defer { rest.removeSubrange(start...) }
      return Array(rest[start...])
    }
  }

  private let root: String
  private var levels: [Level] = []
  private var folder: Int32
  private var failure: TileStorageError?

  init?(_ path: String) throws(TileStorageError) {
    root = path
    folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(operation: "remove", path: path, code: errno)
    }
  }

  mutating func run() -> TileStorageError? {
    defer { if folder >= 0 { close(folder) } }
    guard let level = level(named: Array(root.utf8CString)) else { return failure }
    levels.append(level)
    while let name = next() {
      remove(name)
      while levels.last?.rest.isEmpty ?? false, levels.count > 1 {
        guard ascend() else { return failure }
      }
    }
    close(folder)
    folder = -1
    if rmdir(root) != 0, errno != ENOENT { note(errno, nil) }
    return failure
  }

  private mutating func next() -> [CChar]? {
    levels.isEmpty ? nil : levels[levels.count - 1].popName()
  }

  private mutating func remove(_ name: [CChar]) {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno != ENOENT { note(errno, name) }
      return
    }
    guard FileSystem.kind(status.st_mode) == .directory else {
      if unlinkat(folder, name, 0) != 0, errno != ENOENT { note(errno, name) }
      return
    }
    // An empty folder need not be entered.
    if unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT { return }
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else {
      if errno != ENOENT { note(errno, name) }
      return
    }
    // There is no way back out of a folder that may not be searched, nor anything to be done in it.
    guard faccessat(inner, ".", X_OK, 0) == 0 else {
      note(errno, name)
      close(inner)
      return
    }
    close(folder)
    folder = inner
    // One that cannot be listed is left again at once.
    levels.append(
      level(named: name) ?? Level(name: name, device: status.st_dev, node: status.st_ino, rest: []))
  }

  private mutating func ascend() -> Bool {
    let done = levels.removeLast()
    let outer = openat(folder, "..", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard outer >= 0 else {
      note(errno, done.name)
      return false
    }
    close(folder)
    folder = outer
    var status = stat()
    guard fstat(folder, &status) == 0, let level = levels.last, status.st_ino == level.node,
      status.st_dev == level.device
    else {
      // Another process has moved the folder: what is above it now is none of this tree.
      note(ESTALE, nil)
      return false
    }
    if unlinkat(folder, done.name, AT_REMOVEDIR) != 0, errno != ENOENT { note(errno, done.name) }
    return true
  }

  private mutating func level(named name: [CChar]) -> Level? {
    var status = stat()
    guard fstat(folder, &status) == 0 else {
      note(errno, nil)
      return nil
    }
    let listed = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard listed >= 0 else {
      note(errno, nil)
      return nil
    }
    var rest: [CChar] = []
    do throws(TileStorageError) {
      try FileSystem.forEachEntry(
        of: listed, path: levels.isEmpty ? root : shownFolder + "/" + Self.text(name)
      ) { entry, _ in
        rest.append(contentsOf: UnsafeBufferPointer(start: entry, count: strlen(entry) + 1))
      }
    } catch {
      failure = failure ?? error
    }
    return Level(name: name, device: status.st_dev, node: status.st_ino, rest: rest)
  }

  private mutating func note(_ code: Int32, _ name: [CChar]?) {
    guard failure == nil else { return }
    failure = .system(
      operation: "remove", path: shownFolder + (name.map { "/" + Self.text($0) } ?? ""),
      code: code)
  }

  private var shownFolder: String {
    ([root] + levels.dropFirst().map { Self.text($0.name) }).joined(separator: "/")
  }

  private static func text(_ name: [CChar]) -> String {
    String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
