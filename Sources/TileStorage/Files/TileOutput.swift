/// Whether an output may be written, told before the work begins.
public enum TileOutput {
  /// Checks that an output can be created where it is asked for.
  ///
  /// Folders on the way to it may be missing: the build creates them. Without `overwrite` nothing may
  /// be there. With it, only what this package made is replaced: a
  /// directory whose `layer.json` or `building.json` has a `"tilepyramid"` object, an empty
  /// directory, or a file that holds such an object. Files and folders in a directory
  /// that its documents do not know are someone else's: they are kept, or nothing is replaced. A
  /// symbolic link at the path is
  /// refused either way, so that what is replaced is what was named. The same checks are made again
  /// when the output is published.
  ///
  /// - Parameters:
  ///   - path: The output.
  ///   - kind: What it is to be.
  ///   - overwrite: Whether an output of this package that is there is replaced.
  ///   - keepingOthers: Whether what others put into a directory is carried over into the new one.
  /// - Throws: ``TileStorageError/outputExists(path:)``, ``TileStorageError/outputIsLink(path:)``,
  ///   ``TileStorageError/notReplaceable(path:found:)``,
  ///   ``TileStorageError/holdsOthers(path:first:count:)``, or
  ///   ``TileStorageError/system(operation:path:code:)`` when a folder on the way to the
  ///   output is not writable, or is none, or a folder of the output cannot be listed.
  public static func check(
    path: String, kind: StoreFormat, overwrite: Bool, keepingOthers: Bool = false
  ) throws(TileStorageError) {
    let output = OutputPath(path)
    let found = try checkReplaceable(output, kind: kind, overwrite: overwrite)
    if case .directory(let record) = found {
      let survey = try TreeSurvey(of: OpenFolder(path: output.path), record: record)
      if let first = survey.strangers.first, !keepingOthers {
        throw .holdsOthers(
          path: output.path, first: first.path.text + (first.isFolder ? "/" : ""),
          count: survey.strangers.count)
      }
    }
    _ = try MissingFolders(of: output.folder)
  }

  /// Whether something is at a path that may hold tiles: a file, or a folder that is not empty.
  package static func holdsTiles(_ path: String) throws(TileStorageError) -> Bool {
    switch try FileSystem.kind(of: path, followingLinks: false) {
    case nil: false
    case .directory: try !OpenFolder(path: path).entries().isEmpty
    case .file, .link, .other: true
    }
  }

  /// What is at the path of an output.
  enum Found {
    case nothing
    case emptyDirectory
    /// A directory of this package.
    case directory(TreeRecord)
    /// A store of this package that is one file.
    case file
  }

  /// Checks what is at the output path; returns what is there to be replaced.
  @discardableResult
  static func checkReplaceable(
    _ output: OutputPath, kind: StoreFormat, overwrite: Bool
  ) throws(TileStorageError) -> Found {
    guard !output.name.isEmpty, output.name != ".", output.name != ".." else {
      throw .unsafePath(output.path, reason: "it has no last name")
    }
    let found = try FileSystem.kind(of: output.path, followingLinks: false)
    if found == .link { throw .outputIsLink(path: output.path) }
    if found != nil, !overwrite { throw .outputExists(path: output.path) }
    guard let file = kind.file else {
      switch found {
      case nil: return .nothing
      case .directory: return try examine(directory: output.path)
      default: throw .notReplaceable(path: output.path, found: "not a directory")
      }
    }
    try file.checkSurroundings(output.path)
    switch found {
    case nil: break
    case .file: try file.checkOwnership(output.path)
    default: throw .notReplaceable(path: output.path, found: "not a file")
    }
    try checkSidecar(file.document(beside: output), overwrite: overwrite)
    return found == nil ? .nothing : .file
  }

  private static func examine(directory path: String) throws(TileStorageError) -> Found {
    let folder = try OpenFolder(path: path)
    let names = try folder.entries().map(\.name)
    if names.isEmpty { return .emptyDirectory }
    let record = try TreeRecord(of: folder)
    guard record.isEmpty else { return .directory(record) }
    throw .notReplaceable(
      path: path,
      found: names.contains(FileName("layer.json"))
        ? "a layer.json without a \"tilepyramid\" object" : "a directory without our layer.json")
  }

  static func checkSidecar(
    _ path: String, overwrite: Bool
  ) throws(TileStorageError) {
    switch try FileSystem.kind(of: path, followingLinks: false) {
    case nil: return
    case .link: throw .outputIsLink(path: path)
    case .file where !overwrite: throw .outputExists(path: path)
    case .file:
      guard try carriesOurMark(path) else {
        throw .notReplaceable(path: path, found: "a file without a \"tilepyramid\" object")
      }
    case .directory, .other: throw .notReplaceable(path: path, found: "not a file")
    }
  }

  /// Whether a path is that of a document of this package.
  static func carriesOurMark(_ path: String) throws(TileStorageError) -> Bool {
    guard try FileSystem.kind(of: path, followingLinks: false) == .file else { return false }
    let bytes = try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
    return LayerDefinitionDocument.carriesMark(bytes)
  }
}
