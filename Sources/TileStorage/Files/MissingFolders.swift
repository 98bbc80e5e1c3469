import Platform

/// Missing folders on the way to an output.
struct MissingFolders {
  /// Outermost first.
  let paths: [String]

  init(of folder: String) throws(TileStorageError) {
    var missing: [String] = []
    var path = folder
    while true {
      let kind = try FileSystem.kind(of: path, followingLinks: true)
      if kind == .directory { break }
      // An existing entry, even a dangling link, is in the way.
      guard kind == nil, try FileSystem.kind(of: path, followingLinks: false) == nil else {
        throw .system(operation: "create in", path: path, code: ENOTDIR)
      }
      missing.append(path)
      path = OutputPath(path).folder
    }
    if access(path, W_OK | X_OK) != 0 {
      throw .system(operation: "create in", path: path, code: errno)
    }
    paths = missing.reversed()
  }

  func create() throws(TileStorageError) -> [String] {
    var created: [String] = []
    for path in paths {
      if mkdir(path, 0o777) == 0 {
        created.append(path)
      } else if errno != EEXIST {
        let code = errno
        Self.removeUnused(created)
        throw .system(operation: "create", path: path, code: code)
      }
    }
    return created
  }

  static func removeUnused(_ paths: [String]) {
    for path in paths.reversed() where rmdir(path) != 0 { return }
  }
}
