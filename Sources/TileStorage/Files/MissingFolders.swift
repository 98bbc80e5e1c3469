import Platform

/// The folders on the way to an output that do not exist yet.
struct MissingFolders {
  /// Their paths, the outermost first.
  let paths: [String]

  /// Looks for what is missing of a folder's path.
  init(of folder: String) throws(TileStorageError) {
    var missing: [String] = []
    var path = folder
    while true {
      let kind = try FileSystem.kind(of: path, followingLinks: true)
      if kind == .directory { break }
      // What exists there, be it a link that leads nowhere, is in the way.
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

  /// Creates the folders; those that another process was quicker to create do not count.
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

  /// Removes folders that ``create()`` made, as far as nothing is in them.
  static func removeUnused(_ paths: [String]) {
    for path in paths.reversed() where rmdir(path) != 0 { return }
  }
}
