#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A directory that is made beside its final place and published there in one step.
///
/// Several layers, such as the floors of a building, can share one tree, which then appears as a whole
/// or not at all; their writers may work on different threads. Publishing and abandoning belong to one
/// thread, when no writer is at work. Whoever is dropped unpublished leaves nothing behind.
///
/// Durability: before the tree is renamed into place, one `syncfs` makes all of its files durable
/// (an `fsync` for each would cost many times as much), so that after a power failure the final
/// name holds either all of the new tree or none of it.
public final class OutputTree: @unchecked Sendable {
  // SAFETY: the one mutable variable changes only in `publish` and `abandon`, which the documentation
  // keeps apart from all else; files are made by system calls that need no state of ours.

  /// The final path.
  public var path: String { output.path }
  let output: OutputPath
  private let overwrite: Bool
  private var staging: StagingFolder?

  /// Starts a tree that is to appear at `path`.
  ///
  /// - Throws: What ``TileOutput/check(path:kind:overwrite:)`` throws, or
  ///   ``TileStorageError/outputBusy(path:)``.
  public init(path: String, overwrite: Bool = false) throws(TileStorageError) {
    try TileOutput.check(path: path, kind: .directory, overwrite: overwrite)
    output = OutputPath(path)
    self.overwrite = overwrite
    staging = try StagingFolder(for: output)
  }

  /// Adds a file at a relative path, creating its folders.
  ///
  /// - Throws: ``TileStorageError/unsafePath(_:reason:)`` when the path leaves the tree, or
  ///   ``TileStorageError/system(operation:path:code:)``, also when the file exists.
  public func place(_ bytes: [UInt8], named name: String) throws(TileStorageError) {
    try TilePathRules.validate(path: name)
    if try !create(name, containing: bytes) {
      throw .system(operation: "create", path: shown(name), code: EEXIST)
    }
  }

  /// Publishes the tree under its final name.
  ///
  /// With `overwrite` what is there is exchanged for the new tree in one step and then removed.
  public func publish() throws(TileStorageError) {
    let staging = active
    try FileSystem.synchronizeFileSystem(holding: staging.descriptor, path: path)
    try FileSystem.synchronize(staging.descriptor, path: path)
    let replaces = try TileOutput.checkReplaceable(output, kind: .directory, overwrite: overwrite)
    if replaces {
      let aside = output.sibling(suffix: "aside")
      try AtomicRename.exchange(staging.path, with: path, aside: aside)
      // The staging name now holds the old tree. Should a part of it resist, the new tree is
      // complete all the same, and the next build clears the rest away.
      staging.remove()
    } else {
      try AtomicRename.publish(staging.path, as: path)
      staging.disown()
    }
    self.staging = nil
    try FileSystem.synchronize(output.folder)
  }

  /// Removes the unpublished tree; does nothing after ``publish()``.
  public func abandon() {
    staging?.remove()
    staging = nil
  }

  private var active: StagingFolder {
    guard let staging else { preconditionFailure("the tree was published or abandoned") }
    return staging
  }

  /// The path under which errors name a file of the unpublished tree.
  func shown(_ name: String) -> String { active.path(name) }

  /// Creates a file with all of `bytes`; returns `false` when it exists.
  func create(_ name: String, containing bytes: [UInt8]) throws(TileStorageError) -> Bool {
    let root = active.descriptor
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var file = openat(root, name, flags, 0o666)
    if file < 0, errno == ENOENT {
      try createFolders(for: name)
      file = openat(root, name, flags, 0o666)
    }
    if file < 0, errno == EEXIST { return false }
    guard file >= 0 else {
      throw .system(operation: "create", path: shown(name), code: errno)
    }
    do throws(TileStorageError) {
      try bytes[...].withContiguousBytes { (raw) throws(TileStorageError) in
        try FileSystem.write(raw, to: file, path: shown(name))
      }
    } catch {
      close(file)
      unlinkat(root, name, 0)
      throw error
    }
    try FileSystem.closeWritten(file, path: shown(name))
    return true
  }

  /// Gives an existing file a second name; returns the system's error code, 0 for success.
  func link(_ existing: String, as name: String) throws(TileStorageError) -> Int32 {
    let root = active.descriptor
    if linkat(root, existing, root, name, 0) == 0 { return 0 }
    guard errno == ENOENT else { return errno }
    try createFolders(for: name)
    return linkat(root, existing, root, name, 0) == 0 ? 0 : errno
  }

  /// Whether a file of the tree holds exactly `bytes`.
  func holds(_ bytes: [UInt8], at name: String) throws(TileStorageError) -> Bool {
    let file = openat(active.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else {
      throw .system(operation: "open", path: shown(name), code: errno)
    }
    defer { close(file) }
    return try FileSystem.read(file, upTo: bytes.count + 1, path: shown(name)) == bytes
  }

  private func createFolders(for name: String) throws(TileStorageError) {
    var folder = ""
    for component in name.split(separator: "/").dropLast() {
      folder += folder.isEmpty ? String(component) : "/" + component
      if mkdirat(active.descriptor, folder, 0o777) != 0, errno != EEXIST {
        throw .system(operation: "create", path: shown(folder), code: errno)
      }
    }
  }
}
