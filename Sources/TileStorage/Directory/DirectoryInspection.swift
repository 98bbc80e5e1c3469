import LayerDocuments
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
  private let template: TileTemplate
  private let others: [PathPattern]
  package private(set) var retina: (any InspectedStore)?
  fileprivate let folder: StoreFolder
  private let isCancelled: (@Sendable () -> Bool)?

  init(
    _ folder: StoreFolder, document: LayerDefinitionDocument?, tilePath: TileTemplate?,
    retinaPath: TileTemplate?, _ request: InspectionRequest
  ) throws(TileStorageError) {
    try self.init(folder, document: document, tilePath: tilePath, others: retinaPath, request)
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
    template =
      if let tilePath { tilePath } else {
        try DirectoryTileReader.template(ending: "{ext}", in: folder)
      }
    self.others = others.map { PathPattern.components(of: $0) } ?? []
    let declared = try DirectoryTileReader.declaredScheme(of: folder)
    scheme =
      tilePath == nil ? request.scheme ?? declared ?? .xyz : document?.definition.scheme ?? .xyz
    var builder = TileIndexBuilder(scratch: request.scratch)
    try TilePathRules.validate(template)
    let patterns = PathPattern.components(of: template)
    try walk(patterns[...], in: "", PathPattern.Numbers(), &builder)
    tiles = try builder.finish()
  }

  func path(of tile: StoredTile) -> String {
    template.expanded(
      for: tile.coordinate, scheme: scheme,
      format: tile.locator < 0 ? .png : TileFormat(rawValue: TileFormat.extensions[tile.locator]))
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
    try tiles.checkUnique(path)
  }

  package func makeReader() -> any StoredTileReader { DirectoryFiles(self) }

  /// Lists folders while those above are listed, so that no list is held.
  private mutating func walk(
    _ patterns: ArraySlice<PathPattern>, in outer: String, _ numbers: PathPattern.Numbers,
    _ builder: inout TileIndexBuilder
  ) throws(TileStorageError) {
    guard let pattern = patterns.first else { return }
    let isLast = patterns.count == 1
    try folder.forEachEntry(of: outer) { (entry) throws(TileStorageError) in
      if isCancelled?() ?? false { throw .cancelled(path: path) }
      let inner = outer.isEmpty ? entry.name : outer + "/" + entry.name
      guard let matched = pattern.match(entry.name, after: numbers),
        entry.kind == .link || (entry.kind == .directory) != isLast
      else { return noteStray(inner, isFolder: entry.kind == .directory) }
      if entry.kind == .link {
        links.note(inner)
      } else if !isLast {
        try walk(patterns.dropFirst(), in: inner, matched, &builder)
      } else if let tile = matched.tile(in: scheme) {
        try builder.append(StoredTile(tile, locator: matched.ending ?? -1))
      } else {
        misaddressed.note(inner)
      }
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
