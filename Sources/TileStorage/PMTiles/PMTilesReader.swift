import LayerDocuments
import Platform
package import TileModel

/// Reads a PMTiles 3 archive on the disk.
///
/// The archive is never changed, and not trusted: directories are read as they are needed, within bounds that
/// the size of the file sets.
package final class PMTilesReader: TileReader {
  package static let mediaType = "application/vnd.pmtiles"

  package let path: String
  package let format: TileFormat?
  package let definition: LayerDefinition?
  package let definitionFault: TileStorageError?
  /// Format, zooms, bounds and centre of the header, then the members of the metadata.
  ///
  /// Values other than text are as JSON writes them.
  package let metadata: [MetadataEntry]

  private let archive: PMTilesArchive
  private let holder: TileFile.Holder
  private let isCancelled: (@Sendable () -> Bool)?

  package init(path: String, isCancelled: (@Sendable () -> Bool)? = nil) throws(TileStorageError) {
    self.path = path
    self.isCancelled = isCancelled
    holder = TileFile.Holder(path: path, query: nil)
    let archive = try PMTilesArchive(path: path)
    self.archive = archive
    let (metadata, first) = try Self.reporting(path) {
      (try Self.metadata(of: archive), try archive.root().first)
    }
    self.metadata = PMTilesMetadata.entries(archive.header, metadata)
    let reading = DefinitionReading(metadata?.definition(in: path))
    (definition, definitionFault) = (reading.document?.definition, reading.fault)
    if let stated = archive.header.format {
      format = stated
    } else {
      format = try Self.reporting(path) {
        guard let first, let entry = try archive.entry(of: first.id) else { return nil }
        return TileFormat(signatureOf: Array(try archive.image(entry).prefix(16)))
      }
    }
  }

  private static func metadata(of archive: PMTilesArchive) throws -> PMTilesMetadata? {
    do {
      return try PMTilesMetadata(decoding: try archive.metadataBytes())
    } catch is PMTilesMetadata.Unreadable {
      return nil
    } catch is PMTilesArchive.Fault {
      return nil
    }
  }

  package func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    try stored(at: coordinate)?.bytes
  }

  package func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    guard let (entry, bytes) = try stored(at: coordinate) else { return nil }
    // Tiles with additional compression cannot be copied in place.
    guard archive.header.tileCompression != .gzip else { return TileFile(bytes) }
    return TileFile(
      bytes, origin: .image(number: archive.header.tiles.offset + entry.offset, holder))
  }

  private func stored(
    at coordinate: TileCoordinate
  ) throws(TileStorageError) -> (entry: PMTilesEntry, bytes: [UInt8])? {
    try Self.reporting(path) {
      guard let entry = try archive.entry(of: coordinate.pmtilesID) else { return nil }
      return (entry, try archive.image(entry))
    }
  }

  package func coordinates() throws(TileStorageError) -> [TileCoordinate] {
    try Self.reporting(path) {
      var found: [TileCoordinate] = []
      try archive.forEachEntry {
        throw $0
      } _: { entry, _ in
        try archive.confirm(found.count + Int(entry.runLength))
        if let isCancelled, isCancelled() { throw TileStorageError.cancelled(path: path) }
        for id in entry.id..<(entry.id + UInt64(entry.runLength)) {
          found.append(try archive.tile(id))
        }
      }
      return found.sorted()
    }
  }

  static func checkOwnership(of path: String) throws(TileStorageError) {
    let metadata: PMTilesMetadata?
    do throws(TileStorageError) {
      let archive = try PMTilesArchive(path: path)
      metadata = try reporting(path) { try Self.metadata(of: archive) }
    } catch {
      if !error.isFinding { throw error }
      throw .notReplaceable(path: path, found: error.report.found ?? error.report.what)
    }
    guard let document = metadata?.document, LayerDefinitionDocument.carriesMark(document) else {
      throw .notReplaceable(path: path, found: "a file without our metadata")
    }
  }

  private static func reporting<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws(TileStorageError) -> Result {
    do {
      return try body()
    } catch let fault as PMTilesArchive.Fault {
      throw fault.error(path)
    } catch let error as TileStorageError {
      throw error
    } catch {
      throw .corrupt(
        path: path, location: "the archive", found: "\(error)", expected: "a sound archive")
    }
  }
}

extension PMTilesArchive {
  func confirm(_ addressCount: Int) throws(TileStorageError) {
    if addressCount > addressLimit {
      throw .excessive(path: path, found: "more than \(addressLimit) tiles")
    }
  }

  func tile(_ id: UInt64) throws(Fault) -> TileCoordinate {
    guard let tile = TileCoordinate(pmtilesID: id) else {
      throw Fault(
        rule: "address.range", location: "a directory", found: "tile \(id)",
        expected: "a tile of zoom 0 to \(TileCoordinate.maximumZoom)")
    }
    return tile
  }
}

/// The images of an archive, by their position in the file.
final class PMTilesImages: StoredImages {
  let path: String
  private let file: Int32

  init(path: String) throws(TileStorageError) {
    self.path = path
    file = try FileSystem.openFile(path)
  }

  deinit { close(file) }

  func withImage(
    _ number: Int, byteCount: Int, _ body: (UnsafeRawBufferPointer) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    let bytes = try FileSystem.bytes(of: file, at: number, count: byteCount, path: path)
    guard bytes.count == byteCount else {
      throw .outputChanged(path: path, found: "an image that is missing")
    }
    try bytes[...].withContiguousBytes(body)
  }
}
