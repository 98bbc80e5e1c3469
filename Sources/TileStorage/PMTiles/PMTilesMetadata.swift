import TileModel

/// What an archive states beside its tiles: in its header, and in its metadata, an object of JSON
/// (PMTiles 3, "JSON Metadata").
struct PMTilesMetadata {
  /// The member that holds the layer definition.
  static let layerMember = "tilepyramid"

  /// The members of the object, in order.
  let members: [JSONValue.Member]

  /// The metadata that an archive holds.
  init(decoding bytes: [UInt8]) throws(Unreadable) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.value(of: bytes)
    } catch {
      throw Unreadable(found: "no JSON")
    }
    guard case .object(let members) = value else { throw Unreadable(found: value.kind) }
    self.members = members
  }

  /// Why metadata cannot be used.
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

  /// The metadata as text.
  var encoded: [UInt8] { Array(JSONValue.object(members).line.utf8) }

  /// The layer definition as text; `nil` where there is none.
  ///
  /// Programs that make an archive of a database copy the row as it is, so that it is a string of JSON.
  var document: [UInt8]? {
    members.first { $0.name == Self.layerMember }.map { member in
      if case .string(let text) = member.value { return Array(text.utf8) }
      return Array(member.value.text.utf8)
    }
  }

  /// The definition in the metadata of an archive.
  func definition(in path: String) -> FoundDefinition? {
    document.map {
      FoundDefinition(path: "\(path), metadata member \(Self.layerMember)", bytes: $0)
    }
  }

  /// The header of a layer, without what its tiles decide.
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
    // As they are read back, in whole steps.
    return PMTilesHeader(header.encoded) ?? header
  }

  /// The names and values of a header and of metadata, the header's first.
  ///
  /// Of a member that the header states, the header counts; values that are no text are as JSON writes them.
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

  /// What the archive of a layer states, as ``TileReader/metadata``.
  static func entries(for definition: LayerDefinition, document: [UInt8]) -> [MetadataEntry] {
    entries(
      header(for: definition), PMTilesMetadata(for: definition, document: document))
  }
}
