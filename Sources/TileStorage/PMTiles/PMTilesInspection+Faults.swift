import LayerDocuments
import TileModel

/// Findings that need no decoded tile.
extension PMTilesInspection: InspectedStore {
  package var faults: [StoreFault] {
    var faults = archiveFaults.map {
      StoreFault($0.rule, at: $0.location, found: $0.found, expected: $0.expected)
    }
    faults += [
      StoreFault(
        "address.range", count: misaddressed.count, examples: misaddressed.examples,
        at: "a directory", expected: "tiles of zoom 0 to \(TileCoordinate.maximumZoom)"),
      StoreFault(
        "pmtiles.range", count: outside.count, examples: outside.examples, at: "a directory",
        expected: "an image within the \(header.tiles.byteCount) bytes of tiles"),
      StoreFault(
        "pmtiles.clustered", count: unordered.count, examples: unordered.examples,
        at: "a directory", expected: "every image behind the one before, as the header says"),
    ]
    if archive != nil { faults += headerFaults + countFaults }
    return faults
  }

  private var headerFaults: [StoreFault] {
    var faults: [StoreFault] = []
    func report(_ rule: String, _ found: String, _ expected: String) {
      faults.append(StoreFault(rule, at: "the header", found: found, expected: expected))
    }
    let sections = [
      ("the root directory", header.root), ("the metadata", header.metadata),
      ("leaf directories", header.leaves), ("tiles", header.tiles),
    ]
    for (name, section) in sections where !section.isWithin(byteCount) {
      report(
        "pmtiles.header", "\(section.byteCount) bytes of \(name) at \(section.offset)",
        "bytes within the file's \(byteCount)")
    }
    if header.root.isWithin(byteCount),
      header.root.offset < PMTilesHeader.byteCount
        || header.root.offset + header.root.byteCount > PMTilesHeader.rootLimit
    {
      report(
        "pmtiles.root",
        "a root directory at \(header.root.offset) to \(header.root.offset + header.root.byteCount)",
        "one that ends within the first \(PMTilesHeader.rootLimit) bytes, which readers ask for at once"
      )
    }
    if header.minimumZoom > header.maximumZoom
      || !(header.minimumZoom...max(header.minimumZoom, header.maximumZoom)).contains(
        header.centerZoom)
    {
      report(
        "pmtiles.header",
        "zooms \(header.minimumZoom) to \(header.maximumZoom), and a centre at \(header.centerZoom)",
        "zooms that ascend, and a centre at one of them")
    }
    if header.tileCompression != .none {
      report(
        "pmtiles.compression", "tiles compressed by \(header.tileCompression.name)",
        "none, as images are compressed already")
    }
    if depth > 2 {
      report(
        "pmtiles.depth", "\(depth) directories from the root to a tile",
        "2: a root directory and one leaf directory")
    }
    return faults
  }

  private var countFaults: [StoreFault] {
    guard archiveFaults.isEmpty, misaddressed.count == 0, outside.count == 0 else { return [] }
    var faults: [StoreFault] = []
    for (name, stated, found) in [
      ("tiles", header.addressCount, counted.addresses),
      ("entries", header.entryCount, counted.entries),
      ("images", header.contentCount, counted.contents),
    ] where stated != 0 && stated != found {
      faults.append(
        StoreFault(
          "pmtiles.counts", at: "the header", found: "\(stated) \(name)",
          expected: "\(found), or 0 for an unknown number"))
    }
    if shownByteCount < header.tiles.byteCount, header.tiles.isWithin(byteCount) {
      faults.append(
        StoreFault(
          "pmtiles.orphan", at: "the tiles",
          found: "\(header.tiles.byteCount - shownByteCount) bytes that no entry shows",
          expected: "an entry for every image"))
    }
    return faults
  }

  package var metadata: [StoredMetadataRow]? {
    guard archive != nil else { return nil }
    return PMTilesMetadata.entries(header, stated).map {
      StoredMetadataRow(name: $0.name, value: $0.value)
    }
  }

  package var metadataRules: MetadataRules { .pmtiles }

  package var expectedRowOrder: String { "ids of tiles whose rows are counted from the north" }

  package func checkReadable() throws(TileStorageError) {
    if let fault = archiveFaults.first { throw fault.error(path) }
  }

  var foundDefinition: FoundDefinition? { stated?.definition(in: path) }

  package func differences(from document: LayerDefinitionDocument) -> [DefinitionDifference] {
    let rows = metadata ?? []
    // Programs that make an archive of a database know no size.
    let implied = PMTilesMetadata.entries(for: document.definition, document: []).filter { entry in
      entry.name != "tileSize" || rows.contains { $0.name == entry.name }
    }
    return DefinitionDifference.between(rows, implied, ofStore: path, .pmtiles, holding: document)
  }
}
