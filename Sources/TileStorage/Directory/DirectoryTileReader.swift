import LayerDocuments
package import TileModel

/// Reader of a directory of tiles.
///
/// A `layer.json` of this package states the paths of tiles. Otherwise they are `{z}/{x}/{y}.EXT` with the
/// extensions found, and rows from the north unless gdal2tiles' file says otherwise. Links below the directory
/// are never followed. A link in place of a tile, a folder of tiles or the layer definition is an error.
package final class DirectoryTileReader: MixedTileReader {
  package static let maximumTileByteCount = 64 << 20

  /// The format of the tiles.
  ///
  /// `nil` for a directory without tiles, and for one with tiles of several formats.
  package let format: TileFormat?
  package let definition: LayerDefinition?
  package let definitionFault: TileStorageError?
  package var metadata: [MetadataEntry] { [] }
  private let folder: StoreFolder
  /// Path of a tile below the directory, by its layer definition or by its file names.
  ///
  /// `nil` for a directory without tiles.
  package var tilePath: TileTemplate? { template }
  private let template: TileTemplate?
  /// Without a definition, a path for each extension.
  private let templates: [TileTemplate]
  /// The tiles of each extension of a directory without a definition, as listed when it was opened.
  private let listed: [Int: TileCoverage]?
  let scheme: LayerDefinition.Scheme
  private let isCancelled: (@Sendable () -> Bool)?
  package let retina: (any TileReader)?

  package convenience init(
    path: String, layerFile: String = "layer.json", isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    try self.init(StoreFolder(path), layerFile: layerFile, isCancelled: isCancelled)
  }

  package convenience init(
    _ folder: StoreFolder, layerFile: String = "layer.json",
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    try TilePathRules.validate(path: layerFile)
    try self.init(
      folder, describedBy: FoundDefinition(named: layerFile, in: folder), isCancelled: isCancelled)
  }

  convenience init(
    _ folder: StoreFolder, describedBy found: FoundDefinition?, scheme: TileScheme? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    let reading = DefinitionReading(found?.isOwn ?? false ? found : nil)
    guard let found, let document = reading.document else {
      try self.init(
        undescribed: folder, scheme: scheme, fault: reading.fault, isCancelled: isCancelled)
      return
    }
    try self.init(folder, document, of: found, isCancelled: isCancelled)
  }

  private init(
    _ folder: StoreFolder, _ document: LayerDefinitionDocument, of found: FoundDefinition,
    isCancelled: (@Sendable () -> Bool)?
  ) throws(TileStorageError) {
    guard let tilePath = try found.tilePath(of: document, from: folder) else {
      throw .layerDocument(
        .missing(key: "tilepyramid.path", expected: "the path of a tile, as in a directory"),
        path: found.path)
    }
    try TilePathRules.validate(tilePath)
    self.folder = folder
    self.isCancelled = isCancelled
    (definition, definitionFault) = (document.definition, nil)
    (template, templates, listed) = (tilePath, [], nil)
    scheme = document.definition.scheme
    format = document.definition.isHybrid ? nil : document.definition.format
    retina = try document.retinaDocument.map { (document) throws(TileStorageError) in
      try DirectoryTileReader(folder, document, of: found, isCancelled: isCancelled)
    }
  }

  private init(
    undescribed folder: StoreFolder, scheme given: TileScheme?, fault: TileStorageError?,
    isCancelled: (@Sendable () -> Bool)?
  ) throws(TileStorageError) {
    self.folder = folder
    self.isCancelled = isCancelled
    retina = nil
    (definition, definitionFault) = (nil, fault)
    let paths = try Self.template(ending: "{ext}", in: folder)
    let declared = try Self.declaredScheme(of: folder)
    let scheme = given ?? declared ?? .xyz
    var found: [Int: TileCoverage.Builder] = [:]
    try Self.forEachTile(in: folder, paths, isCancelled: isCancelled) {
      (name, entry, numbers) throws(TileStorageError) in
      if entry.kind == .link { throw .linkInStore(path: folder.path(of: name)) }
      if entry.kind == .file, let ending = numbers.ending, let tile = numbers.tile(in: scheme) {
        found[ending, default: TileCoverage.Builder()].insert(tile)
      }
    }
    let endings = found.keys.sorted().map { TileFormat.extensions[$0] }
    templates = try endings.map { (ending) throws(TileStorageError) in
      try Self.template(ending: ending, in: folder)
    }
    template = templates.count > 1 ? paths : templates.first
    listed = found.mapValues(\.coverage)
    self.scheme = scheme
    let formats = Set(endings.map { TileFormat(extension: $0) })
    format = formats.count == 1 ? formats.first : nil
  }

  /// gdal2tiles writes a file of this name where it counts rows from the south, with the profile of its grid.
  static func declaredScheme(of folder: StoreFolder) throws(TileStorageError) -> TileScheme? {
    let name = "tilemapresource.xml"
    guard let bytes = try folder.contents(of: name, upTo: 1 << 20) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    // TileCache calls the first one global-geodetic.
    for profile in ["geodetic", "raster"]
    where ["", "global-"].contains(where: { text.contains("profile=\"\($0)\(profile)\"") }) {
      throw .notAStore(
        path: folder.path(of: name),
        found: "tiles of the profile \(profile), not mercator: those of another grid than web maps'"
      )
    }
    return .tms
  }

  package func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    try named(coordinate)?.bytes
  }

  package func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    try named(coordinate).map { TileFile($0.bytes, origin: .file(path: folder.path(of: $0.name))) }
  }

  private func named(
    _ coordinate: TileCoordinate
  ) throws(TileStorageError) -> (name: String, bytes: [UInt8])? {
    guard let template else { return nil }
    for template in templates.isEmpty ? [template] : templates {
      let name = template.expanded(
        for: coordinate, scheme: scheme, format: definition?.format(of: coordinate) ?? .png)
      guard let bytes = try folder.contents(of: name, upTo: Self.maximumTileByteCount + 1) else {
        continue
      }
      guard bytes.count <= Self.maximumTileByteCount else {
        throw .corrupt(
          path: folder.path(of: name), location: "tile \(coordinate)",
          found: "more than \(Self.maximumTileByteCount) bytes", expected: "a tile")
      }
      return (name, bytes)
    }
    return nil
  }

  /// The sorted addresses of all tile files.
  ///
  /// Files with other names are not tiles and are skipped.
  package func coordinates() throws(TileStorageError) -> [TileCoordinate] {
    var found: [TileCoordinate] = []
    if let listed {
      found = listed.values.flatMap(\.tiles)
    } else if let template {
      try Self.forEachTile(in: folder, template, isCancelled: isCancelled) {
        (name, entry, numbers) throws(TileStorageError) in
        if entry.kind == .link { throw .linkInStore(path: folder.path(of: name)) }
        if entry.kind == .file, let tile = numbers.tile(in: scheme),
          // A file of another format than the layer's is none of its tiles.
          definition.flatMap({ own in numbers.format.map { $0 == own.format(of: tile) } }) ?? true
        {
          found.append(tile)
        }
      }
    }
    found.sort()
    if let repeated = zip(found, found.dropFirst()).first(where: { $0 == $1 })?.0 {
      throw .repeated(repeated, found: "files of several extensions", path: folder.path)
    }
    return found
  }

  package func formatCoverage() throws(TileStorageError) -> [TileFormat: TileCoverage] {
    guard let listed, format == nil else { return [:] }
    let formats = Dictionary(grouping: listed) {
      TileFormat(extension: TileFormat.extensions[$0.key])
    }
    return formats.mapValues { TileCoverage($0.flatMap(\.value.tiles)) }
  }

  static func template(
    ending: String, in folder: StoreFolder
  ) throws(TileStorageError) -> TileTemplate {
    return try rethrowing(try TileTemplate("{z}/{x}/{y}.\(ending)")) { (_: TileTemplateError) in
      TileStorageError.notAStore(path: folder.path, found: "tiles named *.\(ending)")
    }
  }

  /// Visits entries with the name of a tile, folder by folder.
  private static func forEachTile(
    in folder: StoreFolder, _ template: TileTemplate, isCancelled: (@Sendable () -> Bool)?,
    _ body: (_ name: String, StoreFolder.Entry, PathPattern.Numbers) throws(TileStorageError) ->
      Void
  ) throws(TileStorageError) {
    let patterns = PathPattern.components(of: template)
    var pending: [(name: String, depth: Int, numbers: PathPattern.Numbers)] = [
      ("", 0, PathPattern.Numbers())
    ]
    while let outer = pending.popLast() {
      if isCancelled?() ?? false { throw .cancelled(path: folder.path) }
      let isLast = outer.depth == patterns.count - 1
      var inner: [(name: String, depth: Int, numbers: PathPattern.Numbers)] = []
      for entry in try folder.entries(of: outer.name) {
        guard let numbers = patterns[outer.depth].match(entry.name, after: outer.numbers) else {
          continue
        }
        let name = outer.name.isEmpty ? entry.name : outer.name + "/" + entry.name
        if isLast {
          try body(name, entry, numbers)
        } else if entry.kind == .link {
          throw .linkInStore(path: folder.path(of: name))
        } else if entry.kind == .directory {
          inner.append((name, outer.depth + 1, numbers))
        }
      }
      pending += inner.reversed()
    }
  }
}
