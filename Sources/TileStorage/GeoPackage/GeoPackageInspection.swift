import LayerDocuments
import TileModel

/// Readable contents of a GeoPackage.
struct GeoPackageInspection: Sendable {
  private(set) var database: DatabaseInspection
  var path: String { database.path }
  private var table: GeoPackageTable?
  private var rows: [StoredMetadataRow] = []
  private var missingSystems: [Int] = []
  private var matrixFaults: [String] = []
  private var hasUniqueKey = true
  private var lacksWebPExtension = false

  private static let needed: [(table: String, columns: [String])] = [
    (
      "gpkg_contents",
      [
        "table_name", "data_type", "identifier", "description", "last_change", "min_x", "min_y",
        "max_x", "max_y", "srs_id",
      ]
    ),
    (
      "gpkg_spatial_ref_sys",
      ["srs_name", "srs_id", "organization", "organization_coordsys_id", "definition"]
    ),
    ("gpkg_tile_matrix_set", ["table_name", "srs_id", "min_x", "min_y", "max_x", "max_y"]),
    (
      "gpkg_tile_matrix",
      [
        "table_name", "zoom_level", "matrix_width", "matrix_height", "tile_width", "tile_height",
        "pixel_x_size", "pixel_y_size",
      ]
    ),
  ]

  init(
    path: String, scratch: String, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    let (database, opened) = try DatabaseInspection.open(path, isCancelled: isCancelled)
    self.database = database
    guard let connection = opened else { return }
    do throws(TileStorageError) {
      try self.database.require(Self.needed, in: connection)
      guard self.database.schemaFaults.isEmpty else { return }
      let table = try GeoPackageTable(in: connection)
      self.table = table
      try SchemaReview.check(connection, of: [table.name])
      try self.database.require(
        [(table.name, ["zoom_level", "tile_column", "tile_row", "tile_data"])], in: connection)
      guard self.database.schemaFaults.isEmpty else { return }
      try inspectTables(connection, table)
    } catch {
      // Tiles of another grid are nothing that this can say more of.
      if case .notAStore = error { throw error }
      if !error.isFinding { throw error }
      self.database.readFault = self.database.readFault ?? error
      return
    }
    guard let table else { return }
    try self.database.readTiles(connection, table.layout, isTable: table.isTable, scratch: scratch)
  }

  private mutating func inspectTables(
    _ connection: SQLiteConnection, _ table: GeoPackageTable
  ) throws(TileStorageError) {
    let document = try GeoPackageMetadata.document(
      in: connection, bounds: try DatabaseBounds(path: path))
    rows = table.metadata(document).map { StoredMetadataRow(name: $0.name, value: $0.value) }
    let systems = try connection.prepare("SELECT srs_id FROM gpkg_spatial_ref_sys")
    var known: Set<Int> = []
    while try systems.step() { if let id = systems.integer(0) { known.insert(id) } }
    missingSystems = [-1, 0, 4326].filter { !known.contains($0) }
    let matrices = try connection.prepare(
      """
      SELECT zoom_level, matrix_width * tile_width * pixel_x_size, max_x - min_x,
          matrix_height * tile_height * pixel_y_size, max_y - min_y
        FROM gpkg_tile_matrix m JOIN gpkg_tile_matrix_set s ON s.table_name = m.table_name
        WHERE m.table_name = ?
      """)
    matrices.bind(table.name)
    while try matrices.step() {
      for (stated, extent) in [(1, 2), (3, 4)] as [(Int32, Int32)] {
        let (size, side) = (matrices.real(stated) ?? .nan, matrices.real(extent) ?? .nan)
        // The extent of the world is written to nanometres, the size of a pixel to as many digits.
        if !(abs(size - side) <= 1e-6 * abs(side)) {
          matrixFaults.append(
            "zoom_level \(matrices.integer(0) ?? -1): \(NumberText.shortest(size)) metres of tiles")
        }
      }
    }
    if table.isTable {
      hasUniqueKey = try DatabaseInspection.hasUniqueAddress(table.name, in: connection)
    }
    try inspectExtension(connection, table)
  }

  private mutating func inspectExtension(
    _ connection: SQLiteConnection, _ table: GeoPackageTable
  ) throws(TileStorageError) {
    if try !DatabaseInspection.columns(of: "gpkg_extensions", in: connection).isEmpty {
      let stated = try connection.prepare(
        "SELECT 1 FROM gpkg_extensions WHERE extension_name = 'gpkg_webp' AND table_name = ?")
      stated.bind(table.name)
      if try stated.step() { return }
    }
    let tiles = try connection.prepare(
      "SELECT 1 FROM \(table.layout.quoted) WHERE hex(substr(tile_data, 9, 4)) = '57454250' LIMIT 1"
    )
    connection.allowScan()
    lacksWebPExtension = try tiles.step()
  }
}

/// Findings that need no decoded tile.
extension GeoPackageInspection: InspectedStore {
  package var tiles: TileIndex { database.tiles }

  package func makeReader() throws(TileStorageError) -> any StoredTileReader {
    try database.makeReader()
  }

  package var faults: [StoreFault] {
    var faults = database.faults(
      "geopackage", schema: "the tables of GeoPackage 1.3",
      applicationIDs: [
        (GeoPackagePublication.applicationID, "GPKG"), (0x4750_3130, "GP10"), (0x4750_3131, "GP11"),
      ])
    faults.append(
      StoreFault(
        "geopackage.matrix", count: matrixFaults.count, examples: matrixFaults,
        at: "gpkg_tile_matrix", expected: "the extent of gpkg_tile_matrix_set"))
    if let systems = table?.systems, systems[0] != systems[1] {
      let texts = systems.map { $0.map(String.init) ?? "no" }
      faults.append(
        StoreFault(
          "geopackage.matrix", at: "gpkg_contents",
          found: "srs_id \(texts[0]), and \(texts[1]) in gpkg_tile_matrix_set",
          expected: "one srs_id"))
    }
    if !missingSystems.isEmpty {
      faults.append(
        StoreFault(
          "geopackage.reference-systems", at: "gpkg_spatial_ref_sys",
          found: "no row " + missingSystems.map(String.init).joined(separator: ", "),
          expected: "the rows -1, 0 and 4326"))
    }
    if !hasUniqueKey {
      faults.append(
        StoreFault(
          "geopackage.key", at: table?.name ?? "the tiles",
          found: "no unique index over the address",
          expected: "a unique index over zoom_level, tile_column, tile_row"))
    }
    if lacksWebPExtension {
      faults.append(
        StoreFault(
          "geopackage.extension", at: "gpkg_extensions", found: "WebP tiles and no row gpkg_webp",
          expected: "a row gpkg_webp for the table of tiles"))
    }
    return faults
  }

  package var metadata: [StoredMetadataRow]? { table == nil ? nil : rows }
  package var metadataRules: MetadataRules { .geopackage }
  package func tileWidth(atZoom zoom: Int) -> Int? {
    table?.levels.first { $0.zoom == zoom }?.tileWidth
  }
  package var expectedRowOrder: String { "tile_row counted from the north" }

  package func checkReadable() throws(TileStorageError) { try database.checkReadable(.geopackage) }

  var foundDefinition: FoundDefinition? {
    rows.first { $0.name == GeoPackageMetadata.layerRow }.map { row in
      GeoPackageMetadata.definition(row.value ?? "", in: path)
    }
  }

  package func differences(from document: LayerDefinitionDocument) -> [DefinitionDifference] {
    DefinitionDifference.between(
      rows, GeoPackageMetadata.entries(for: document.definition, document: []), ofStore: path,
      .geopackage, holding: document)
  }
}
