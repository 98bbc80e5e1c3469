import Platform

/// An advisory lock on a folder, held by one process or thread of this program at a time.
///
/// No other process replaces a file in the folder while the lock is held.
package enum FolderLock {
  /// Blocks until the lock is free.
  ///
  /// A file system without locks counts as locked.
  package static func hold<Value>(besides path: String, _ body: () throws -> Value) throws -> Value
  {
    let folder = OutputPath(path).folder
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw TileStorageError.system(operation: "open", path: folder, code: errno)
    }
    defer {
      // Closing alone would leave the lock with a copy that a process just being started holds.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }
}
