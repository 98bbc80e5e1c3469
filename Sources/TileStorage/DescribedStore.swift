package import TileModel

/// An MBTiles file with a layer definition beside it, `NAME.mbtiles` and `NAME.layer.json`.
///
/// The definition is in the file as well. When one of the two was replaced and the other was not, as by a
/// kill between the renames, the one in the file tells of the tiles that are there; so it counts.
package struct DescribedStore: Hashable, Sendable {
  private static let ending = ".layer.json"

  /// The document beside the file.
  package let documentPath: String
  /// The definition that counts.
  package let definition: LayerDefinition
  /// Whether the document beside the file says something else.
  package let differs: Bool

  /// The name of the MBTiles file that the name of a document stands for, or `nil`.
  package static func storeName(ofDocument name: String) -> String? {
    name.hasSuffix(ending) ? "\(name.dropLast(ending.count)).mbtiles" : nil
  }

  /// Compares a document with the definition in the file beside it.
  ///
  /// - Parameters:
  ///   - documentPath: The path of the document.
  ///   - document: What it says.
  ///   - store: The open file; `nil` when there is none, so that the document stands alone.
  package init(
    documentPath: String, document: LayerDefinitionDocument, store: (any TileReader)?
  ) {
    self.documentPath = documentPath
    let inner = store?.definition
    definition = inner ?? document.definition
    differs = inner != nil && inner != document.definition
  }

  /// Reads a document, and the definition in the MBTiles file beside it if there is one.
  ///
  /// - Throws: ``TileStorageError``.
  package init(
    documentPath: String, document: LayerDefinitionDocument
  ) throws(TileStorageError) {
    var store: MBTilesReader?
    let place = OutputPath(documentPath)
    if document.tilePath == nil, let name = Self.storeName(ofDocument: place.name),
      try FileSystem.kind(of: place.folder + "/" + name, followingLinks: true) != nil
    {
      store = try MBTilesReader(path: place.folder + "/" + name)
    }
    self.init(documentPath: documentPath, document: document, store: store)
  }

  /// That the document beside an MBTiles file differs from the definition in it, or cannot be read, in
  /// the words of a user; `nil` when it does not, when there is none, and for a folder.
  ///
  /// - Throws: ``TileStorageError`` when it cannot be examined.
  package static func warning(
    besideStore path: String, holding definition: LayerDefinition
  ) throws(TileStorageError) -> String? {
    guard try FileSystem.kind(of: path, followingLinks: true) == .file else { return nil }
    let sidecar = OutputPath(path).layerSidecar
    guard try FileSystem.kind(of: sidecar, followingLinks: true) == .file else { return nil }
    do throws(TileStorageError) {
      let bytes = try FileSystem.read(
        sidecar, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      let document = try LayerDefinitionDocument(decoding: bytes, from: sidecar)
      if document.definition == definition { return nil }
    } catch {
      if !error.isFinding { throw error }
    }
    return "\(sidecar): not the layer definition in the MBTiles file beside it, which counts"
  }

  /// That the two differ, in the words of a user; `nil` when they do not.
  package var warning: String? {
    differs
      ? "\(documentPath): not the layer definition in the MBTiles file beside it, which counts"
      : nil
  }
}
