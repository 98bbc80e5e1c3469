import TileModel

/// Metadata of an archive, from its header and its JSON object (PMTiles 3, "JSON Metadata").
struct PMTilesMetadata {
  static let layerMember = "tilepyramid"

  let members: [JSONValue.Member]

  init(decoding bytes: [UInt8]) throws(Unreadable) {
    let value = try rethrowing(try JSONParser.value(of: bytes)) { (_: JSONSyntaxError) in
      Unreadable(found: "no JSON")
    }
    guard case .object(let members) = value else { throw Unreadable(found: value.kind) }
    self.members = members
  }

  /// A reason why metadata cannot be used.
  struct Unreadable: Error {
    let found: String
  }

  init(for definition: LayerDefinition, document: [UInt8]) {
    var members = [JSONValue.Member("name", .string(definition.name))]
    if let text = definition.description { members.append(.init("description", .string(text))) }
    if let text = definition.attribution { members.append(.init("attribution", .string(text))) }
    members += [
      .init("type", .string(definition.kind.rawValue)),
      .init("version", .string(definition.version)),
      .init("format", .string(definition.format.rawValue)),
      .init("tileSize", .number(definition.tileSize.rawValue)),
    ]
    if let elevation = definition.elevation {
      members.append(.init("encoding", .string(elevation.encoding.rawValue)))
    }
    do throws(JSONSyntaxError) {
      members.append(.init(Self.layerMember, try JSONParser.value(of: document)))
    } catch {
      // Without a document, as where only the rest is of interest.
    }
    self.members = members
  }

  var encoded: [UInt8] { Array(JSONValue.object(members).line.utf8) }

  /// `nil` where there is none.
  ///
  /// Programs that convert a database copy the row unchanged, so that it is a JSON string.
  var document: [UInt8]? {
    members.first { $0.name == Self.layerMember }.map { member in
      if case .string(let text) = member.value { return Array(text.utf8) }
      return Array(member.value.text.utf8)
    }
  }

  func definition(in path: String) -> FoundDefinition? {
    document.map {
      FoundDefinition(path: "\(path), metadata member \(Self.layerMember)", bytes: $0)
    }
  }

  static func header(for definition: LayerDefinition) -> PMTilesHeader {
    var header = PMTilesHeader()
    header.format = definition.format
    (header.minimumZoom, header.maximumZoom) = (definition.minimumZoom, definition.maximumZoom)
    let (bounds, center) = (definition.displayBounds, definition.displayCenter)
    (header.west, header.south) = (bounds.west, bounds.south)
    (header.east, header.north) = (bounds.east, bounds.north)
    (header.centerLongitude, header.centerLatitude) =
      (center.position.longitude, center.position.latitude)
    header.centerZoom = center.zoom
    // Rounded to whole steps, as they are read back.
    return PMTilesHeader(header.encoded) ?? header
  }

  /// The header wins over the metadata; values other than text are as JSON writes them.
  static func entries(_ header: PMTilesHeader, _ metadata: PMTilesMetadata?) -> [MetadataEntry] {
    func list(_ numbers: [Double]) -> String {
      numbers.map { NumberText.trimmed($0, 7) }.joined(separator: ",")
    }
    var entries = [
      MetadataEntry(name: "minzoom", value: String(header.minimumZoom)),
      MetadataEntry(name: "maxzoom", value: String(header.maximumZoom)),
      MetadataEntry(
        name: "bounds", value: list([header.west, header.south, header.east, header.north])),
      MetadataEntry(
        name: "center",
        value: list([header.centerLongitude, header.centerLatitude]) + ",\(header.centerZoom)"),
    ]
    if let format = header.format {
      entries.insert(MetadataEntry(name: "format", value: format.rawValue), at: 0)
    }
    let stated = Set(entries.map(\.name))
    for member in metadata?.members ?? [] where !stated.contains(member.name) {
      let value = if case .string(let text) = member.value { text } else { member.value.line }
      entries.append(MetadataEntry(name: member.name, value: value))
    }
    return entries
  }

  static func entries(for definition: LayerDefinition, document: [UInt8]) -> [MetadataEntry] {
    entries(header(for: definition), PMTilesMetadata(for: definition, document: document))
  }
}
