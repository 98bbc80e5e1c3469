package import TileModel

/// What a store holds, found without trusting any of it.
package struct StoreInspection: Sendable {
  /// What only one kind of store has.
  package enum Kind: Sendable {
    case mbtiles(MBTilesInspection)
    case directory(DirectoryInspection)
  }

  /// The path of the store.
  package let path: String
  /// What only its kind of store has.
  package let kind: Kind
  /// The layer definition that belongs to the store.
  package let document: LayerDefinitionDocument?
  /// Where ``document`` was found.
  package let documentPlace: String?
  /// The bytes of ``document``.
  package let documentBytes: [UInt8]
  /// Why a layer definition that is there cannot be used.
  package let documentFault: TileStorageError?

  /// Examines a directory of tiles or an MBTiles file.
  ///
  /// The layer definition of a directory is its `layer.json` or, for the tiles of a floor, that in the
  /// building's folder above.
  ///
  /// - Parameters:
  ///   - path: The store.
  ///   - layerFile: A layer definition that counts instead of the one of the store, wherever it is.
  ///   - scheme: How rows are counted in the names of a directory that has no layer definition.
  ///   - scratch: The folder of the scratch file in which tiles are listed where they are many.
  ///   - isCancelled: Asked often, from any thread; the examination then stops.
  /// - Throws: ``TileStorageError`` when there is no such store at all, or what is there cannot be read
  ///   or listed to its end.
  package init(
    path: String, layerFile: String? = nil, scheme: TileScheme? = nil,
    scratch: String = FileSystem.temporaryFolder, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    let definition = try layerFile.map { (file) throws(TileStorageError) in
      try FoundDefinition(path: file)
    }
    try self.init(
      path: path, definition: definition, scheme: scheme, scratch: scratch,
      isCancelled: isCancelled)
  }

  /// Examines a store of which the layer definition may have been read.
  init(
    path: String, definition given: FoundDefinition?, scheme: TileScheme? = nil,
    scratch: String = FileSystem.temporaryFolder, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    self.path = path
    let found: FoundDefinition?
    switch try FileSystem.kind(of: path, followingLinks: true) {
    case .directory:
      let folder = try StoreFolder(path)
      if let given { found = given } else { found = try FoundDefinition(of: folder) }
      (document, documentFault) = Self.decode(found)
      let tilePath: TileTemplate?
      if let found, let document {
        tilePath = try found.tilePath(of: document, from: folder)
      } else {
        tilePath = nil
      }
      kind = .directory(
        try DirectoryInspection(
          folder, document: document, tilePath: tilePath, scheme: scheme, scratch: scratch,
          isCancelled: isCancelled))
    case .file:
      let head = try FileSystem.read(path, upTo: 16)
      guard head.elementsEqual(SQLiteHeader.magic) else {
        throw .notAStore(path: path, found: describeFile(head))
      }
      let inspection = try MBTilesInspection(
        path: path, scratch: scratch, isCancelled: isCancelled)
      found =
        given
        ?? inspection.metadata.first { $0.name == MBTilesMetadata.layerRow }.map { row in
          FoundDefinition(
            path: "\(path), metadata row tilepyramid", bytes: Array((row.value ?? "").utf8))
        }
      (document, documentFault) = Self.decode(found)
      kind = .mbtiles(inspection)
    case .link, .other: throw .notAStore(path: path, found: "neither a file nor a directory")
    case nil: throw .notAStore(path: path, found: "nothing")
    }
    documentPlace = found?.path
    documentBytes = found?.bytes ?? []
  }

  /// Every tile with an address that exists.
  package var tiles: TileIndex {
    switch kind {
    case .mbtiles(let file): file.tiles
    case .directory(let folder): folder.tiles
    }
  }

  /// Opens the store for one thread.
  package func makeReader() throws(TileStorageError) -> any StoredTileReader {
    switch kind {
    case .mbtiles(let file): try file.makeReader()
    case .directory(let folder): folder.makeReader()
    }
  }

  /// A store that says only what is needed to find tiles.
  package func place(of tile: StoredTile) -> String {
    switch kind {
    case .mbtiles: "tile \(tile.coordinate)"
    case .directory(let folder): folder.path(of: tile)
    }
  }

  private static func decode(
    _ found: FoundDefinition?
  ) -> (LayerDefinitionDocument?, TileStorageError?) {
    do throws(TileStorageError) {
      return (try found?.document(), nil)
    } catch {
      return (nil, error)
    }
  }
}

extension LayerDefinitionDocument {
  /// The names of what a document states twice and not alike: members of TileJSON that differ from
  /// what the `"tilepyramid"` object implies, and the members of that object that differ from how
  /// they would be written.
  package func restatements(notIn bytes: [UInt8]) -> [String] {
    do {
      let stated = try JSONParser.value(of: bytes)
      let implied = try JSONParser.value(of: encoded())
      return Self.differences(stated, implied, prefix: "")
        + Self.differences(
          stated["tilepyramid"] ?? .null, implied["tilepyramid"] ?? .null, prefix: "tilepyramid.")
    } catch {
      return []
    }
  }

  private static func differences(
    _ stated: JSONValue, _ implied: JSONValue, prefix: String
  ) -> [String] {
    guard case .object(let members) = implied else { return [] }
    return members.compactMap { member in
      guard member.name != "tilepyramid", let value = stated[member.name],
        value.canonical != member.value.canonical
      else { return nil }
      return prefix + member.name
    }
  }
}

extension JSONValue {
  /// The value with numbers in one spelling and members in one order.
  fileprivate var canonical: JSONValue {
    switch self {
    case .number(let text): Double(text).map { .number($0.description) } ?? self
    case .array(let items): .array(items.map(\.canonical))
    case .object(let members):
      .object(
        members.map { Member($0.name, $0.value.canonical) }.sorted { $0.name < $1.name })
    case .null, .boolean, .string: self
    }
  }
}
