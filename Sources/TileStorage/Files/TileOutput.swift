#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
}

/// Whether an output may be written, told before the work begins.
public enum TileOutput {
  /// Checks that an output can be created where it is asked for.
  ///
  /// Folders on the way to it may be missing: the build creates them. Without `overwrite` nothing may
  /// be there. With it, only what this package made is replaced: a
  /// directory whose `layer.json` or `building.json` has a `"tilepyramid"` object, an empty
  /// directory, or an MBTiles file with a metadata row of that name. A symbolic link at the path is
  /// refused either way, so that what is replaced is what was named. The same checks are made again
  /// when the output is published.
  ///
  /// - Throws: ``TileStorageError/outputExists(path:)``, ``TileStorageError/outputIsLink(path:)``,
  ///   ``TileStorageError/notReplaceable(path:found:)``, or
  ///   ``TileStorageError/system(operation:path:code:)`` when a folder on the way to the
  ///   output is not writable, or is none.
  public static func check(
    path: String, kind: TileStoreKind, overwrite: Bool
  ) throws(TileStorageError) {
    let output = OutputPath(path)
    try checkReplaceable(output, kind: kind, overwrite: overwrite)
    _ = try MissingFolders(of: output.folder)
  }

  /// Checks what is at the output path; returns whether something is there to be replaced.
  @discardableResult
  static func checkReplaceable(
    _ output: OutputPath, kind: TileStoreKind, overwrite: Bool
  ) throws(TileStorageError) -> Bool {
    guard !output.name.isEmpty, output.name != ".", output.name != ".." else {
      throw .unsafePath(output.path, reason: "it has no last name")
    }
    let found = try FileSystem.kind(of: output.path, followingLinks: false)
    if found == .link { throw .outputIsLink(path: output.path) }
    if found != nil, !overwrite { throw .outputExists(path: output.path) }
    switch (kind, found) {
    case (_, nil): break
    case (.directory, .directory): try checkOwnership(ofDirectory: output.path)
    case (.mbtiles, .file): try MBTilesReader.checkOwnership(of: output.path)
    case (.directory, _): throw .notReplaceable(path: output.path, found: "not a directory")
    case (.mbtiles, _): throw .notReplaceable(path: output.path, found: "not a file")
    }
    if kind == .mbtiles {
      try checkSidecar(output.layerSidecar, overwrite: overwrite)
      // SQLite would apply a log of an earlier file of this name to the new one and destroy it.
      for ending in ["-journal", "-wal"] {
        let log = output.path + ending
        guard try FileSystem.kind(of: log, followingLinks: false) == nil else {
          throw .notReplaceable(path: log, found: "a log of SQLite from an earlier file")
        }
      }
    }
    return found != nil
  }

  private static func checkOwnership(ofDirectory path: String) throws(TileStorageError) {
    let names = try FileSystem.names(in: path)
    if names.isEmpty { return }
    for name in ["layer.json", "building.json"] where names.contains(name) {
      if try carriesOurMark(path + "/" + name) { return }
    }
    throw .notReplaceable(
      path: path,
      found: names.contains("layer.json")
        ? "a layer.json without a \"tilepyramid\" object" : "a directory without our layer.json")
  }

  private static func checkSidecar(
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

  private static func carriesOurMark(_ path: String) throws(TileStorageError) -> Bool {
    guard try FileSystem.kind(of: path, followingLinks: false) == .file else { return false }
    let bytes = try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
    return LayerDefinitionDocument.carriesMark(bytes)
  }
}
