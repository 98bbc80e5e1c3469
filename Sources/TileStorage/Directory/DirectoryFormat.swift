import LayerDocuments
import TileModel

extension StoreFormat {
  /// A directory in which each tile is a file, with the layer definition at its root.
  public static let directory = StoreFormat(
    rawValue: "directory", title: "directory", noun: "a directory of tiles",
    holdsMixedFormats: true, maximumZoom: TileCoordinate.maximumZoom, file: nil,
    open: { path, isCancelled throws(TileStorageError) in
      let folder = try StoreFolder(path)
      return try DirectoryTileReader(
        folder, describedBy: FoundDefinition(of: folder), isCancelled: isCancelled)
    },
    inspect: { request throws(TileStorageError) in
      let folder = try StoreFolder(request.path)
      let found =
        if let given = request.definition { given } else { try FoundDefinition(of: folder) }
      let definition = DefinitionReading(found)
      func paths(_ document: LayerDefinitionDocument?) throws(TileStorageError) -> TileTemplate? {
        guard let found, let document else { return nil }
        return try found.tilePath(of: document, from: folder)
      }
      let contents = try DirectoryInspection(
        folder, document: definition.document, tilePath: try paths(definition.document),
        retinaPath: try paths(definition.document?.retinaDocument), request)
      return (contents, definition)
    })
}
