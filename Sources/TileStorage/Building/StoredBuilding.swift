import LayerDocuments
package import TileModel

/// A building's folder: its `building.json` and the stores of its floors.
///
/// Nothing outside the folder is read: links below it are not followed.
package struct StoredBuilding: Sendable {
  package var path: String { folder.path }
  package let documentPath: String
  package let definition: BuildingDefinition
  let files: [String]
  let folder: StoreFolder
  let documentName: String

  package init?(path: String) throws(TileStorageError) {
    guard let (folder, name, bytes) = try Self.document(at: path) else { return nil }
    try self.init(decoding: bytes, named: name, in: folder)
  }

  init(
    decoding bytes: [UInt8], named name: String, in folder: StoreFolder
  ) throws(TileStorageError) {
    documentName = name
    documentPath = folder.path(of: name)
    self.folder = folder
    do throws(LayerDocumentError) {
      let document = try BuildingDocument(decoding: bytes)
      (definition, files) = (document.definition, document.files)
    } catch {
      throw .layerDocument(error, path: documentPath)
    }
  }

  package static func isBuilding(_ path: String) throws(TileStorageError) -> Bool {
    try document(at: path) != nil
  }

  package func inspect(
    _ floor: BuildingDefinition.Floor, scratch: String = FileSystem.temporaryFolder,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) -> StoreInspection {
    let location = try location(of: floor)
    return try StoreInspection(
      path: location.path, definition: location.definition, scratch: scratch,
      isCancelled: isCancelled)
  }

  package func open(
    _ floor: BuildingDefinition.Floor
  ) throws(TileStorageError) -> (path: String, reader: any TileReader) {
    let location = try location(of: floor)
    guard let definition = location.definition else {
      return (location.path, try openTileStore(location.path))
    }
    let reader = try DirectoryTileReader(StoreFolder(location.path), describedBy: definition)
    return (location.path, reader)
  }

  private func location(
    of floor: BuildingDefinition.Floor
  ) throws(TileStorageError) -> (path: String, definition: FoundDefinition?) {
    let definition = try layerDefinition(of: floor)
    guard let template = try definition.document().tilePath else {
      guard let store = try SiblingStore(ofDocument: floor.layer, in: folder) else {
        throw .layerDocument(
          .missing(key: "tilepyramid.path", expected: "the path of a tile, as in a directory"),
          path: definition.path)
      }
      return (try storePath(store.path), nil)
    }
    try TilePathRules.validate(template)
    let names = floor.layer.split(separator: "/").dropLast().map(String.init)
    let name = (names + TilesFolder(template).folders).joined(separator: "/")
    return (try storePath(name), definition)
  }

  func layerDefinition(
    of floor: BuildingDefinition.Floor
  ) throws(TileStorageError) -> FoundDefinition {
    guard let found = try FoundDefinition(named: floor.layer, in: folder) else {
      throw missing(floor.layer)
    }
    return found
  }

  private func storePath(_ name: String) throws(TileStorageError) -> String {
    let path = folder.path(of: name)
    try folder.refuseLinks(on: name)
    let kind = try folder.kind(of: name)
    guard kind != nil || name.isEmpty else { throw missing(name) }
    return path
  }

  private func missing(_ name: String) -> TileStorageError {
    .corrupt(
      path: folder.path(of: name), location: "what \(documentName) names is missing",
      found: "nothing", expected: "all that the build wrote, also in a copy of the building")
  }

  private static func document(
    at path: String
  ) throws(TileStorageError) -> (folder: StoreFolder, name: String, bytes: [UInt8])? {
    let limit = BuildingDocument.maximumByteCount + 1
    switch try FileSystem.kind(of: path, followingLinks: true) {
    case .directory:
      let folder = try StoreFolder(path)
      guard let bytes = try folder.contents(of: BuildingDocument.fileName, upTo: limit),
        BuildingDocument.carriesMark(bytes) || !FoundDefinition.isJSON(bytes)
      else { return nil }
      return (folder, BuildingDocument.fileName, bytes)
    case .file where path.lowercased().hasSuffix(".json"):
      let bytes = try FileSystem.read(path, upTo: limit)
      let location = OutputPath(path)
      guard
        BuildingDocument.carriesMark(bytes)
          || location.name == BuildingDocument.fileName && !FoundDefinition.isJSON(bytes)
      else { return nil }
      return (try StoreFolder(location.folder), location.name, bytes)
    default: return nil
    }
  }
}
