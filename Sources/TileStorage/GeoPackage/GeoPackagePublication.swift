import CSQLite
import TileModel

/// Writes the GeoPackage that is published from a staging database.
///
/// One transaction inserts in the order of addresses, without times. Equal tiles and metadata give equal
/// bytes for one version of SQLite. The table of tiles has a row for every address: the format does not
/// share images.
enum GeoPackagePublication {
  /// "GPKG", the application id of the format.
  static let applicationID = 0x4750_4B47
  /// `user_version` of the database.
  private static let version = 10_300
  private static let table = GeoPackageMetadata.table
  /// `last_change`, which is mandatory: an actual time would make equal files differ.
  private static let time = "1970-01-01T00:00:00.000Z"

  static let publisher = SingleFilePublisher(
    identity: SQLiteLibrary.identity,
    metadata: { GeoPackageMetadata.entries(for: $0, document: $1) }, write: write)

  @Sendable private static func write(
    _ publication: SingleFilePublication
  ) throws(TileStorageError) -> Int {
    let file = try SQLiteConnection.publication(
      at: publication.path, applicationID: applicationID, isCancelled: publication.isCancelled)
    try file.execute("PRAGMA user_version = \(version)")
    try file.execute("BEGIN IMMEDIATE")
    for statement in schema { try file.execute(statement) }
    let definition = publication.definition
    try fillReferenceSystems(file)
    try fillContents(file, definition)
    try fillMatrices(file, definition)
    try fillExtensions(file, definition)
    let metadata = try file.prepare(
      "INSERT INTO gpkg_metadata VALUES (1, 'dataset', ?, 'application/json', ?)")
    metadata.bind(
      GeoPackageMetadata.standard, String(decoding: publication.document, as: UTF8.self))
    try metadata.run()
    try file.execute(
      "INSERT INTO gpkg_metadata_reference VALUES ('table', '\(table)', NULL, NULL, '\(time)', 1, NULL)"
    )
    try copyTiles(of: publication.tiles, to: file)
    try file.execute("COMMIT")
    try file.confirmSound()
    return publication.tiles.contentCount
  }

  private static let schema = [
    """
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY,
      organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL,
      definition TEXT NOT NULL, description TEXT)
    """,
    """
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL,
      identifier TEXT UNIQUE, description TEXT DEFAULT '',
      last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
      CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id))
    """,
    """
    CREATE TABLE gpkg_tile_matrix_set (table_name TEXT NOT NULL PRIMARY KEY, srs_id INTEGER NOT NULL,
      min_x DOUBLE NOT NULL, min_y DOUBLE NOT NULL, max_x DOUBLE NOT NULL, max_y DOUBLE NOT NULL,
      CONSTRAINT fk_gtms_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
      CONSTRAINT fk_gtms_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id))
    """,
    """
    CREATE TABLE gpkg_tile_matrix (table_name TEXT NOT NULL, zoom_level INTEGER NOT NULL,
      matrix_width INTEGER NOT NULL, matrix_height INTEGER NOT NULL, tile_width INTEGER NOT NULL,
      tile_height INTEGER NOT NULL, pixel_x_size DOUBLE NOT NULL, pixel_y_size DOUBLE NOT NULL,
      CONSTRAINT pk_ttm PRIMARY KEY (table_name, zoom_level),
      CONSTRAINT fk_tmm_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name))
    """,
    """
    CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL,
      definition TEXT NOT NULL, scope TEXT NOT NULL,
      CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))
    """,
    """
    CREATE TABLE gpkg_metadata (id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL,
      md_scope TEXT NOT NULL DEFAULT 'dataset', md_standard_uri TEXT NOT NULL,
      mime_type TEXT NOT NULL DEFAULT 'text/xml', metadata TEXT NOT NULL DEFAULT '')
    """,
    """
    CREATE TABLE gpkg_metadata_reference (reference_scope TEXT NOT NULL, table_name TEXT,
      column_name TEXT, row_id_value INTEGER,
      timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      md_file_id INTEGER NOT NULL, md_parent_id INTEGER,
      CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id),
      CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id))
    """,
    """
    CREATE TABLE \(table) (id INTEGER PRIMARY KEY AUTOINCREMENT, zoom_level INTEGER NOT NULL,
      tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL, tile_data BLOB NOT NULL,
      UNIQUE (zoom_level, tile_column, tile_row))
    """,
  ]

  private static func fillReferenceSystems(_ file: SQLiteConnection) throws(TileStorageError) {
    let insert = try file.prepare("INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)")
    for (name, id, organization, definition, description) in [
      (
        "Undefined Cartesian SRS", -1, "NONE", "undefined",
        "undefined Cartesian coordinate reference system"
      ),
      (
        "Undefined geographic SRS", 0, "NONE", "undefined",
        "undefined geographic coordinate reference system"
      ),
      (
        "WGS 84 / Pseudo-Mercator", 3857, "EPSG",
        """
        PROJCS["WGS 84 / Pseudo-Mercator",\(geographicSystem),PROJECTION["Mercator_1SP"],\
        PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],\
        PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],\
        AXIS["Easting",EAST],AXIS["Northing",NORTH],EXTENSION["PROJ4","+proj=merc +a=6378137 \
        +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext \
        +no_defs"],AUTHORITY["EPSG","3857"]]
        """, "the projection of web maps"
      ),
      (
        "WGS 84 geodetic", 4326, "EPSG", geographicSystem,
        "longitude and latitude in decimal degrees on the WGS 84 spheroid"
      ),
    ] {
      insert.bind(name, id, organization, id, definition, description)
      try insert.run()
    }
  }

  private static let geographicSystem = """
    GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,\
    AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,\
    AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],\
    AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]
    """

  private static func fillContents(
    _ file: SQLiteConnection, _ definition: LayerDefinition
  ) throws(TileStorageError) {
    let contents = try file.prepare(
      "INSERT INTO gpkg_contents VALUES ('\(table)', 'tiles', ?, ?, '\(time)', ?, ?, ?, ?, 3857)")
    let area = definition.rasterBounds
    contents.bind(
      GeoPackageMetadata.identifier(of: definition),
      SQLiteLibrary.text(definition.description ?? ""), area.minX, area.minY, area.maxX, area.maxY)
    try contents.run()
    let set = try file.prepare(
      "INSERT INTO gpkg_tile_matrix_set VALUES ('\(table)', 3857, ?, ?, ?, ?)")
    let half = WebMercator.halfExtent
    set.bind(-half, -half, half, half)
    try set.run()
  }

  private static func fillMatrices(
    _ file: SQLiteConnection, _ definition: LayerDefinition
  ) throws(TileStorageError) {
    let insert = try file.prepare(
      "INSERT INTO gpkg_tile_matrix VALUES ('\(table)', ?, ?, ?, ?, ?, ?, ?)")
    let side = definition.tileSize.rawValue
    for zoom in definition.minimumZoom...definition.maximumZoom {
      let size = TileGrid(tileSize: definition.tileSize).resolution(atZoom: zoom)
      insert.bind(zoom, 1 << zoom, 1 << zoom, side, side, size, size)
      try insert.run()
    }
  }

  private static func fillExtensions(
    _ file: SQLiteConnection, _ definition: LayerDefinition
  ) throws(TileStorageError) {
    let insert = try file.prepare("INSERT INTO gpkg_extensions VALUES (?, ?, ?, ?, 'read-write')")
    var extensions: [(table: String, column: String?, name: String, clause: String)] = [
      ("gpkg_metadata", nil, "gpkg_metadata", "extension_metadata"),
      ("gpkg_metadata_reference", nil, "gpkg_metadata", "extension_metadata"),
    ]
    if definition.format == .webp || definition.formatCoverage[.webp]?.levels.isEmpty == false {
      extensions.append((table, "tile_data", "gpkg_webp", "extension_webp"))
    }
    for row in extensions {
      insert.bind(
        row.table, row.column, row.name, "http://www.geopackage.org/spec131/#\(row.clause)")
      try insert.run()
    }
  }

  private static func copyTiles(
    of staging: StagingDatabase, to file: SQLiteConnection
  ) throws(TileStorageError) {
    let addresses = try staging.prepare(
      "SELECT zoom, x, y, content FROM address ORDER BY zoom, x, y")
    let insert = try file.prepare(
      """
      INSERT INTO \(table) (zoom_level, tile_column, tile_row, tile_data) VALUES (?, ?, ?, ?)
      """)
    while try addresses.step() {
      try file.checkCancellation()
      guard let content = addresses.integer(3) else { throw staging.unexpectedRow }
      let (zoom, x, y) = (addresses.integer(0), addresses.integer(1), addresses.integer(2))
      let isThere = try staging.withContent(content) { (raw) throws(TileStorageError) in
        insert.bind(zoom ?? -1, x ?? -1, y ?? -1, raw)
        try insert.run()
      }
      guard isThere else { throw staging.unexpectedRow }
    }
  }
}
