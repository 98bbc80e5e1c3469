import Platform

/// Renames that either replace nothing or exchange two names in one step.
package enum AtomicRename {
  /// Fails when `target` exists.
  package static func publish(_ source: String, as target: String) throws(TileStorageError) {
    switch rename(source, target, .replacingNothing) {
    case 0: return
    case EEXIST: throw .outputExists(path: target)
    case let code where isUnsupported(code):
      // Without the system's help a name that appears in this instant is replaced.
      if try FileSystem.kind(of: target, followingLinks: false) != nil {
        throw .outputExists(path: target)
      }
      try replace(target, with: source)
    case let code: throw .system(operation: "create", path: target, code: code)
    }
  }

  static func replace(_ target: String, with source: String) throws(TileStorageError) {
    #if canImport(Darwin)
      let result = Darwin.rename(source, target)
    #elseif canImport(Musl)
      let result = Musl.rename(source, target)
    #else
      let result = Glibc.rename(source, target)
    #endif
    if result != 0 { throw .system(operation: "replace", path: target, code: errno) }
  }

  static func move(
    _ name: FileName, from source: OpenFolder, to target: OpenFolder
  ) throws(TileStorageError) {
    let path = target.shown(name)
    switch rename(
      source.descriptor, name.cString, target.descriptor, name.cString, .replacingNothing)
    {
    case 0: return
    case EEXIST: throw .outputExists(path: path)
    case let code where isUnsupported(code):
      guard try target.status(of: name) == nil else { throw .outputExists(path: path) }
      if renameat(source.descriptor, name.cString, target.descriptor, name.cString) != 0 {
        throw .system(operation: "move", path: source.shown(name), code: errno)
      }
    case let code: throw .system(operation: "move", path: source.shown(name), code: code)
    }
  }

  /// Exchanges two entries, whose names exist at every moment; false where the file system cannot.
  package static func exchange(
    _ source: String, with target: String
  ) throws(TileStorageError) -> Bool {
    let code = rename(source, target, .exchanging)
    if code == 0 { return true }
    if isUnsupported(code) { return false }
    throw .system(operation: "replace", path: target, code: code)
  }

  private enum Mode {
    case replacingNothing, exchanging
  }

  private static func rename(_ source: String, _ target: String, _ mode: Mode) -> Int32 {
    rename(AT_FDCWD, source, AT_FDCWD, target, mode)
  }

  private static func isUnsupported(_ code: Int32) -> Bool {
    code == ENOSYS || code == EINVAL || code == ENOTSUP || code == EOPNOTSUPP
  }

  #if canImport(Darwin)
    private static func rename(
      _ sourceFolder: Int32, _ source: UnsafePointer<CChar>, _ targetFolder: Int32,
      _ target: UnsafePointer<CChar>, _ mode: Mode
    ) -> Int32 {
      let flags = UInt32(mode == .exchanging ? RENAME_SWAP : RENAME_EXCL)
      return renameatx_np(sourceFolder, source, targetFolder, target, flags) == 0 ? 0 : errno
    }
  #else
    private typealias RenameAt2 =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// Looked up at run time: the C library declares it for GNU sources only and not in all versions.
    private static let renameat2: RenameAt2? = dlsym(nil, "renameat2").map {
      // SAFETY: the symbol is the C library's, whose signature renameat2(2) states.
      unsafeBitCast($0, to: RenameAt2.self)
    }

    private static func rename(
      _ sourceFolder: Int32, _ source: UnsafePointer<CChar>, _ targetFolder: Int32,
      _ target: UnsafePointer<CChar>, _ mode: Mode
    ) -> Int32 {
      guard let renameat2 else { return ENOSYS }
      // RENAME_NOREPLACE and RENAME_EXCHANGE of linux/fs.h.
      let flags: UInt32 = mode == .exchanging ? 2 : 1
      return renameat2(sourceFolder, source, targetFolder, target, flags) == 0 ? 0 : errno
    }
  #endif
}

extension FileSystem {
  /// Makes all writes to the file system of an open directory durable.
  ///
  /// On Linux one `syncfs` serves any number of files, and waits for other processes' writes too. Darwin
  /// has no such call and flushes all buffers.
  static func synchronizeFileSystem(
    holding directory: Int32, path: String
  ) throws(TileStorageError) {
    #if canImport(Darwin)
      sync()
      try synchronize(directory, path: path)
    #else
      typealias SyncFS = @convention(c) (Int32) -> Int32
      guard let symbol = dlsym(nil, "syncfs") else {
        sync()
        return
      }
      // SAFETY: the symbol is the C library's, whose signature syncfs(2) states.
      if unsafeBitCast(symbol, to: SyncFS.self)(directory) != 0 {
        throw .system(operation: "write", path: path, code: errno)
      }
    #endif
  }
}
