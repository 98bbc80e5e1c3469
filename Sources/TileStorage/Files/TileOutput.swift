import Platform

/// The two kinds of store that can be written.
public enum TileStoreKind: Hashable, Sendable {
  /// A directory of files.
  case directory
  /// An MBTiles file with a layer definition beside it.
  case mbtiles

  /// The kind that the name of an output asks for: `.mbtiles` in any case, else a directory.
  public init(path: String) {
    self = path.lowercased().hasSuffix(".mbtiles") ? .mbtiles : .directory
  }

  /// The kind that the name of a new output asks for.
  ///
  /// - Parameter path: The output; with a slash at its end it is a directory whatever its name.
  /// - Throws: ``TileStorageError/formatNotWritten(path:ending:)`` for a name that ends like a single file
  ///   of another format, such as `.pmtiles` or `.zip`.
  public init(newOutput path: String) throws(TileStorageError) {
    self.init(path: path)
    let name = path.lowercased()
    if let ending = Self.otherEndings.first(where: { name.hasSuffix(".\($0)") }) {
      throw .formatNotWritten(path: path, ending: ".\(ending)")
    }
  }

  /// What the names of files that hold tiles, archives, images and documents end in; none of them can be
  /// written, and a directory of such a name would be taken for one.
  private static let otherEndings = [
    "pmtiles", "mbtile", "gpkg", "tpk", "tpkx", "vtpk", "sqlite", "sqlite3", "sqlitedb", "db",
    "zip",
    "7z", "rar", "tar", "tgz", "gz", "bz2", "xz", "zst", "kmz", "kml", "json", "geojson", "xml",
    "vrt",
    "html", "png", "jpg", "jpeg", "webp", "avif", "gif", "tif", "tiff", "cog", "jp2",
    "pdf", "svg",
  ]
}

/// Whether an output may be written, told before the work begins.
public enum TileOutput {
  /// Checks that an output can be created where it is asked for.
  ///
  /// Folders on the way to it may be missing: the build creates them. Without `overwrite` nothing may
  /// be there. With it, only what this package made is replaced: a
  /// directory whose `layer.json` or `building.json` has a `"tilepyramid"` object, an empty
  /// directory, or an MBTiles file with a metadata row of that name. Files and folders in a directory
  /// that its documents do not know are someone else's: they are kept, or nothing is replaced. A
  /// symbolic link at the path is
  /// refused either way, so that what is replaced is what was named. The same checks are made again
  /// when the output is published.
  ///
  /// - Parameters:
  ///   - path: The output.
  ///   - kind: What it is to be.
  ///   - overwrite: Whether an output of this package that is there is replaced.
  ///   - keepingOthers: Whether what others put into a directory goes over into the new one.
  /// - Throws: ``TileStorageError/outputExists(path:)``, ``TileStorageError/outputIsLink(path:)``,
  ///   ``TileStorageError/notReplaceable(path:found:)``,
  ///   ``TileStorageError/holdsOthers(path:first:count:)``, or
  ///   ``TileStorageError/system(operation:path:code:)`` when a folder on the way to the
  ///   output is not writable, or is none, or a folder of the output cannot be listed.
  public static func check(
    path: String, kind: TileStoreKind, overwrite: Bool, keepingOthers: Bool = false
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
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)``, also for a folder that cannot be
  ///   listed.
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
    /// An MBTiles file of this package.
    case database
  }

  /// Checks what is at the output path; returns what is there to be replaced.
  @discardableResult
  static func checkReplaceable(
    _ output: OutputPath, kind: TileStoreKind, overwrite: Bool
  ) throws(TileStorageError) -> Found {
    guard !output.name.isEmpty, output.name != ".", output.name != ".." else {
      throw .unsafePath(output.path, reason: "it has no last name")
    }
    let found = try FileSystem.kind(of: output.path, followingLinks: false)
    if found == .link { throw .outputIsLink(path: output.path) }
    if found != nil, !overwrite { throw .outputExists(path: output.path) }
    if kind == .mbtiles, let log = try SQLiteLog.path(beside: output.path) {
      // SQLite would apply a log of an earlier file of this name to the new one and destroy it.
      throw .notReplaceable(path: log, found: "a log of SQLite from an earlier file")
    }
    var result = Found.nothing
    switch (kind, found) {
    case (_, nil): break
    case (.directory, .directory): result = try examine(directory: output.path)
    case (.mbtiles, .file):
      try MBTilesReader.checkOwnership(of: output.path)
      result = .database
    case (.directory, _): throw .notReplaceable(path: output.path, found: "not a directory")
    case (.mbtiles, _): throw .notReplaceable(path: output.path, found: "not a file")
    }
    if kind == .mbtiles { try checkSidecar(output.layerSidecar, overwrite: overwrite) }
    return result
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
