import Platform
import TileModel

/// Contents of a directory of tiles, of this package or of another program.
///
/// A layer definition states the paths of tiles. Otherwise they are `{z}/{x}/{y}.EXT` with any known
/// extension.
struct DirectoryInspection: InspectedStore {
  let path: String
  package private(set) var tiles = TileIndex.empty
  private(set) var misaddressed = InspectedOddities()
  private(set) var strays = InspectedOddities()
  /// Links in place of tiles or of folders of tiles, which are not followed.
  private(set) var links = InspectedOddities()
  let scheme: TileScheme
  private let template: TileTemplate?
  private let others: [PathPattern]
  package private(set) var retina: (any InspectedStore)?
  fileprivate let folder: StoreFolder
  private let isCancelled: (@Sendable () -> Bool)?

  init(
    _ folder: StoreFolder, document: LayerDefinitionDocument?, tilePath: TileTemplate?,
    retinaPath: TileTemplate?, _ request: InspectionRequest
  ) throws(TileStorageError) {
    try self.init(
      folder, document: document, tilePath: tilePath, others: retinaPath, request)
    guard let retinaPath, let document = document?.retinaDocument else { return }
    // Any other entry is a stray of the directory, and is noted once.
    var retina = try DirectoryInspection(
      folder, document: document, tilePath: retinaPath, others: tilePath, request)
    retina.strays = InspectedOddities()
    self.retina = retina
  }

  private init(
    _ folder: StoreFolder, document: LayerDefinitionDocument?, tilePath: TileTemplate?,
    others: TileTemplate?, _ request: InspectionRequest
  ) throws(TileStorageError) {
    path = folder.path
    self.folder = folder
    isCancelled = request.isCancelled
    template = tilePath
    self.others = others.map { PathPattern.components(of: $0) } ?? []
    // gdal2tiles writes this file when it counts rows from the south.
    let declared: TileScheme? =
      try folder.kind(of: "tilemapresource.xml") == nil ? nil : .tms
    self.scheme =
      template == nil ? request.scheme ?? declared ?? .xyz : document?.definition.scheme ?? .xyz
    var builder = TileIndexBuilder(scratch: request.scratch)
    if let template {
      try TilePathRules.validate(template)
      let patterns = PathPattern.components(of: template)
      try walk(patterns[...], in: "", PathPattern.Numbers(), &builder)
    } else {
      try walkNumbers(&builder)
    }
    tiles = try builder.finish()
  }

  func path(of tile: StoredTile) -> String {
    let coordinate = tile.coordinate
    if let template {
      return template.expanded(
        for: coordinate, scheme: scheme,
        format: tile.locator < 0 ? .png : TileFormat(rawValue: TileFormat.extensions[tile.locator]))
    }
    let row = scheme == .xyz ? coordinate.y : coordinate.tmsRow
    return "\(coordinate.zoom)/\(coordinate.x)/\(row).\(TileFormat.extensions[tile.locator])"
  }

  package var faults: [StoreFault] {
    [
      StoreFault(
        "address.range", count: misaddressed.count, examples: misaddressed.examples,
        at: "the directory", expected: "zoom 0 to 30, column and row below 2^zoom"),
      StoreFault(
        "directory.link", count: links.count, examples: links.examples,
        at: "the directory", expected: "a file or a folder, since links are not followed"),
      StoreFault(
        "directory.stray", count: strays.count, examples: strays.examples,
        at: "the directory", expected: "tiles, and files beside them at the root"),
    ]
  }

  package var expectedRowOrder: String {
    scheme == .xyz
      ? "rows counted from the north (or `scheme` tms, if this is a TMS directory)"
      : "rows counted from the south (or `scheme` xyz, if this is an XYZ directory)"
  }

  package var namesTileFormats: Bool { true }

  package func location(of tile: StoredTile) -> String { path(of: tile) }

  package func checkReadable() throws(TileStorageError) {
    if let link = links.examples.first { throw .linkInStore(path: "\(path)/\(link)") }
  }

  package func makeReader() -> any StoredTileReader { DirectoryFiles(self) }

  /// Lists folders while those above are listed, so that no list is held.
  private mutating func walk(
    _ patterns: ArraySlice<PathPattern>, in outer: String, _ numbers: PathPattern.Numbers,
    _ builder: inout TileIndexBuilder
  ) throws(TileStorageError) {
    guard let pattern = patterns.first else { return }
    let isLast = patterns.count == 1
    try forEachEntry(of: outer) { (inspection, entry) throws(TileStorageError) in
      let inner = outer.isEmpty ? entry.name : outer + "/" + entry.name
      guard let matched = pattern.match(entry.name, after: numbers),
        entry.kind == .link || (entry.kind == .directory) != isLast
      else { return inspection.noteStray(inner, isFolder: entry.kind == .directory) }
      if entry.kind == .link {
        inspection.links.note(inner)
      } else if !isLast {
        try inspection.walk(patterns.dropFirst(), in: inner, matched, &builder)
      } else if let tile = matched.tile(in: inspection.scheme) {
        try builder.append(StoredTile(tile, locator: matched.ending ?? -1))
      } else {
        inspection.misaddressed.note(inner)
      }
    }
  }

  private mutating func forEachEntry(
    of name: String,
    _ body: (inout DirectoryInspection, StoreFolder.Entry) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    try folder.forEachEntry(of: name) { (entry) throws(TileStorageError) in
      if isCancelled?() ?? false { throw .cancelled(path: path) }
      try body(&self, entry)
    }
  }

  private mutating func walkNumbers(
    _ builder: inout TileIndexBuilder
  ) throws(TileStorageError) {
    try forEachNumberedFolder(in: "") { (inspection, zoom, outer) throws(TileStorageError) in
      try inspection.forEachNumberedFolder(in: outer) {
        (inspection, column, inner) throws(TileStorageError) in
        try inspection.forEachEntry(of: inner) { (inspection, entry) throws(TileStorageError) in
          try inspection.noteFile(entry, in: inner, zoom: zoom, column: column, &builder)
        }
      }
    }
  }

  private mutating func forEachNumberedFolder(
    in outer: String,
    _ body: (inout DirectoryInspection, Int, String) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    try forEachEntry(of: outer) { (inspection, entry) throws(TileStorageError) in
      let inner = outer.isEmpty ? entry.name : outer + "/" + entry.name
      switch (Self.number(entry.name), entry.kind) {
      case (let number?, .directory): try body(&inspection, number, inner)
      case (.some, .link): inspection.links.note(inner)
      default: inspection.noteStray(inner, isFolder: entry.kind == .directory)
      }
    }
  }

  private mutating func noteFile(
    _ entry: StoreFolder.Entry, in folder: String, zoom: Int, column: Int,
    _ builder: inout TileIndexBuilder
  ) throws(TileStorageError) {
    let name = entry.name
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let row = Self.number(String(parts[0])),
      let ending = TileFormat.extensions.firstIndex(of: String(parts[1]))
    else { return noteStray(folder + "/" + name, isFolder: entry.kind == .directory) }
    if entry.kind == .link { return links.note(folder + "/" + name) }
    let tile =
      scheme == .xyz
      ? TileCoordinate(zoom: zoom, x: column, y: row)
      : TileCoordinate(zoom: zoom, x: column, tmsRow: row)
    if let tile {
      try builder.append(StoredTile(tile, locator: ending))
    } else {
      misaddressed.note(folder + "/" + name)
    }
  }

  private mutating func noteStray(_ name: String, isFolder: Bool) {
    if isOther(name, isFolder: isFolder) { return }
    let last = name.split(separator: "/").last.map(String.init) ?? name
    // Files of tile makers and web servers beside tiles, and the layers of other floors.
    let isKnown =
      !name.contains("/")
      && (last.hasPrefix(".") || isFolder
        || ["json", "xml", "html", "js", "css", "txt", "md", "kml"].contains {
          last.lowercased().hasSuffix("." + $0)
        })
    let isKML = last.lowercased().hasSuffix(".kml") || last.lowercased().hasSuffix(".aux.xml")
    if !isKnown, !isKML { strays.note(name) }
  }

  private func isOther(_ name: String, isFolder: Bool) -> Bool {
    let names = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard isFolder ? names.count < others.count : names.count == others.count else { return false }
    var numbers = PathPattern.Numbers()
    for (pattern, name) in zip(others, names) {
      guard let matched = pattern.match(name, after: numbers) else { return false }
      numbers = matched
    }
    return true
  }

  private static func number(_ text: String) -> Int? {
    guard (1...10).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      text.utf8.count == 1 || text.utf8.first != 0x30
    else { return nil }
    return Int(text)
  }
}

private final class DirectoryFiles: StoredTileReader {
  private let directory: DirectoryInspection

  init(_ directory: DirectoryInspection) { self.directory = directory }

  func bytes(of tile: StoredTile) throws(TileStorageError) -> [UInt8]? {
    let limit = DirectoryTileReader.maximumTileByteCount
    let name = directory.path(of: tile)
    guard let bytes = try directory.folder.contents(of: name, upTo: limit + 1) else {
      throw .system(operation: "open", path: directory.folder.path(of: name), code: ENOENT)
    }
    return bytes.count > limit ? nil : bytes
  }
}
