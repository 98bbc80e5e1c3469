import Platform

/// Foreign files in an output directory.
struct TreeSurvey {
  /// A foreign file or folder.
  struct Stranger {
    let path: TreePath
    let isFolder: Bool
  }

  /// Sorted by path, each folder before its entries.
  private(set) var strangers: [Stranger] = []

  init(of root: OpenFolder, record: TreeRecord) throws(TileStorageError) {
    let device = try root.status().st_dev
    var pending = [(path: TreePath(), isOurs: true)]
    while let (path, isOurs) = pending.popLast() {
      let folder: OpenFolder
      do throws(TileStorageError) {
        folder = try root.folder(at: path)
      } catch {
        // Removed since the listing.
        if !path.names.isEmpty, error.isAbsence { continue }
        throw error
      }
      guard try folder.status().st_dev == device else {
        throw .system(operation: "replace", path: folder.path, code: EXDEV)
      }
      let known = record.contents(of: path)
      for entry in try folder.entries() {
        let isFolder = entry.kind == .directory
        let isKnown =
          switch entry.kind {
          case .file: isOurs && known.owns(entry.name)
          case .directory: isOurs && known.ownsFolder(entry.name)
          case .link, .other: false
          }
        if isKnown, !isFolder { continue }
        let inner = path.appending(entry.name)
        if !isKnown { strangers.append(Stranger(path: inner, isFolder: isFolder)) }
        if isFolder { pending.append((inner, isKnown)) }
      }
    }
    strangers.sort { $0.path < $1.path }
  }
}
