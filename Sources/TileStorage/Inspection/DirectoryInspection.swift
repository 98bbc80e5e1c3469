#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
package import TileModel

/// What a directory of tiles holds, of this package or of another maker.
///
/// With a layer definition the paths of tiles are what it says. Without one they are
/// `{z}/{x}/{y}.EXT` with any of the known extensions.
package struct DirectoryInspection: Sendable {
  /// The path of the directory.
  package let path: String
  /// Files whose paths name an address.
  package private(set) var tiles: [StoredTile] = []
  /// Files whose paths name no address that exists.
  package private(set) var misaddressed = InspectedOddities()
  /// Files that are neither tiles nor known companions of tiles.
  package private(set) var strays = InspectedOddities()
  /// How rows are counted in names.
  package let scheme: TileScheme
  private let template: TileTemplate?

  init(
    path: String, document: LayerDefinitionDocument?, scheme: TileScheme?
  ) throws(TileStorageError) {
    self.path = path
    let root = try FileSystem.names(in: path)
    template = document?.tilePath
    // gdal2tiles writes this file when it counts rows from the south.
    let declared: TileScheme? = root.contains("tilemapresource.xml") ? .tms : nil
    self.scheme = template == nil ? scheme ?? declared ?? .xyz : document?.definition.scheme ?? .xyz
    if let template {
      try TilePathRules.validate(template)
      try walk(PathPattern.components(of: template))
    } else {
      try walkNumbers(root)
    }
  }

  /// The path of a tile relative to the directory.
  package func path(of tile: StoredTile) -> String {
    let coordinate = tile.coordinate
    if let template {
      return template.expanded(
        for: coordinate, scheme: scheme,
        format: tile.locator < 0 ? .png : TileFormat(rawValue: TileFormat.extensions[tile.locator]))
    }
    let row = scheme == .xyz ? coordinate.y : coordinate.tmsRow
    return "\(coordinate.zoom)/\(coordinate.x)/\(row).\(TileFormat.extensions[tile.locator])"
  }

  func makeReader() -> any StoredTileReader { DirectoryFiles(self) }

  private mutating func walk(_ patterns: [PathPattern]) throws(TileStorageError) {
    var pending = [(folder: "", depth: 0, numbers: PathPattern.Numbers())]
    while let (folder, depth, numbers) = pending.popLast() {
      for name in try FileSystem.names(in: path + "/" + folder) {
        let inner = folder.isEmpty ? name : folder + "/" + name
        let isFolder =
          try FileSystem.kind(of: path + "/" + inner, followingLinks: true) == .directory
        let isLast = depth == patterns.count - 1
        guard let matched = patterns[depth].match(name, after: numbers), isFolder != isLast else {
          noteStray(inner, isFolder: isFolder)
          continue
        }
        if !isLast {
          pending.append((inner, depth + 1, matched))
        } else if let tile = matched.tile(in: scheme) {
          tiles.append(StoredTile(tile, locator: matched.ending ?? -1))
        } else {
          misaddressed.note(inner)
        }
      }
    }
  }

  private mutating func walkNumbers(_ root: [String]) throws(TileStorageError) {
    for zoomName in root {
      guard let zoom = Self.number(zoomName), try isFolder(zoomName) else {
        noteStray(zoomName, isFolder: try isFolder(zoomName))
        continue
      }
      for columnName in try FileSystem.names(in: path + "/" + zoomName) {
        let folder = zoomName + "/" + columnName
        guard let column = Self.number(columnName), try isFolder(folder) else {
          noteStray(folder, isFolder: try isFolder(folder))
          continue
        }
        for name in try FileSystem.names(in: path + "/" + folder) {
          noteFile(name, in: folder, zoom: zoom, column: column)
        }
      }
    }
  }

  private mutating func noteFile(_ name: String, in folder: String, zoom: Int, column: Int) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let row = Self.number(String(parts[0])),
      let ending = TileFormat.extensions.firstIndex(of: String(parts[1]))
    else { return noteStray(folder + "/" + name, isFolder: false) }
    let tile =
      scheme == .xyz
      ? TileCoordinate(zoom: zoom, x: column, y: row)
      : TileCoordinate(zoom: zoom, x: column, tmsRow: row)
    if let tile {
      tiles.append(StoredTile(tile, locator: ending))
    } else {
      misaddressed.note(folder + "/" + name)
    }
  }

  private func isFolder(_ name: String) throws(TileStorageError) -> Bool {
    try FileSystem.kind(of: path + "/" + name, followingLinks: true) == .directory
  }

  private mutating func noteStray(_ name: String, isFolder: Bool) {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    // What tile makers and web servers put beside tiles; and the layers of other floors.
    let isKnown =
      !name.contains("/")
      && (last.hasPrefix(".") || isFolder
        || ["json", "xml", "html", "js", "css", "txt", "md", "kml"].contains {
          last.lowercased().hasSuffix("." + $0)
        })
    let isKML = last.lowercased().hasSuffix(".kml") || last.lowercased().hasSuffix(".aux.xml")
    if !isKnown, !isKML { strays.note(name) }
  }

  private static func number(_ text: String) -> Int? {
    guard (1...10).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      text.utf8.count == 1 || text.utf8.first != 0x30
    else { return nil }
    return Int(text)
  }
}

/// Reads the files of a directory.
private final class DirectoryFiles: StoredTileReader {
  private let directory: DirectoryInspection

  init(_ directory: DirectoryInspection) { self.directory = directory }

  func bytes(of tile: StoredTile) throws(TileStorageError) -> [UInt8]? {
    let path = directory.path + "/" + directory.path(of: tile)
    // O_NONBLOCK keeps open() from waiting for a writer when the path is a named pipe.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    defer { close(file) }
    let limit = DirectoryTileReader.maximumTileByteCount
    let bytes = try FileSystem.read(file, upTo: limit + 1, path: path)
    return bytes.count > limit ? nil : bytes
  }
}
