import TileModel

extension StoreFormat {
  /// An MBTiles 1.3 file, with the layer definition beside it and in its metadata.
  public static let mbtiles = StoreFormat(
    rawValue: "mbtiles", title: "MBTiles", noun: "an MBTiles file", holdsMixedFormats: false,
    maximumZoom: TileCoordinate.maximumZoom,
    file: StoreFileRules(
      fileExtension: "mbtiles", documentKeepsExtension: false,
      signature: ByteSignature(SQLiteHeader.magic), companionEndings: SQLiteLog.endings,
      checkOwnership: MBTilesReader.checkOwnership(of:),
      checkSurroundings: SQLiteLog.checkSurroundings(of:), publisher: MBTilesPublication.publisher),
    open: { path, isCancelled throws(TileStorageError) in
      try MBTilesReader.open(path: path, isCancelled: isCancelled)
    },
    inspect: { request throws(TileStorageError) in
      let contents = try MBTilesInspection(
        path: request.path, scratch: request.scratch, isCancelled: request.isCancelled)
      return (contents, DefinitionReading(request.definition ?? contents.foundDefinition))
    })
}
