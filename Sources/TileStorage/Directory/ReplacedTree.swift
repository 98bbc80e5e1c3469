import LayerDocuments
import Platform

/// Removes a directory that another one has replaced, or was to replace.
///
/// Only names in the directory's own record are removed, and hard links to files of the output. Other files
/// move back or stay and are reported, so that no foreign file is ever lost. The documents go last, so that
/// a later process can resume.
struct ReplacedTree {
  private let root: OpenFolder
  private let output: OpenFolder
  private let record: TreeRecord
  private var leftOver: [LeftOver] = []
  private var refilled: Set<TreePath> = []

  static func remove(_ path: String, output: String) -> [LeftOver] {
    do throws(TileStorageError) {
      let root = try OpenFolder(path: path)
      var tree = ReplacedTree(
        root: root, output: try OpenFolder(path: output), record: try TreeRecord(of: root))
      try tree.removeAll()
      if tree.leftOver.isEmpty, rmdir(path) != 0, errno != ENOENT {
        throw .system(operation: "remove", path: path, code: errno)
      }
      return tree.leftOver
    } catch {
      return [LeftOver(error, at: path)]
    }
  }

  private mutating func removeAll() throws(TileStorageError) {
    var folders: [TreePath] = []
    // Moving what they hold changes their times.
    var attributes: [(path: TreePath, status: stat)] = []
    var pending = [(path: TreePath(), isOurs: true)]
    while let (path, isOurs) = pending.popLast() {
      let folder = try root.folder(at: path)
      let known = record.contents(of: path)
      for entry in try folder.entries() {
        let inner = path.appending(entry.name)
        if entry.kind == .directory {
          let isKnown = isOurs && known.ownsFolder(entry.name)
          if !isKnown, move(inner, from: folder, unlessThere: true) { continue }
          folders.append(inner)
          pending.append((inner, isKnown))
          if !isKnown, let status = try folder.status(of: entry.name) {
            attributes.append((inner, status))
          }
        } else if isOurs, entry.kind == .file, known.owns(entry.name) {
          if record.documents.contains(inner) { continue }
          do throws(TileStorageError) {
            try folder.remove(entry.name)
          } catch {
            leftOver.append(LeftOver(error, at: nil))
          }
        } else {
          moveOrRemove(inner, in: folder)
        }
      }
    }
    for path in folders.reversed() { removeFolder(path) }
    for (path, status) in attributes.reversed() where refilled.contains(path) {
      setAttributes(of: status, inOutput: path)
    }
    guard leftOver.isEmpty else { return }
    // That of a building names the others.
    let building = FileName(BuildingDocument.fileName)
    let documents = record.documents.sorted().reversed()
    for path in documents.filter({ $0.names != [building] })
      + documents.filter({ $0.names == [building] })
    {
      guard let name = path.names.last else { continue }
      try root.folder(at: path.parent).remove(name)
    }
    // Entries of a folder with a document could not go before it.
    for path in folders.reversed() { removeFolder(path) }
  }

  private mutating func removeFolder(_ path: TreePath) {
    guard let name = path.names.last else { return }
    do throws(TileStorageError) {
      try root.folder(at: path.parent).remove(name, isFolder: true)
    } catch {
      if error.isAbsence { return }
      let holdsDocument = record.documents.contains { $0.names.starts(with: path.names) }
      // Its remaining entries are reported already, or are documents.
      if case .system(_, _, ENOTEMPTY) = error, holdsDocument || !leftOver.isEmpty { return }
      leftOver.append(LeftOver(error, at: nil))
    }
  }

  /// Removes a foreign file that is in the output as well, otherwise moves it there.
  private mutating func moveOrRemove(_ path: TreePath, in folder: OpenFolder) {
    guard let name = path.names.last else { return }
    do throws(TileStorageError) {
      if let here = try folder.status(of: name), let there = try status(inOutput: path),
        OpenFolder.Identity(here) == OpenFolder.Identity(there)
      {
        return try folder.remove(name)
      }
    } catch {
      return leftOver.append(LeftOver(error, at: folder.shown(name)))
    }
    _ = move(path, from: folder, unlessThere: false)
  }

  private mutating func move(_ path: TreePath, from folder: OpenFolder, unlessThere: Bool) -> Bool {
    guard let name = path.names.last else { return false }
    do throws(TileStorageError) {
      if unlessThere, try status(inOutput: path) != nil { return false }
      for parent in path.parents {
        let above = try output.folder(at: parent.parent)
        guard let inner = parent.names.last else { continue }
        if mkdirat(above.descriptor, inner.cString, 0o777) != 0, errno != EEXIST {
          throw .system(operation: "create", path: above.shown(inner), code: errno)
        }
      }
      let target = try output.folder(at: path.parent)
      try AtomicRename.move(name, from: folder, to: target)
      refilled.insert(path.parent)
      return true
    } catch {
      // The rest of a folder is reported entry by entry.
      if !unlessThere { leftOver.append(LeftOver(error, at: folder.shown(name))) }
      return false
    }
  }

  private mutating func setAttributes(of status: stat, inOutput path: TreePath) {
    do throws(TileStorageError) {
      try output.folder(at: path).setAttributes(of: status)
    } catch {
      if !error.isAbsence { leftOver.append(LeftOver(error, at: nil)) }
    }
  }

  private func status(inOutput path: TreePath) throws(TileStorageError) -> stat? {
    guard let name = path.names.last else { return nil }
    do throws(TileStorageError) {
      return try output.folder(at: path.parent).status(of: name)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }
}
