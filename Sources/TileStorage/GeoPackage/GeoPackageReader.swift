import LayerDocuments

/// Opens GeoPackages with tiles on the Web Mercator grid.
package enum GeoPackageReader {
  package static func open(
    path: String, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) -> DatabaseReader {
    let bounds = try DatabaseBounds(path: path)
    let connection = try SQLiteConnection.store(at: path, bounds: bounds, isCancelled: isCancelled)
    let table = try GeoPackageTable(in: connection)
    try SchemaReview.check(connection, of: [table.name])
    let document = try GeoPackageMetadata.document(in: connection, bounds: bounds)
    return try DatabaseReader(
      connection, table.layout, bounds: bounds, format: nil,
      definition: document.map { GeoPackageMetadata.definition($0, in: path) },
      metadata: table.metadata(document))
  }

  static func checkOwnership(of path: String) throws(TileStorageError) {
    try SQLiteConnection.checkOwnership(of: path) { (connection, bounds) throws(TileStorageError) in
      guard let text = try GeoPackageMetadata.document(in: connection, bounds: bounds),
        LayerDefinitionDocument.carriesMark(Array(text.utf8))
      else { return "a database without our metadata" }
      // Others may have added tables of their own.
      let tables = try connection.prepare("SELECT table_name FROM gpkg_contents")
      var names: [String] = []
      while try tables.step() { names.append(try tables.text(0) ?? "") }
      return names == [GeoPackageMetadata.table]
        ? nil : "a GeoPackage with tables that others added"
    }
  }
}

extension GeoPackageTable {
  func metadata(_ document: String?) -> [MetadataEntry] {
    GeoPackageMetadata.entries(
      identifier: identifier, summary: summary, area: area, document: document)
  }
}
