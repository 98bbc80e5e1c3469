import TileModel

/// Opens a directory of tiles or an MBTiles file, told apart by what is there, not by its name.
///
/// The layer definition of a directory is its `layer.json` or, for the tiles of a floor, that in the
/// building's folder above.
///
/// - Parameters:
///   - path: The store.
///   - isCancelled: Asked often while tiles are listed or searched for, from any thread; a query or a list
///     then ends with ``TileStorageError/cancelled(path:)``.
/// - Returns: A reader of its kind.
/// - Throws: ``TileStorageError`` when there is no such store or it is damaged.
public func openTileStore(
  _ path: String, isCancelled: (@Sendable () -> Bool)? = nil
) throws(TileStorageError) -> any TileReader {
  switch try FileSystem.kind(of: path, followingLinks: true) {
  case .directory:
    let folder = try StoreFolder(path)
    return try DirectoryTileReader(
      folder, describedBy: FoundDefinition(of: folder), isCancelled: isCancelled)
  case .file:
    let head = try FileSystem.read(path, upTo: 16)
    if head.elementsEqual(SQLiteHeader.magic) {
      return try MBTilesReader(path: path, isCancelled: isCancelled)
    }
    throw .notAStore(path: path, found: describeFile(head))
  case .link, .other: throw .notAStore(path: path, found: "neither a file nor a directory")
  case nil: throw .notAStore(path: path, found: "nothing")
  }
}

/// What a file that holds no tiles seems to be, by its first 16 bytes.
func describeFile(_ head: [UInt8]) -> String {
  if head.isEmpty { return "an empty file" }
  if head.starts(with: Array("PMTiles".utf8)) { return "a PMTiles archive" }
  if let format = TileFormat(signatureOf: head) { return "a single \(format.rawValue) image" }
  if head.first == UInt8(ascii: "{") { return "a JSON file" }
  return "a file of another kind"
}
