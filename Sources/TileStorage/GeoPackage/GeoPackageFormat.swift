import TileModel

extension StoreFormat {
  /// A GeoPackage 1.3 with one table of tiles, with the layer definition beside it and in its metadata.
  public static let geopackage = StoreFormat(
    rawValue: "geopackage", title: "GeoPackage", noun: "a GeoPackage", holdsMixedFormats: true,
    // Requirements 36 and 37, and the extension gpkg_webp.
    tileFormats: [.png, .jpeg, .webp], holdsImageGrids: false,
    maximumZoom: TileCoordinate.maximumZoom,
    file: StoreFileRules(
      fileExtension: "gpkg", documentKeepsExtension: true,
      // Any SQLite database with an application_id that begins so, as of all versions.
      signature: ByteSignature(SQLiteHeader.magic, and: Array("GP".utf8), at: 68),
      companionEndings: SQLiteLog.endings, checkOwnership: GeoPackageReader.checkOwnership(of:),
      checkSurroundings: SQLiteLog.checkSurroundings(of:),
      publisher: GeoPackagePublication.publisher),
    open: { path, isCancelled throws(TileStorageError) in
      try GeoPackageReader.open(path: path, isCancelled: isCancelled)
    },
    inspect: { request throws(TileStorageError) in
      let contents = try GeoPackageInspection(
        path: request.path, scratch: request.scratch, isCancelled: request.isCancelled)
      return (contents, DefinitionReading(request.definition ?? contents.foundDefinition))
    })
}
