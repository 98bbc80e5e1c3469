public import TileModel

extension StoreFormat: RawRepresentable, Hashable {
  /// Every known format.
  ///
  /// The first signature that fits recognises a single-file store, so that a GeoPackage precedes other
  /// databases.
  public static let all: [StoreFormat] = [.directory, .pmtiles, .geopackage, .osmand, .mbtiles]

  /// The formats in which stores are written.
  ///
  /// Others are only read.
  public static let written = all.filter { $0.file.map { $0.publisher != nil } ?? true }

  /// The format of a name in manifests and reports, `nil` for an unknown one.
  public init?(rawValue: String) {
    guard let known = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// The format of an output by its extension in any case, or else a directory.
  public init(path: String) {
    let name = path.lowercased()
    self =
      Self.written.first { $0.file.map { name.hasSuffix("." + $0.fileExtension) } ?? false }
      ?? .directory
  }

  /// The format of a new output by its name.
  ///
  /// - Parameter path: The output; a trailing slash makes it a directory.
  /// - Throws: ``TileStorageError/formatNotWritten(path:ending:)`` for a name that ends like a single file
  ///   of another format, such as `.zip`.
  public init(newOutput path: String) throws(TileStorageError) {
    self.init(path: path)
    if isFile { return }
    let name = path.lowercased()
    if let ending = Self.otherEndings.first(where: { name.hasSuffix(".\($0)") }) {
      throw .formatNotWritten(path: path, ending: ".\(ending)")
    }
  }

  private static let otherEndings = [
    "mbtile", "versatiles", "tpk", "tpkx", "vtpk", "sqlite", "sqlite3", "sqlitedb", "db",
    "zip", "7z", "rar", "tar", "tgz", "gz", "bz2", "xz", "zst", "kmz", "kml", "json", "geojson",
    "xml", "vrt", "html", "png", "jpg", "jpeg", "webp", "avif", "gif", "tif", "tiff", "cog", "jp2",
    "pdf", "svg",
  ]

  package init(detectedAt path: String) throws(TileStorageError) {
    switch try FileSystem.kind(of: path, followingLinks: true) {
    case .directory: self = .directory
    case .file:
      let head = try FileSystem.read(path, upTo: Self.signatureLength)
      for known in Self.all {
        guard let file = known.file, file.signature.begins(head) else { continue }
        do throws(TileStorageError) {
          guard try file.holdsTables?(path) ?? true else { continue }
          self = known
          return
        } catch {
          // Whoever reads it as the next format meets the same fault.
          if !error.isFinding { throw error }
        }
      }
      throw .notAStore(path: path, found: describeFile(head))
    case .link, .other: throw .notAStore(path: path, found: "neither a file nor a directory")
    case nil: throw .notAStore(path: path, found: "nothing")
    }
  }

  /// Whether a path is a folder, or a file that begins like a store.
  package static func isStore(_ path: String) throws(TileStorageError) -> Bool {
    switch try FileSystem.kind(of: path, followingLinks: true) {
    case .directory: return true
    case .file:
      let head = try FileSystem.read(path, upTo: signatureLength)
      return files.contains { $0.signature.begins(head) }
    case .link, .other: throw .notAFile(path: path, found: FileSystem.Kind.other.words)
    case nil: return false
    }
  }

  static let signatureLength = max(16, files.map(\.signature.length).max() ?? 0)

  package static let fileExtensions = files.map(\.fileExtension)

  static var files: [StoreFileRules] { all.compactMap(\.file) }
}

/// Opens a store of any known format, recognised by its contents and not by its name.
///
/// The layer definition of a directory is its `layer.json` or, for the tiles of a floor, that in the
/// building's folder above.
///
/// - Parameters:
///   - path: The store.
///   - scheme: The direction in which names of a directory without a layer definition count rows; `nil` for
///     what its files say, else from the north.
///   - isCancelled: A cancellation check, called often from any thread. Reading then ends with
///     ``TileStorageError/cancelled(path:)``.
/// - Returns: A reader of its format.
/// - Throws: ``TileStorageError`` when there is no such store or it is damaged.
public func openTileStore(
  _ path: String, scheme: TileScheme? = nil, isCancelled: (@Sendable () -> Bool)? = nil
) throws(TileStorageError) -> any TileReader {
  let format = try StoreFormat(detectedAt: path)
  guard let scheme, !format.isFile else { return try format.open(path, isCancelled) }
  let folder = try StoreFolder(path)
  return try DirectoryTileReader(
    folder, describedBy: try FoundDefinition(of: folder), scheme: scheme, isCancelled: isCancelled)
}
