import TileStorage

extension StoredFile {
  /// What is at a path, following links; `nil` for nothing.
  ///
  /// - Throws: ``TileLayerError/storage(_:)`` when it cannot be examined.
  static func layerKind(of path: String) throws(TileLayerError) -> Kind? {
    do throws(TileStorageError) {
      return try kind(of: path)
    } catch {
      throw .storage(error)
    }
  }
}
