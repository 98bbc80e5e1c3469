import Platform
import TileModel

/// Hard-links foreign files of a directory into the tree that replaces it.
///
/// Nothing is copied or changed, and each file always has at least one name. Folders are recreated with
/// their permissions, owner and times. ``ReplacedTree`` moves files without hard links.
struct CarriedFiles {
  private let old: OpenFolder
  private let new: OpenFolder

  init(from old: OpenFolder, to new: OpenFolder) {
    self.old = old
    self.new = new
  }

  func link(_ strangers: [TreeSurvey.Stranger]) throws(TileStorageError) {
    var folders: Set<TreePath> = []
    for stranger in strangers {
      for parent in stranger.path.parents where folders.insert(parent).inserted {
        try makeFolder(parent)
      }
      if stranger.isFolder {
        if folders.insert(stranger.path).inserted { try makeFolder(stranger.path) }
      } else {
        try linkFile(stranger.path)
      }
    }
    let made = strangers.filter(\.isFolder).map(\.path)
    for path in made.reversed() { try copyAttributes(of: path) }
  }

  private func makeFolder(_ path: TreePath) throws(TileStorageError) {
    guard let name = path.names.last else { return }
    let parent = try new.folder(at: path.parent)
    // Nobody else may look into a private folder before it has its permissions.
    let mode = try old.folder(at: path).status().st_mode & 0o777
    if mkdirat(parent.descriptor, name.cString, mode) == 0 { return }
    guard errno == EEXIST else {
      throw .system(operation: "create", path: parent.shown(name), code: errno)
    }
    guard let status = try parent.status(of: name), FileSystem.kind(status.st_mode) == .directory
    else { throw .nameTaken(path: old.path, name: path.text) }
  }

  private func linkFile(_ path: TreePath) throws(TileStorageError) {
    guard let name = path.names.last else { return }
    let source = try old.folder(at: path.parent)
    let target = try new.folder(at: path.parent)
    if linkat(source.descriptor, name.cString, target.descriptor, name.cString, 0) == 0 { return }
    switch errno {
    case EEXIST:
      // The tree may be resumed from a build that had reached this step.
      let (here, there) = (try target.status(of: name), try source.status(of: name))
      guard let here, let there, OpenFolder.Identity(here) == OpenFolder.Identity(there) else {
        throw .nameTaken(path: old.path, name: path.text)
      }
    case ENOENT, EPERM, EMLINK, ENOTSUP, EOPNOTSUPP, ENOSYS: break
    case let code: throw .system(operation: "keep", path: source.shown(name), code: code)
    }
  }

  private func copyAttributes(of path: TreePath) throws(TileStorageError) {
    let source = try old.folder(at: path).status()
    try new.folder(at: path).setAttributes(of: source)
  }
}

extension OpenFolder {
  func setAttributes(of other: stat) throws(TileStorageError) {
    let now = try status()
    // Another owner can be given by few; the folder of one that cannot be given has ours.
    if now.st_uid != other.st_uid || now.st_gid != other.st_gid {
      _ = fchown(descriptor, other.st_uid, other.st_gid)
    }
    guard fchmod(descriptor, other.st_mode & 0o7777) == 0 else {
      throw .system(operation: "set the permissions of", path: path, code: errno)
    }
    #if canImport(Darwin)
      let times = [other.st_atimespec, other.st_mtimespec]
    #else
      let times = [other.st_atim, other.st_mtim]
    #endif
    guard futimens(descriptor, times) == 0 else {
      throw .system(operation: "set the times of", path: path, code: errno)
    }
  }
}

/// Index of the contents of a tree's files, through which layers such as floors share files.
///
/// Thread-safe: each writer looks up, links and writes a tile in one step.
package final class SharedTileLinks: @unchecked Sendable {
  // SAFETY: the index is used under the lock alone.

  private let lock = Guarded(())
  private var paths = ContentIndex<String>(capacity: 1 << 18)

  package init() {}

  /// Excludes other threads.
  func withPaths<Result>(
    _ body: (inout ContentIndex<String>) throws(TileStorageError) -> Result
  ) throws(TileStorageError) -> Result {
    try lock.withLock { _ throws(TileStorageError) in try body(&paths) }
  }
}
