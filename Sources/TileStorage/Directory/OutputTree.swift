import Platform

/// A directory that is made beside its final path and published there in one step.
///
/// Several layers, such as floors of a building, can share one tree. Their writers may work on different
/// threads. Publishing and abandoning belong to one thread, when no writer is at work. A tree that is
/// released unpublished leaves nothing behind.
///
/// Durability: one `syncfs` before the final rename makes all files durable, far cheaper than `fsync` for
/// each. After a power failure the final name holds all of the new tree or none.
package final class OutputTree: PartialOutput, @unchecked Sendable {
  // SAFETY: what is mutable changes only in `publish` and `abandon`, which the documentation
  // keeps apart from all else; files are made by system calls that need no state of ours.

  package var path: String { output.path }
  let output: OutputPath
  package let staging: StagingFolder
  package var resumption: Resumption?
  private let overwrite: Bool
  package var exchangesNames = true
  /// Descriptor of the tree's root, -1 after the end.
  private var root: Int32 = -1

  package init(
    path: String, overwrite: Bool = false, keepingOthers: Bool = false, adopting: Bool = false
  ) throws(TileStorageError) {
    try TileOutput.check(
      path: path, kind: .directory, overwrite: overwrite, keepingOthers: keepingOthers)
    output = OutputPath(path)
    self.overwrite = overwrite
    staging = try StagingFolder(for: output, adopting: adopting)
    do throws(TileStorageError) {
      // The output may have been put back that a killed process was about to replace.
      try TileOutput.check(
        path: path, kind: .directory, overwrite: overwrite, keepingOthers: keepingOthers)
      root = try Self.openRoot(in: staging)
    } catch {
      if adopting { staging.keep() }
      throw error
    }
  }

  deinit { if root >= 0 { close(root) } }

  private static func openRoot(in staging: StagingFolder) throws(TileStorageError) -> Int32 {
    let path = staging.path("tree")
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw .system(operation: "create", path: path, code: errno)
    }
    let root = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard root >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    return root
  }

  package func place(_ bytes: [UInt8], named name: String) throws(TileStorageError) {
    try TilePathRules.validate(path: name)
    if try !create(name, containing: bytes) {
      throw .system(operation: "create", path: shown(name), code: EEXIST)
    }
  }

  /// Publishes the tree under its final name.
  ///
  /// With `overwrite` an existing tree is exchanged in one step, and its own files are then removed.
  /// Foreign files added to it until then are in the new tree, too.
  /// A document leaves a record of the finished output.
  @discardableResult
  package func publish(
    recording document: [UInt8]? = nil
  ) throws(TileStorageError) -> [LeftOver] {
    if let document { try record(document, of: shown("")) }
    // Afterwards the staging folder may hold what was replaced, which nobody must resume.
    return try publish { () throws(TileStorageError) in try endResumption() }
  }

  /// `prepare` runs last before the final rename.
  func publish(
    preparing prepare: () throws(TileStorageError) -> Void
  ) throws(TileStorageError) -> [LeftOver] {
    let tree = staging.path("tree")
    try FileSystem.synchronizeFileSystem(holding: active, path: path)
    try FileSystem.synchronize(active, path: path)
    switch try TileOutput.checkReplaceable(output, kind: .directory, overwrite: overwrite) {
    case .nothing, .file:
      try prepare()
      try AtomicRename.publish(tree, as: path)
    case .emptyDirectory:
      try prepare()
      // Unlike an exchange, neither step can remove what appears in the folder in this instant.
      guard rmdir(path) == 0 else {
        throw .system(operation: "replace", path: path, code: errno)
      }
      try AtomicRename.publish(tree, as: path)
    case .directory(let record):
      let old = try OpenFolder(path: path)
      let strangers = try TreeSurvey(of: old, record: record).strangers
      try CarriedFiles(from: old, to: OpenFolder(path: tree)).link(strangers)
      try prepare()
      try replace(with: tree)
    }
    end()
    // The replaced tree is removed only after the new one is durable.
    try FileSystem.synchronize(output.folder)
    return staging.remove()
  }

  /// Moves the old output to a name at which its foreign files stay safe.
  private func replace(with tree: String) throws(TileStorageError) {
    let replaced = staging.path(ReplacedOutput.tree)
    try AtomicRename.publish(tree, as: replaced)
    if exchangesNames {
      do throws(TileStorageError) {
        if try AtomicRename.exchange(replaced, with: path) { return }
      } catch {
        try AtomicRename.publish(replaced, as: tree)
        throw error
      }
    }
    // Between the next two steps the output is missing; a process that starts then puts it back.
    try AtomicRename.publish(replaced, as: tree)
    try AtomicRename.publish(path, as: replaced)
    do throws(TileStorageError) {
      try AtomicRename.publish(tree, as: path)
    } catch {
      try AtomicRename.publish(replaced, as: path)
      throw error
    }
  }

  package func abandon() {
    end()
    staging.remove()
  }

  // MARK: Partial output

  package var logName: String { StagingFolder.logName }

  package var ownIdentity: BuildIdentity { BuildIdentity() }

  package func save() -> [Int] { [] }

  package func restore(
    _ saved: [Int], isCancelled: @escaping @Sendable () -> Bool
  ) -> PyramidRecord { PyramidRecord() }

  package func startOver(after damage: TileStorageError?) throws(TileStorageError) {
    end()
    try staging.clear()
    root = try Self.openRoot(in: staging)
  }

  @discardableResult
  package func leave() -> Bool {
    end()
    staging.keep()
    return true
  }

  private func end() {
    if root >= 0 { close(root) }
    root = -1
  }

  private var active: Int32 {
    precondition(root >= 0, "the tree was published or abandoned")
    return root
  }

  func shown(_ name: String) -> String { staging.path("tree/" + name) }

  func create(_ name: String, containing bytes: [UInt8]) throws(TileStorageError) -> Bool {
    let root = active
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
      try FileSystem.write(bytes, to: file, path: shown(name))
    } catch {
      close(file)
      unlinkat(root, name, 0)
      throw error
    }
    try FileSystem.closeWritten(file, path: shown(name))
    return true
  }

  /// Returns an errno, 0 for success.
  func link(_ existing: String, as name: String) throws(TileStorageError) -> Int32 {
    let root = active
    if linkat(root, existing, root, name, 0) == 0 { return 0 }
    guard errno == ENOENT else { return errno }
    try createFolders(for: name)
    return linkat(root, existing, root, name, 0) == 0 ? 0 : errno
  }

  /// Returns false for a file that has other names already, which would stay shared.
  func link(file path: String, as name: String) throws(TileStorageError) -> Bool {
    let root = active
    var status = stat()
    guard lstat(path, &status) == 0, status.st_nlink == 1 else { return false }
    if linkat(AT_FDCWD, path, root, name, 0) == 0 { return true }
    guard errno == ENOENT else { return false }
    try createFolders(for: name)
    return linkat(AT_FDCWD, path, root, name, 0) == 0
  }

  func holds(_ bytes: [UInt8], at name: String) throws(TileStorageError) -> Bool {
    try contents(of: name, upTo: bytes.count + 1) == bytes
  }

  /// A missing file is no error.
  package func remove(_ name: String) throws(TileStorageError) {
    if unlinkat(active, name, 0) != 0, errno != ENOENT {
      throw .system(operation: "remove", path: shown(name), code: errno)
    }
  }

  func contents(of name: String, upTo limit: Int) throws(TileStorageError) -> [UInt8] {
    let file = openat(active, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else {
      throw .system(operation: "open", path: shown(name), code: errno)
    }
    defer { close(file) }
    return try FileSystem.read(file, upTo: limit, path: shown(name))
  }

  private func createFolders(for name: String) throws(TileStorageError) {
    var folder = ""
    for component in name.split(separator: "/").dropLast() {
      folder += folder.isEmpty ? String(component) : "/" + component
      if mkdirat(active, folder, 0o777) != 0, errno != EEXIST {
        throw .system(operation: "create", path: shown(folder), code: errno)
      }
    }
  }
}
