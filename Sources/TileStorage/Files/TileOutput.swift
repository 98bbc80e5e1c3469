import LayerDocuments

package enum TileOutput {
  /// Checks that an output can be created at its path.
  ///
  /// Missing folders on the way are created by the build. Without `overwrite` the path must be free. With
  /// it, only outputs of this package are replaced: an empty directory, or one whose `layer.json` or
  /// `building.json` has a `"tilepyramid"` object, or a file with such an object. Foreign files in a
  /// directory are kept, or prevent the replacement. A symbolic link at the path is always refused. The
  /// same checks run again at publication.
  package static func check(
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

  package static func holdsTiles(_ path: String) throws(TileStorageError) -> Bool {
    switch try FileSystem.kind(of: path, followingLinks: false) {
    case nil: false
    case .directory: try !OpenFolder(path: path).entries().isEmpty
    case .file, .link, .other: true
    }
  }

  /// Existing entry at the path of an output.
  enum Found {
    case nothing
    case emptyDirectory
    case directory(TreeRecord)
    case file
  }

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

  static func checkSidecar(_ path: String, overwrite: Bool) throws(TileStorageError) {
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

  static func carriesOurMark(_ path: String) throws(TileStorageError) -> Bool {
    guard try FileSystem.kind(of: path, followingLinks: false) == .file else { return false }
    let bytes = try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
    return LayerDefinitionDocument.carriesMark(bytes)
  }
}
