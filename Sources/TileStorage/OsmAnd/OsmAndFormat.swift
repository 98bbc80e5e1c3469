import TileModel

extension StoreFormat {
  /// A SQLite file of OsmAnd, which RMaps, Locus and MOBAC write too.
  ///
  /// It is only read.
  public static let osmand = StoreFormat(
    rawValue: "osmand", title: "OsmAnd", noun: "an OsmAnd file", holdsMixedFormats: true,
    maximumZoom: TileCoordinate.maximumZoom,
    file: StoreFileRules(
      fileExtension: "sqlitedb", documentKeepsExtension: true,
      signature: ByteSignature(SQLiteHeader.magic), holdsTables: OsmAndTable.isThere(in:),
      companionEndings: SQLiteLog.endings,
      checkOwnership: { path throws(TileStorageError) in
        throw .notReplaceable(path: path, found: "an OsmAnd file")
      },
      checkSurroundings: SQLiteLog.checkSurroundings(of:)),
    open: { path, isCancelled throws(TileStorageError) in
      let bounds = try DatabaseBounds(path: path)
      let connection = try SQLiteConnection.store(
        at: path, bounds: bounds, isCancelled: isCancelled)
      let table = try OsmAndTable(in: connection)
      return try DatabaseReader(
        connection, table.layout, bounds: bounds, format: nil, definition: nil,
        metadata: table.metadata)
    },
    inspect: { request throws(TileStorageError) in
      (try OsmAndInspection(request), DefinitionReading(request.definition))
    })
}

/// The tables `tiles` and `info` of an OsmAnd file (OsmAnd, "SQLite database").
struct OsmAndTable: Sendable {
  /// True where `z` is 17 minus the zoom, as in BigPlanet.
  private let countsFromDeepest: Bool
  /// True where `y` counts from the south.
  private let countsFromSouth: Bool
  let metadata: [MetadataEntry]

  /// Zoom of `z` 0 in the numbering of BigPlanet.
  private static let deepestZoom = 17
  static let columns = (zoom: "z", column: "x", row: "y", data: "image")

  static func isThere(in path: String) throws(TileStorageError) -> Bool {
    let connection = try SQLiteConnection.store(at: path, bounds: try DatabaseBounds(path: path))
    return try DatabaseInspection.columns(of: "tiles", in: connection)
      .isSuperset(of: ["x", "y", "z", "image"])
  }

  init(in connection: SQLiteConnection) throws(TileStorageError) {
    var stated: [String: String] = [:]
    let known = try DatabaseInspection.columns(of: "info", in: connection)
      .intersection(["minzoom", "maxzoom", "tilenumbering", "inverted_y", "ellipsoid", "title"])
      .sorted()
    if !known.isEmpty {
      let row = try connection.prepare("SELECT \(known.joined(separator: ", ")) FROM info LIMIT 1")
      if try row.step() {
        for (index, name) in known.enumerated() { stated[name] = try row.text(Int32(index)) }
      }
    }
    func isSet(_ name: String) -> Bool {
      ["1", "true", "yes"].contains(stated[name]?.lowercased() ?? "")
    }
    guard !isSet("ellipsoid") else {
      throw .notAStore(
        path: connection.path,
        found: "an OsmAnd file with tiles in the Mercator of an ellipsoid, not EPSG:3857")
    }
    let countsFromDeepest =
      !known.contains("tilenumbering") || stated["tilenumbering"]?.lowercased() == "bigplanet"
    countsFromSouth = isSet("inverted_y")
    var metadata = stated["title"].map { [MetadataEntry(name: "name", value: $0)] } ?? []
    let zooms = ["minzoom", "maxzoom"].compactMap { stated[$0].flatMap { Int($0) } }
      .filter { abs($0) <= TileCoordinate.maximumZoom }
      .map { countsFromDeepest ? Self.deepestZoom - $0 : $0 }
    if let least = zooms.min(), let greatest = zooms.max(), zooms.count == 2 {
      metadata += [
        MetadataEntry(name: "minzoom", value: String(least)),
        MetadataEntry(name: "maxzoom", value: String(greatest)),
      ]
    }
    (self.countsFromDeepest, self.metadata) = (countsFromDeepest, metadata)
  }

  var layout: DatabaseLayout {
    let (countsFromDeepest, countsFromSouth) = (countsFromDeepest, countsFromSouth)
    // Its own inverse.
    let counted = { @Sendable (zoom: Int) in countsFromDeepest ? Self.deepestZoom - zoom : zoom }
    return DatabaseLayout(
      table: "tiles", format: StoreFormat.osmand.rawValue, columns: Self.columns,
      // The key has a fourth column.
      repeatsAddresses: true,
      tile: { stored, column, row in
        guard (-TileCoordinate.maximumZoom...TileCoordinate.maximumZoom).contains(stored),
          (0..<(1 << TileCoordinate.maximumZoom)).contains(row)
        else { return nil }
        return countsFromSouth
          ? TileCoordinate(zoom: counted(stored), x: column, tmsRow: row)
          : TileCoordinate(zoom: counted(stored), x: column, y: row)
      },
      address: { tile in
        DatabaseLayout.Address(
          zoom: counted(tile.zoom), column: tile.x, row: countsFromSouth ? tile.tmsRow : tile.y)
      })
  }
}

/// Inspection of an OsmAnd file by the rules for MBTiles databases.
struct OsmAndInspection: InspectedStore {
  private var database: DatabaseInspection
  private var rows: [StoredMetadataRow] = []

  init(_ request: InspectionRequest) throws(TileStorageError) {
    let (database, opened) = try DatabaseInspection.open(
      request.path, isCancelled: request.isCancelled)
    self.database = database
    guard let connection = opened else { return }
    let table = try OsmAndTable(in: connection)
    rows = table.metadata.map { StoredMetadataRow(name: $0.name, value: $0.value) }
    try self.database.readTiles(
      connection, table.layout,
      isTable: try DatabaseInspection.isTable("tiles", in: connection), scratch: request.scratch)
  }

  package var tiles: TileIndex { database.tiles }
  package var faults: [StoreFault] {
    database.faults(
      "mbtiles", schema: "the table tiles of OsmAnd", applicationIDs: [(database.applicationID, "")]
    )
  }
  package var metadata: [StoredMetadataRow]? { rows }
  package var metadataRules: MetadataRules { .geopackage }
  package var expectedRowOrder: String { "y counted as inverted_y in the table info says" }

  package func makeReader() throws(TileStorageError) -> any StoredTileReader {
    try database.makeReader()
  }

  package func checkReadable() throws(TileStorageError) { try database.checkReadable(.osmand) }
}
