/// Opens a store of any known format, told by what is there, not by its name.
///
/// The layer definition of a directory is its `layer.json` or, for the tiles of a floor, that in the
/// building's folder above.
///
/// - Parameters:
///   - path: The store.
///   - isCancelled: Asked often while tiles are listed or searched for, from any thread; a query or a list
///     then ends with ``TileStorageError/cancelled(path:)``.
/// - Returns: A reader of its format.
/// - Throws: ``TileStorageError`` when there is no such store or it is damaged.
public func openTileStore(
  _ path: String, isCancelled: (@Sendable () -> Bool)? = nil
) throws(TileStorageError) -> any TileReader {
  try StoreFormat(detectedAt: path).open(path, isCancelled)
}
