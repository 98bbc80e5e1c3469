package import TileModel

/// A building as text: `building.json`.
///
/// It is a JSON object with one object, `"tilepyramid"`, with these members. Equal documents have equal
/// text.
///
/// - `formatVersion`: 2 with a floor between two storeys, else 1.
/// - `building`: an object of `name`, `description`, `attribution` (the last two may be null) and `floors`.
/// - `floors`: objects with `id`, `level`, `name`, `layer` and `digest`.
/// - `level`: -1000 to 1000 in steps of 0.5, unique, or null.
/// - `layer`: the path of the floor's layer definition relative to this document.
/// - `digest`: that of the floor's tiles as in its layer definition, absent when unknown.
/// - `variant`, in each floor of several variants: the variant's `name`, and `floor`, its identifier in the
///   first.
/// - `variants`, beside `floors`: floors of the other variants, which readers without variants skip.
/// - `files`, where there are any: relative paths of the further files beside it.
package struct BuildingDocument: Hashable, Sendable {
  package static let fileName = "building.json"
  package static let maximumByteCount = 4 << 20

  package var definition: BuildingDefinition
  package var files: [String]

  package init(_ definition: BuildingDefinition, files: [String] = []) {
    self.definition = definition
    self.files = files
  }

  package func encoded() throws(LayerDocumentError) -> [UInt8] {
    try validate()
    func list(_ floors: [BuildingDefinition.Floor]) -> JSONValue {
      .array(
        floors.map { entry in
          .members(
            entry.floor.documentMembers + [
              ("layer", .string(entry.layer)), ("digest", entry.digest?.documentValue),
            ])
        })
    }
    let alternatives = definition.floors.filter(\.floor.isAlternative)
    let building = JSONValue.members([
      ("name", .string(definition.name)), ("description", .optional(definition.description)),
      ("attribution", .optional(definition.attribution)), ("floors", list(definition.storeys)),
      ("variants", alternatives.isEmpty ? nil : list(alternatives)),
    ])
    let own = JSONValue.members([
      ("formatVersion", .number(definition.formatVersion)), ("building", building),
      ("files", files.isEmpty ? nil : .strings(files)),
    ])
    return Array(JSONValue.members([("tilepyramid", own)]).text.utf8)
  }

  /// Whether `bytes` are a JSON object whose object `tilepyramid` has a member `building`.
  package static func carriesMark(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= maximumByteCount else { return false }
    do throws(JSONSyntaxError) {
      return try JSONParser.value(of: bytes)["tilepyramid"]?["building"] != nil
    } catch {
      return false
    }
  }

  package init(decoding bytes: [UInt8]) throws(LayerDocumentError) {
    let (_, own) = try DocumentField.document(
      bytes, limit: Self.maximumByteCount, of: "building",
      newestVersion: BuildingDefinition.formatVersion)
    let building = try own.member("building").object()
    let storeys = try building.member("floors").items(of: "floors").map(Self.floor)
    let alternatives = try building.member("variants").list(of: "floors", Self.floor)
    let identifiers = Set(storeys.map(\.floor.id))
    if let stray = alternatives.first(where: {
      !$0.floor.isAlternative || !identifiers.contains($0.floor.storeyID)
    }) {
      throw .invalid(
        key: "tilepyramid.building.variants", found: stray.floor.id,
        expected: "another variant of one of the floors")
    }
    let ofStorey = Dictionary(grouping: alternatives, by: \.floor.storeyID)
    let floors = storeys.flatMap { [$0] + (ofStorey[$0.floor.id] ?? []) }
    self.init(
      BuildingDefinition(
        name: try building.member("name").string(),
        description: try building.member("description").optionalString(),
        attribution: try building.member("attribution").optionalString(), floors: floors),
      files: try own.member("files").list(of: "paths", DocumentField.path))
    try validate()
  }

  private static func floor(
    _ item: DocumentField
  ) throws(LayerDocumentError) -> BuildingDefinition.Floor {
    BuildingDefinition.Floor(
      try LayerDefinition.Floor(item.object()), layer: try item.member("layer").string(),
      digest: try item.member("digest").optional(ContentDigest.init))
  }

  private func validate() throws(LayerDocumentError) {
    let storeys = Set(definition.storeys.map(\.floor.id))
    var identifiers: Set<String> = []
    for (index, entry) in definition.floors.enumerated() {
      let key = "tilepyramid.building.floors[\(index)]"
      guard identifiers.insert(entry.floor.id).inserted else {
        throw .invalid(
          key: "\(key).id", found: entry.floor.id, expected: "an identifier of its own")
      }
      guard storeys.contains(entry.floor.storeyID) else {
        throw .invalid(
          key: "\(key).variant.floor", found: entry.floor.storeyID,
          expected: "the identifier of a floor of the first variant")
      }
      if TileTemplateError.PathFault.first(in: entry.layer) != nil {
        throw .invalid(
          key: "\(key).layer", found: entry.layer, expected: "a path inside the building's folder")
      }
    }
    if let (first, second) = definition.floorsOfOneLevel, let level = second.floor.level {
      throw .invalid(
        key: "tilepyramid.building.floors",
        found: "the floors \(first.floor.id) and \(second.floor.id), both of level \(level)",
        expected: "a level of its own for each floor")
    }
  }
}
