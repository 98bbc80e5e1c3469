import LayerDocuments

/// Findings that need no decoded tile.
extension MBTilesInspection: InspectedStore {
  package var tiles: TileIndex { database.tiles }

  package func makeReader() throws(TileStorageError) -> any StoredTileReader {
    try database.makeReader()
  }

  package var faults: [StoreFault] {
    var faults = database.faults(
      "mbtiles", schema: "the tables or views of MBTiles 1.3",
      applicationIDs: [(MBTilesPublication.applicationID, "MPBX"), (0, "")])
    if !hasUniqueKey, database.schemaFaults.isEmpty, database.integrityFaults.isEmpty {
      faults.append(
        StoreFault(
          "mbtiles.key", at: "the schema", found: "no unique index over the address",
          expected: "a primary key or unique index over zoom_level, tile_column, tile_row"))
    }
    if orphanImages > 0 {
      faults.append(
        StoreFault(
          "mbtiles.orphan", at: "the images", found: "\(orphanImages) that no address shows",
          expected: "an address for every image"))
    }
    if danglingAddresses > 0 {
      faults.append(
        StoreFault(
          "mbtiles.dangling", at: "the addresses",
          found: "\(danglingAddresses) of which the image is missing",
          expected: "an image for every address"))
    }
    if let otherHash {
      faults.append(
        StoreFault(
          "mbtiles.hash", at: "metadata row \(AggregateHash.row)", found: otherHash.stated,
          expected: "\(otherHash.found), as the tiles have"))
    }
    return faults
  }

  package var metadata: [StoredMetadataRow]? { lacksMetadata ? nil : rows }

  package var expectedRowOrder: String { "tile_row counted from the south" }

  package var missedSharing: (location: String, expected: String)? {
    hasSharedImages
      ? nil : (location: "the tiles table", expected: "a table of images that addresses share")
  }

  package func checkReadable() throws(TileStorageError) { try database.checkReadable(.mbtiles) }

  var foundDefinition: FoundDefinition? {
    rows.first { $0.name == MBTilesMetadata.layerRow }.map { row in
      MBTilesMetadata.definition(row.value ?? "", in: path)
    }
  }

  package func differences(from document: LayerDefinitionDocument) -> [DefinitionDifference] {
    let implied = MBTilesMetadata.entries(for: document.definition, document: [])
    return DefinitionDifference.between(
      rows, implied.filter { $0.name != MBTilesMetadata.layerRow }, ofStore: path, .mbtiles,
      holding: document)
  }
}
