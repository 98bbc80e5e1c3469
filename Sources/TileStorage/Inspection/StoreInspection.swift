package import LayerDocuments
package import TileModel

/// Contents of a store of any format, read without trusting it.
package struct StoreInspection: Sendable {
  package let path: String
  package let format: StoreFormat
  package let contents: any InspectedStore
  package let document: LayerDefinitionDocument?
  package let documentLocation: String?
  package let documentBytes: [UInt8]
  package let documentFault: TileStorageError?

  /// The layer definition of a directory is its `layer.json` or, for the tiles of a floor, that in the
  /// building's folder above.
  package init(
    path: String, layerFile: String? = nil, scheme: TileScheme? = nil,
    scratch: String = FileSystem.temporaryFolder, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    let definition = try layerFile.map { (file) throws(TileStorageError) in
      try FoundDefinition(path: file)
    }
    try self.init(
      path: path, definition: definition, scheme: scheme, scratch: scratch,
      isCancelled: isCancelled)
  }

  init(
    path: String, definition given: FoundDefinition?, scheme: TileScheme? = nil,
    scratch: String = FileSystem.temporaryFolder, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    self.path = path
    format = try StoreFormat(detectedAt: path)
    let found: DefinitionReading
    (contents, found) = try format.inspect(
      InspectionRequest(
        path: path, definition: given, scheme: scheme, scratch: scratch, isCancelled: isCancelled))
    document = found.document
    documentFault = found.fault
    documentLocation = found.definition?.path
    documentBytes = found.definition?.bytes ?? []
  }

  package var retina: StoreInspection? {
    guard let contents = contents.retina, let document = document?.retinaDocument else {
      return nil
    }
    return StoreInspection(retina: contents, document: document, of: self)
  }

  private init(
    retina contents: any InspectedStore, document: LayerDefinitionDocument,
    of whole: StoreInspection
  ) {
    (path, format, documentLocation) = (whole.path, whole.format, whole.documentLocation)
    self.contents = contents
    self.document = document
    // Their statements are a part of the document of all.
    (documentBytes, documentFault) = ([], nil)
  }

  package var tiles: TileIndex { contents.tiles }
}

extension LayerDefinitionDocument {
  package func restatements(notIn bytes: [UInt8]) -> [String] {
    do {
      let stated = try JSONParser.value(of: bytes)
      let implied = try JSONParser.value(of: encoded())
      return Self.differences(stated, implied, prefix: "")
        + Self.differences(
          stated["tilepyramid"] ?? .null, implied["tilepyramid"] ?? .null, prefix: "tilepyramid.")
    } catch {
      return []
    }
  }

  private static func differences(
    _ stated: JSONValue, _ implied: JSONValue, prefix: String
  ) -> [String] {
    guard case .object(let members) = implied else { return [] }
    return members.compactMap { member in
      guard member.name != "tilepyramid", let value = stated[member.name],
        value.canonical != member.value.canonical
      else { return nil }
      return prefix + member.name
    }
  }
}

extension JSONValue {
  fileprivate var canonical: JSONValue {
    switch self {
    case .number(let text): Double(text).map { .number($0.description) } ?? self
    case .array(let items): .array(items.map(\.canonical))
    case .object(let members):
      .object(members.map { Member($0.name, $0.value.canonical) }.sorted { $0.name < $1.name })
    case .null, .boolean, .string: self
    }
  }
}
