#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
public import TileModel

/// Reads a directory of tiles.
///
/// With a `layer.json` of this package the paths of tiles are what it says. Without one they are
/// taken to be `{z}/{x}/{y}.EXT` with rows from the north, and the extension is the one found.
public final class DirectoryTileReader: TileReader {
  /// The largest tile that is read, in bytes.
  public static let maximumTileByteCount = 64 << 20

  /// The format of the tiles; `nil` for a directory without a tile, and for a hybrid layer, of which
  /// the definition knows the format of each.
  public let format: TileFormat?
  /// The layer definition, when there is one of this package.
  public let definition: LayerDefinition?
  /// Always empty.
  public var metadata: [MetadataEntry] { [] }
  private let root: String
  /// The path of a tile below the directory, as its layer definition says or as its files are named;
  /// `nil` for a directory without a tile.
  public var tilePath: TileTemplate? { template }
  private let template: TileTemplate?
  private let scheme: LayerDefinition.Scheme

  /// Opens a directory.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - layerFile: The name of the layer definition in it.
  /// - Throws: ``TileStorageError``, also when the layer definition is damaged.
  public init(path: String, layerFile: String = "layer.json") throws(TileStorageError) {
    try TilePathRules.validate(path: layerFile)
    root = path
    let file = path + "/" + layerFile
    var document: LayerDefinitionDocument?
    if try FileSystem.kind(of: file, followingLinks: true) == .file {
      let bytes = try FileSystem.read(file, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      if LayerDefinitionDocument.carriesMark(bytes) {
        document = try LayerDefinitionDocument(decoding: bytes, from: file)
      }
    }
    definition = document?.definition
    if let document {
      guard let tilePath = document.tilePath else {
        throw .layerDocument(
          .missing(key: "tilepyramid.path", expected: "the path of a tile, as in a directory"),
          path: file)
      }
      try TilePathRules.validate(tilePath)
      template = tilePath
      scheme = document.definition.scheme
      format = document.definition.isHybrid ? nil : document.definition.format
    } else {
      let ending = try Self.extensionFound(in: path)
      template = try ending.map { (ending) throws(TileStorageError) in
        do throws(TileTemplateError) {
          return try TileTemplate("{z}/{x}/{y}.\(ending)")
        } catch {
          throw .notAStore(path: path, found: "tiles named *.\(ending)")
        }
      }
      scheme = .xyz
      format = ending.map { TileFormat(extension: $0) }
    }
  }

  /// The encoded tile at an address, or `nil` when there is no file for it.
  ///
  /// Links below the directory are not followed out of it by name, but a linked file is read.
  public func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    guard let template else { return nil }
    let path =
      root + "/"
      + template.expanded(
        for: coordinate, scheme: scheme, format: definition?.format(of: coordinate) ?? .png)
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system(operation: "open", path: path, code: errno)
    }
    defer { close(file) }
    let bytes = try FileSystem.read(file, upTo: Self.maximumTileByteCount + 1, path: path)
    guard bytes.count <= Self.maximumTileByteCount else {
      throw .corrupt(
        path: path, place: "tile \(coordinate)", found: "more than \(bytes.count - 1) bytes",
        expected: "a tile")
    }
    return bytes
  }

  /// The address of every file whose path is one of a tile, sorted.
  ///
  /// Files with other names are not tiles and are passed over.
  public func coordinates() throws(TileStorageError) -> [TileCoordinate] {
    guard let template else { return [] }
    let patterns = PathPattern.components(of: template)
    var found: [TileCoordinate] = []
    var pending: [(path: String, depth: Int, numbers: PathPattern.Numbers)] = [
      (root, 0, PathPattern.Numbers())
    ]
    while let folder = pending.popLast() {
      let isLast = folder.depth == patterns.count - 1
      for name in try FileSystem.names(in: folder.path) {
        guard let numbers = patterns[folder.depth].match(name, after: folder.numbers) else {
          continue
        }
        let path = folder.path + "/" + name
        let kind = try FileSystem.kind(of: path, followingLinks: true)
        if isLast, kind == .file, let tile = numbers.tile(in: scheme) {
          // A file of another format than the layer's is none of its tiles.
          let format = numbers.ending.map { TileFormat(rawValue: TileFormat.extensions[$0]) }
          if let format, format != definition?.format(of: tile) { continue }
          found.append(tile)
        } else if !isLast, kind == .directory {
          pending.append((path, folder.depth + 1, numbers))
        }
      }
    }
    return found.sorted()
  }

  /// The extension of the first `z/x/y.EXT` file; `nil` when there is none.
  private static func extensionFound(in root: String) throws(TileStorageError) -> String? {
    for zoom in try FileSystem.names(in: root) where isNumber(zoom) {
      let level = root + "/" + zoom
      guard try FileSystem.kind(of: level, followingLinks: true) == .directory else { continue }
      for column in try FileSystem.names(in: level) where isNumber(column) {
        let folder = level + "/" + column
        guard try FileSystem.kind(of: folder, followingLinks: true) == .directory else { continue }
        for file in try FileSystem.names(in: folder) {
          let parts = file.split(separator: ".", omittingEmptySubsequences: false)
          if parts.count == 2, isNumber(parts[0]),
            TileFormat.extensions.contains(String(parts[1]))
          {
            return String(parts[1])
          }
        }
      }
    }
    return nil
  }

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
