import Platform

/// Keeps outputs from replacing their inputs.
///
/// Files and folders are compared by device and inode, so that every spelling, symbolic link and hard link
/// counts.
package enum InputProtection {
  package static func check(
    output: String, kind: StoreFormat, inputs: some Sequence<String>
  ) throws(TileStorageError) {
    let location = OutputPath(output)
    var targets = [location.path, location.sibling(suffix: "partial")]
    if let file = kind.file { targets.append(file.document(beside: location)) }
    var replaced: Set<OpenFolder.Identity> = []
    for target in targets {
      if let status = try status(of: target, followingLinks: true) {
        replaced.insert(OpenFolder.Identity(status))
      }
    }
    if replaced.isEmpty { return }
    // Many inputs are in few folders.
    var folders: [String: Bool] = [:]
    for input in inputs {
      for hop in try hops(of: input) {
        let folder = OutputPath(hop).folder
        let isHeld: Bool
        if let known = folders[folder] {
          isHeld = known
        } else {
          isHeld = try lies(inFolder: hop, in: replaced)
          folders[folder] = isHeld
        }
        let isReplaced = try lies(hop, followingLink: false, in: replaced)
        if isHeld || isReplaced { throw .holdsInput(path: location.path, input: input) }
      }
    }
  }

  package static func check(replacing file: String, inputs: [String]) throws(TileStorageError) {
    guard let status = try status(of: file, followingLinks: false) else { return }
    let identity = OpenFolder.Identity(status)
    for input in inputs {
      for part in try [input] + companions(of: input) {
        guard let found = try Self.status(of: part, followingLinks: true) else { continue }
        let isDirectory = FileSystem.kind(found.st_mode) == .directory
        let isPart =
          isDirectory
          ? try lies(file, in: [OpenFolder.Identity(found)])
          : OpenFolder.Identity(found) == identity
        if isPart { throw .holdsInput(path: file, input: input) }
      }
      if try isBesideDocument(file, input) { throw .holdsInput(path: file, input: input) }
    }
  }

  private static func companions(of input: String) throws(TileStorageError) -> [String] {
    if try FileSystem.kind(of: input, followingLinks: true) == .directory {
      return try FoundDefinition(of: StoreFolder(input)).map { [$0.path] } ?? []
    }
    return StoreFormat.files.flatMap { file in
      file.companionEndings.map { input + $0 } + [file.document(beside: OutputPath(input))]
    }
  }

  private static func isBesideDocument(
    _ file: String, _ input: String
  ) throws(TileStorageError) -> Bool {
    let document = OutputPath(input)
    guard document.name.lowercased().hasSuffix(".json"),
      let holder = try status(of: document.folder, followingLinks: true)
    else { return false }
    // The path of the file below the folder of the document.
    var names: [FileName] = []
    for folder in try [file] + folders(above: file) {
      if let status = try status(of: folder, followingLinks: true),
        OpenFolder.Identity(status) == OpenFolder.Identity(holder)
      {
        do throws(TileStorageError) {
          let root = try OpenFolder(path: resolved(document.folder) ?? document.folder)
          return try TreeRecord(of: root, document: document.name).owns(TreePath(names.reversed()))
        } catch {
          // A document that cannot be understood names nothing.
          if case .notReplaceable = error { return false }
          throw error
        }
      }
      names.append(FileName(OutputPath(folder).name))
    }
    return false
  }

  private static func lies(
    _ path: String, in locations: Set<OpenFolder.Identity>
  ) throws(TileStorageError) -> Bool {
    // The path itself may be a link, which is not what it leads to.
    if try lies(path, followingLink: false, in: locations) { return true }
    return try lies(inFolder: path, in: locations)
  }

  private static func lies(
    inFolder path: String, in locations: Set<OpenFolder.Identity>
  ) throws(TileStorageError) -> Bool {
    for folder in try folders(above: path)
    where try lies(folder, followingLink: true, in: locations) { return true }
    return false
  }

  private static func lies(
    _ path: String, followingLink: Bool, in locations: Set<OpenFolder.Identity>
  ) throws(TileStorageError) -> Bool {
    guard let status = try status(of: path, followingLinks: followingLink) else { return false }
    return locations.contains(OpenFolder.Identity(status))
  }

  private static func folders(above path: String) throws(TileStorageError) -> [String] {
    guard var folder = resolved(OutputPath(path).folder) else { return [] }
    var folders = [folder]
    while folder != "/" {
      folder = OutputPath(folder).folder
      folders.append(folder)
    }
    return folders
  }

  private static func hops(of path: String) throws(TileStorageError) -> [String] {
    var hops = [path]
    // The limit of Linux.
    while hops.count <= 40, let last = hops.last,
      try status(of: last, followingLinks: false).map({ FileSystem.kind($0.st_mode) }) == .link
    {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      guard readlink(last, &buffer, Int(PATH_MAX)) >= 0 else {
        throw .system(operation: "read the link", path: last, code: errno)
      }
      let target = FileName(cString: buffer).text
      hops.append(target.hasPrefix("/") ? target : "\(OutputPath(last).folder)/\(target)")
    }
    return hops
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func status(
    of path: String, followingLinks: Bool
  ) throws(TileStorageError) -> stat? {
    var status = stat()
    if (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 { return status }
    if [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EACCES].contains(errno) { return nil }
    throw .system(operation: "examine", path: path, code: errno)
  }
}
