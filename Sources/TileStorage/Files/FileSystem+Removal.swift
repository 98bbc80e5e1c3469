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
  /// Few descriptors serve for any depth. Entries that cannot be removed stay, with the folders above them.
  @discardableResult
  static func removeTree(_ path: String) -> TileStorageError? {
    var failure: TileStorageError?
    func attempt(_ step: () throws(TileStorageError) -> Void) {
      do throws(TileStorageError) {
        try step()
      } catch {
        if failure != nil || error.isAbsence { return }
        failure = error
        if case .system("open", let path, let code) = error {
          failure = .system(operation: "remove", path: path, code: code)
        }
      }
    }
    attempt { () throws(TileStorageError) in
      let root = try OpenFolder(path: path)
      // Each folder follows the one that holds it.
      var folders = [TreePath()]
      var index = 0
      while index < folders.count {
        let path = folders[index]
        index += 1
        attempt { () throws(TileStorageError) in
          let folder = try root.folder(at: path)
          for entry in try folder.entries() {
            // An empty folder need not be entered.
            if entry.kind == .directory,
              unlinkat(folder.descriptor, entry.name.cString, AT_REMOVEDIR) != 0
            {
              folders.append(path.appending(entry.name))
            } else if entry.kind != .directory {
              attempt { () throws(TileStorageError) in try folder.remove(entry.name) }
            }
          }
        }
      }
      for path in folders.reversed() {
        guard let name = path.names.last else { continue }
        attempt { () throws(TileStorageError) in
          try root.folder(at: path.parent).remove(name, isFolder: true)
        }
      }
    }
    if rmdir(path) != 0, errno != ENOENT, failure == nil {
      failure = .system(operation: "remove", path: path, code: errno)
    }
    return failure
  }
}
