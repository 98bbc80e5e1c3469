/// The images of an MBTiles file of this package, by their ids.
///
/// A file that is replaced is read while the new one is written, in which images that are kept are named by
/// their ids until they are copied.
final class MBTilesImages {
  /// The path of the file.
  let path: String
  private let select: SQLiteStatement

  /// Opens a file.
  ///
  /// - Throws: ``TileStorageError``.
  init(path: String) throws(TileStorageError) {
    self.path = path
    let connection = try MBTilesReader.open(path, bounds: try MBTilesBounds(path: path))
    // One transaction for all that is read, so that the file is not locked and looked at for each image.
    try connection.execute("BEGIN")
    select = try connection.prepare(
      "SELECT tile_data FROM tiles_data WHERE tile_data_id = ?")
  }

  /// Calls `body` with an image, which is valid only meanwhile.
  ///
  /// - Throws: ``TileStorageError/outputChanged(path:found:)`` when it is not there, or what `body` throws.
  func withImage<Result>(
    _ id: Int, _ body: (UnsafeRawBufferPointer) throws(TileStorageError) -> Result
  ) throws(TileStorageError) -> Result {
    select.bind(id, at: 1)
    defer { select.reset() }
    let missing = TileStorageError.outputChanged(path: path, found: "an image that is missing")
    guard try select.step() else { throw missing }
    return try select.withBlob(0) { (raw) throws(TileStorageError) in
      guard let raw else { throw missing }
      return try body(raw)
    }
  }
}
