import TileModel

extension StoreFormat {
  /// A PMTiles 3 archive, with the layer definition beside it and in its metadata.
  public static let pmtiles = StoreFormat(
    rawValue: "pmtiles", title: "PMTiles", noun: "a PMTiles archive", holdsMixedFormats: false,
    maximumZoom: TileCoordinate.maximumPMTilesZoom,
    file: StoreFileRules(
      fileExtension: "pmtiles", documentKeepsExtension: true,
      signature: ByteSignature(Array("PMTiles".utf8)),
      companionEndings: [], checkOwnership: PMTilesReader.checkOwnership(of:),
      checkSurroundings: { _ throws(TileStorageError) in }, publisher: PMTilesPublication.publisher),
    open: { path, isCancelled throws(TileStorageError) in
      try PMTilesReader(path: path, isCancelled: isCancelled)
    },
    inspect: { request throws(TileStorageError) in
      let contents = try PMTilesInspection(
        path: request.path, scratch: request.scratch, isCancelled: request.isCancelled)
      return (contents, DefinitionReading(request.definition ?? contents.foundDefinition))
    })
}
