package import LayerDocuments
package import TileModel

/// A single-file store with a layer definition beside it, such as `NAME.mbtiles` and `NAME.layer.json`.
///
/// The definition in the file wins over the one beside it: after a kill between two renames it describes
/// the actual tiles.
package struct DescribedStore: Hashable, Sendable {
  package let definition: LayerDefinition
  package let warning: String?

  init(
    documentPath: String, document: LayerDefinitionDocument,
    store: (format: StoreFormat, reader: any TileReader)?
  ) {
    definition = store?.reader.definition ?? document.definition
    warning =
      if let store, definition != document.definition {
        Self.warning(of: documentPath, beside: store.format)
      } else {
        nil
      }
  }

  package init(documentPath: String, document: LayerDefinitionDocument) throws(TileStorageError) {
    var opened: (format: StoreFormat, reader: any TileReader)?
    if document.tilePath == nil, let store = try SiblingStore(ofDocument: documentPath),
      try store.isThere
    {
      opened = (store.format, try store.open())
    }
    self.init(documentPath: documentPath, document: document, store: opened)
  }

  /// `nil` where both agree, where none is beside it, and for a directory.
  package static func warning(
    besideStore path: String, holding definition: LayerDefinition
  ) throws(TileStorageError) -> String? {
    guard try FileSystem.kind(of: path, followingLinks: true) == .file else { return nil }
    let format = try StoreFormat(detectedAt: path)
    guard let file = format.file else { return nil }
    let sidecar = file.document(beside: OutputPath(path))
    guard try FileSystem.kind(of: sidecar, followingLinks: true) == .file else { return nil }
    do throws(TileStorageError) {
      let bytes = try FileSystem.read(sidecar, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      let document = try LayerDefinitionDocument(decoding: bytes, from: sidecar)
      if document.definition == definition { return nil }
    } catch {
      if !error.isFinding { throw error }
    }
    return warning(of: sidecar, beside: format)
  }

  package static func warning(ofDefinitionIn reader: any TileReader) -> String? {
    reader.definitionFault.map { fault in
      "\(fault.report.location ?? ""): \(fault.report.what); the tiles are read without it,"
        + " as those of another program"
    }
  }

  private static func warning(of document: String, beside format: StoreFormat) -> String {
    "\(document): not the layer definition in the \(format.title) file beside it, which counts"
  }
}

/// A single-file store that a layer definition beside it describes, whether it exists or not.
package struct SiblingStore: Sendable {
  private static let ending = ".layer.json"

  package let path: String
  package let format: StoreFormat

  package static func candidates(ofDocument path: String) -> [SiblingStore] {
    guard path.hasSuffix(ending) else { return [] }
    let stem = String(path.dropLast(ending.count))
    let files = StoreFormat.all.compactMap { format in format.file.map { (format, $0) } }
    let named = files.filter {
      $1.documentKeepsExtension && stem.lowercased().hasSuffix("." + $1.fileExtension)
    }
    if let (format, _) = named.first { return [SiblingStore(path: stem, format: format)] }
    return files.filter { !$1.documentKeepsExtension }.map {
      SiblingStore(path: "\(stem).\($1.fileExtension)", format: $0)
    }
  }

  private init(path: String, format: StoreFormat) {
    self.path = path
    self.format = format
  }

  package init?(ofDocument path: String, in folder: StoreFolder? = nil) throws(TileStorageError) {
    let candidates = Self.candidates(ofDocument: path)
    for candidate in candidates.dropLast() {
      let location = folder?.path(of: candidate.path) ?? candidate.path
      if try FileSystem.kind(of: location, followingLinks: false) != nil {
        self = candidate
        return
      }
    }
    guard let last = candidates.last else { return nil }
    self = last
  }

  package var name: String { OutputPath(path).name }

  package var isThere: Bool {
    get throws(TileStorageError) { try FileSystem.kind(of: path, followingLinks: true) != nil }
  }

  /// Opens the store of an absolute path.
  package func open() throws(TileStorageError) -> any TileReader { try format.open(path, nil) }
}
