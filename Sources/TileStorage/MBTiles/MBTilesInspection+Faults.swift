import TileModel

/// What can be said of an MBTiles file without decoding a tile.
extension MBTilesInspection: InspectedStore {
  /// "MPBX", the application id of MBTiles files.
  private static let applicationID = 0x4D50_4258

  package var faults: [StoreFault] {
    var faults = [
      StoreFault(
        "mbtiles.integrity", count: integrityFaults.count, examples: integrityFaults,
        at: "the file", expected: "ok from integrity_check"),
      StoreFault(
        "mbtiles.schema", count: schemaFaults.count, examples: schemaFaults,
        at: "the schema", expected: "the tables or views of MBTiles 1.3"),
      StoreFault(
        "mbtiles.blob", count: notBlobs.count, examples: notBlobs.examples,
        at: "tile_data", expected: "a blob"),
      StoreFault(
        "address.range", count: misaddressed.count, examples: misaddressed.examples,
        at: "tiles", expected: "zoom 0 to 30, column and row whole numbers below 2^zoom"),
    ]
    if let fault = readFault, integrityFaults.isEmpty {
      faults.append(
        StoreFault(
          "mbtiles.integrity", at: "the file", found: fault.report.found ?? fault.report.what,
          expected: "tables that can be read to the end"))
    }
    if !hasUniqueKey, schemaFaults.isEmpty, integrityFaults.isEmpty {
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
    if applicationID != 0, applicationID != Self.applicationID {
      faults.append(
        StoreFault(
          "mbtiles.application-id", at: "the header", found: "application_id \(applicationID)",
          expected: "\(Self.applicationID) (MPBX) or 0"))
    }
    if usesWriteAheadLog {
      faults.append(
        StoreFault(
          "mbtiles.journal", at: "the header", found: "write-ahead mode",
          expected: "PRAGMA journal_mode = DELETE before it is shipped"))
    }
    return faults
  }

  package var metadata: [StoredMetadataRow]? { lacksMetadata ? nil : rows }

  package var expectedRowOrder: String { "tile_row counted from the south" }

  package var missedSharing: (location: String, expected: String)? {
    hasSharedImages
      ? nil : (location: "the tiles table", expected: "a table of images that addresses share")
  }

  package func checkReadable() throws(TileStorageError) {
    if let fault = readFault { throw fault }
    if let fault = integrityFaults.first ?? schemaFaults.first {
      throw .corrupt(
        path: path, location: "the database", found: fault, expected: "a sound MBTiles file")
    }
  }

  /// The layer definition in the metadata.
  var foundDefinition: FoundDefinition? {
    rows.first { $0.name == MBTilesMetadata.layerRow }.map { row in
      FoundDefinition(
        path: "\(path), metadata row tilepyramid", bytes: Array((row.value ?? "").utf8))
    }
  }

  /// Compares metadata and the definition beside the file with a definition.
  package func differences(from document: LayerDefinitionDocument) -> [DefinitionDifference] {
    var differences: [DefinitionDifference] = []
    let stated = Dictionary(
      rows.compactMap { row in row.name.map { ($0, row.value ?? "NULL") } },
      uniquingKeysWith: { first, _ in first })
    for entry in MBTilesMetadata.entries(for: document.definition, document: [])
    where entry.name != MBTilesMetadata.layerRow {
      let value = stated[entry.name]
      if value != entry.value {
        differences.append(
          DefinitionDifference(
            location: "metadata row \(entry.name)", found: value ?? "no row",
            expected: entry.value))
      }
    }
    let sidecar = OutputPath(path).layerDocument(dropping: MBTilesFile.fileExtension)
    do throws(TileStorageError) {
      guard try FileSystem.kind(of: sidecar, followingLinks: true) == .file else {
        return differences
      }
      let bytes = try FileSystem.read(
        sidecar, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      let beside = try LayerDefinitionDocument(decoding: bytes, from: sidecar)
      if beside != document {
        differences.append(
          DefinitionDifference(
            location: sidecar, found: "another definition", expected: "the one in the file"))
      }
    } catch {
      differences.append(
        DefinitionDifference(
          location: sidecar, found: error.report.found ?? error.report.what,
          expected: "the definition in the file"))
    }
    return differences
  }
}
