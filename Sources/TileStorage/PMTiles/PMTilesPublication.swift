import Deflate
import Platform
import TileModel

/// Writes the archive that is published from a staging database.
///
/// Images follow the first tiles that show them, along the Hilbert curve of every zoom, without duplicates.
/// Equal tiles and metadata give equal bytes, whatever the order of tiles. Parts have their final size
/// before the first write: header, root directory, metadata, leaf directories, images. Memory is 12 bytes
/// for every image and a bounded number of entries.
struct PMTilesPublication {
  static let publisher = SingleFilePublisher(
    identity: identity, metadata: { PMTilesMetadata.entries(for: $0, document: $1) }
  ) { (publication) throws(TileStorageError) in
    var archive = PMTilesPublication(publication)
    return try archive.write()
  }

  private static var identity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("libdeflate", Gzip.libraryVersion)
    return identity
  }

  private let publication: SingleFilePublication
  private var staging: StagingDatabase { publication.tiles }
  private var sizes: [UInt32]
  /// Offset of every image in the section of tiles; -1 before its first tile.
  private var offsets: [Int]
  private var header: PMTilesHeader

  private init(_ publication: SingleFilePublication) {
    self.publication = publication
    sizes = Array(repeating: 0, count: publication.tiles.contentCount + 1)
    offsets = Array(repeating: -1, count: sizes.count)
    header = PMTilesMetadata.header(for: publication.definition)
  }

  private mutating func write() throws(TileStorageError) -> Int {
    try readSizes()
    let scratch = OutputPath(publication.path).folder
    var order = RecordSpool<UInt32>(directory: scratch, residentCount: 1 << 18)
    var directories = PMTilesDirectoryWriter(scratch: scratch)
    try readEntries(into: &directories, order: &order)
    let (root, leaves) = try directories.finish()

    let metadata = PMTilesMetadata(for: publication.definition, document: publication.document)
    guard let described = Gzip.compress(metadata.encoded) else {
      throw .system(operation: "compress the metadata of", path: publication.path, code: ENOMEM)
    }
    header.root = PMTilesSection(offset: PMTilesHeader.byteCount, byteCount: root.count)
    header.metadata = PMTilesSection(
      offset: header.root.offset + root.count, byteCount: described.count)
    header.leaves = PMTilesSection(
      offset: header.metadata.offset + described.count, byteCount: leaves.byteCount)
    header.tiles.offset = header.leaves.offset + leaves.byteCount

    let file = try SequentialFile(creating: publication.path)
    try file.append(header.encoded)
    try file.append(root)
    try file.append(described)
    try leaves.forEachPart { (part) throws(TileStorageError) in try file.append(part) }
    for block in order.blocks {
      for content in try order.records(of: block) {
        try checkCancellation()
        let isThere = try staging.withContent(Int(content)) { (raw) throws(TileStorageError) in
          guard raw.count == sizes[Int(content)] else { throw staging.unexpectedRow }
          try file.append(raw)
        }
        guard isThere else { throw staging.unexpectedRow }
      }
    }
    try file.finish()
    return header.contentCount
  }

  private func checkCancellation() throws(TileStorageError) {
    if publication.isCancelled() { throw .cancelled(path: publication.path) }
  }

  private mutating func readSizes() throws(TileStorageError) {
    let rows = try staging.prepare("SELECT id, size FROM content")
    while try rows.step() {
      guard let id = rows.integer(0), sizes.indices.contains(id), let size = rows.integer(1),
        // An entry of length 0 would be none.
        let length = UInt32(exactly: size), length > 0
      else { throw staging.unexpectedRow }
      sizes[id] = length
    }
  }

  private mutating func readEntries(
    into directories: inout PMTilesDirectoryWriter, order: inout RecordSpool<UInt32>
  ) throws(TileStorageError) {
    let repeats = try staging.repeatedContents()
    var sorter = RecordSorter(directory: OutputPath(publication.path).folder)
    let rows = try staging.prepare("SELECT zoom, x, y, content FROM address")
    while try rows.step() {
      try checkCancellation()
      guard let zoom = rows.integer(0), let x = rows.integer(1), let y = rows.integer(2),
        let tile = TileCoordinate(zoom: zoom, x: x, y: y), let content = rows.integer(3),
        sizes.indices.contains(content)
      else { throw staging.unexpectedRow }
      try sorter.append(
        ScratchRecord(key: tile.pmtilesID, value: UInt64(repeats[content] ?? content)))
    }
    let sorted = try sorter.sorted()
    var run: (entry: PMTilesEntry, content: Int)?
    /// End of the run's zoom; a longer run would hide the zoom of its last tiles from readers.
    var end: UInt64 = 0
    for record in sorted.records(in: 0..<sorted.count) {
      try checkCancellation()
      let content = Int(record.value)
      header.addressCount += 1
      if let last = run, last.content == content, record.key < end, last.entry.runLength < .max,
        record.key == last.entry.id + UInt64(last.entry.runLength)
      {
        run?.entry.runLength += 1
        continue
      }
      if let run { try directories.append(run.entry) }
      if record.key >= end, let tile = TileCoordinate(pmtilesID: record.key) {
        if header.addressCount == 1 { header.minimumZoom = tile.zoom }
        header.maximumZoom = tile.zoom
        end = TileCoordinate.firstPMTilesID(ofZoom: tile.zoom + 1)
      }
      if offsets[content] < 0 {
        offsets[content] = header.tiles.byteCount
        header.tiles.byteCount += Int(sizes[content])
        header.contentCount += 1
        try order.append(UInt32(content))
      }
      header.entryCount += 1
      run = (
        PMTilesEntry(
          id: record.key, runLength: 1, byteCount: sizes[content], offset: offsets[content]),
        content
      )
    }
    try sorted.check()
    if let run { try directories.append(run.entry) }
  }
}
