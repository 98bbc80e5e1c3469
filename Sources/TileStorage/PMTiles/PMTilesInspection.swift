import TileModel

/// Readable contents of a PMTiles archive.
struct PMTilesInspection: Sendable {
  let path: String
  let archive: PMTilesArchive?
  var header: PMTilesHeader { archive?.header ?? PMTilesHeader() }
  var byteCount: Int { archive?.byteCount ?? 0 }
  private(set) var stated: PMTilesMetadata?
  private(set) var tiles = TileIndex.empty
  private(set) var archiveFaults: [PMTilesArchive.Fault] = []
  private(set) var misaddressed = InspectedOddities()
  private(set) var outside = InspectedOddities()
  private(set) var unordered = InspectedOddities()
  private(set) var depth = 0
  private(set) var counted = Counts()
  private(set) var shownByteCount = 0
  private let isCancelled: (@Sendable () -> Bool)?

  /// Counts in the header.
  struct Counts: Hashable, Sendable {
    var addresses = 0
    var entries = 0
    var contents = 0
    var minimumZoom = Int.max
    var maximumZoom = -1
  }

  init(
    path: String, scratch: String, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    self.path = path
    self.isCancelled = isCancelled
    do throws(TileStorageError) {
      archive = try PMTilesArchive(path: path)
    } catch {
      guard case .corrupt(_, let location, let found, let expected) = error else { throw error }
      archive = nil
      archiveFaults.append(
        PMTilesArchive.Fault(
          rule: "pmtiles.header", location: location, found: found, expected: expected))
      return
    }
    guard let archive else { return }
    var builder = TileIndexBuilder(scratch: scratch)
    do {
      try readMetadata(archive)
      try readTiles(archive, &builder)
    } catch let error as TileStorageError {
      throw error
    } catch {
      throw .corrupt(
        path: path, location: "the archive", found: "\(error)", expected: "a sound archive")
    }
    tiles = try builder.finish()
  }

  private mutating func readMetadata(_ archive: PMTilesArchive) throws {
    do {
      stated = try PMTilesMetadata(decoding: try archive.metadataBytes())
    } catch let fault as PMTilesArchive.Fault {
      archiveFaults.append(fault)
    } catch let error as PMTilesMetadata.Unreadable {
      archiveFaults.append(
        PMTilesArchive.Fault(
          rule: "pmtiles.metadata", location: "the metadata", found: error.found,
          expected: "an object of JSON"))
    }
  }

  private mutating func readTiles(
    _ archive: PMTilesArchive, _ builder: inout TileIndexBuilder
  ) throws {
    var faults: [PMTilesArchive.Fault] = []
    var next = 0
    var strays: Set<Int> = []
    try archive.forEachEntry {
      if faults.count < InspectedOddities.exampleLimit { faults.append($0) }
    } _: { entry, depth in
      if let isCancelled, isCancelled() { throw TileStorageError.cancelled(path: path) }
      self.depth = max(self.depth, depth)
      counted.addresses += Int(entry.runLength)
      try archive.confirm(counted.addresses)
      counted.entries += 1
      let last = entry.id + UInt64(entry.runLength) - 1
      guard let first = TileCoordinate(pmtilesID: entry.id), TileCoordinate(pmtilesID: last) != nil
      else {
        misaddressed.note("tile \(last)")
        return
      }
      guard entry.section.isWithin(header.tiles.byteCount) else {
        outside.note("tile \(first): \(entry.byteCount) bytes at \(entry.offset)")
        return
      }
      if header.isClustered, entry.offset == next {
        next += Int(entry.byteCount)
        counted.contents += 1
        shownByteCount += Int(entry.byteCount)
      } else if entry.offset > next || !header.isClustered, strays.insert(entry.offset).inserted {
        if header.isClustered { unordered.note("tile \(first): its image at \(entry.offset)") }
        counted.contents += 1
        shownByteCount += Int(entry.byteCount)
      }
      for id in entry.id...last {
        let tile = try archive.tile(id)
        counted.minimumZoom = min(counted.minimumZoom, tile.zoom)
        counted.maximumZoom = max(counted.maximumZoom, tile.zoom)
        try builder.append(StoredTile(tile))
      }
    }
    archiveFaults += faults
  }

  package func makeReader() throws(TileStorageError) -> any StoredTileReader {
    try PMTilesImageReader(path: path)
  }
}

/// Reads the images of an archive.
private final class PMTilesImageReader: StoredTileReader {
  private let archive: PMTilesArchive
  private var byteCount = 0

  init(path: String) throws(TileStorageError) { archive = try PMTilesArchive(path: path) }

  func bytes(of tile: StoredTile) throws(TileStorageError) -> [UInt8]? {
    do {
      guard let entry = try archive.entry(of: tile.coordinate.pmtilesID) else { return nil }
      let bytes = try archive.image(entry)
      byteCount += bytes.count
      guard byteCount <= archive.tileBudget else {
        throw TileStorageError.excessive(
          path: archive.path, found: "more than \(archive.tileBudget) bytes of tiles")
      }
      return bytes
    } catch is PMTilesArchive.Fault {
      // The inspection has found it already.
      return nil
    } catch let error as TileStorageError {
      throw error
    } catch {
      return nil
    }
  }
}
