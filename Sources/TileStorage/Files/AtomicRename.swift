#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Renames that either replace nothing or exchange two names in one step.
package enum AtomicRename {
  /// Renames `source` to `target`, which must not exist.
  ///
  /// - Throws: ``TileStorageError/outputExists(path:)`` when it does.
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

  /// Renames `source` to `target`, replacing a file that is there.
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

  /// Exchanges two existing names, so that there is no moment at which either is missing.
  ///
  /// Where the file system cannot do so, three renames do, between which `target` is missing for an
  /// instant; a failure of the second is undone.
  ///
  /// - Parameters:
  ///   - source: The name that is to go to `target`.
  ///   - target: The name that is to go to `source`.
  ///   - aside: A free name for the fallback, on the same file system.
  ///   - forcingFallback: Whether the file system is taken not to be able to exchange names.
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  package static func exchange(
    _ source: String, with target: String, aside: String, forcingFallback: Bool = false
  ) throws(TileStorageError) {
    let code = forcingFallback ? ENOTSUP : rename(source, target, .exchanging)
    if code == 0 { return }
    guard isUnsupported(code) else {
      throw .system(operation: "replace", path: target, code: code)
    }
    try replace(aside, with: target)
    do throws(TileStorageError) {
      try replace(target, with: source)
    } catch {
      try replace(target, with: aside)
      throw error
    }
    try replace(source, with: aside)
  }

  private enum Mode {
    case replacingNothing, exchanging
  }

  private static func isUnsupported(_ code: Int32) -> Bool {
    code == ENOSYS || code == EINVAL || code == ENOTSUP || code == EOPNOTSUPP
  }

  #if canImport(Darwin)
    private static func rename(_ source: String, _ target: String, _ mode: Mode) -> Int32 {
      let flags = mode == .exchanging ? RENAME_SWAP : RENAME_EXCL
      return renamex_np(source, target, UInt32(flags)) == 0 ? 0 : errno
    }
  #else
    private typealias RenameAt2 =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// Looked up at run time: the C library declares it for GNU sources only and not in all
    /// versions.
    private static let renameat2: RenameAt2? = dlsym(nil, "renameat2").map {
      // SAFETY: the symbol is the C library's, whose signature renameat2(2) states.
      unsafeBitCast($0, to: RenameAt2.self)
    }

    private static func rename(_ source: String, _ target: String, _ mode: Mode) -> Int32 {
      guard let renameat2 else { return ENOSYS }
      // RENAME_NOREPLACE and RENAME_EXCHANGE of linux/fs.h.
      let flags: UInt32 = mode == .exchanging ? 2 : 1
      return renameat2(AT_FDCWD, source, AT_FDCWD, target, flags) == 0 ? 0 : errno
    }
  #endif
}

extension FileSystem {
  /// Makes everything written to the file system that holds an open directory durable.
  ///
  /// One call serves any number of files; on Linux it also waits for what others wrote there. On
  /// Darwin, where there is no such call, the kernel is asked to flush all of its buffers.
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
