import TileModel
import TileStorage

/// Compares metadata of a store with the specification and with the tiles.
///
/// MBTiles 1.3, "Metadata"; PMTiles 3, "JSON Metadata".
struct MetadataChecks {
  let rows: [StoredMetadataRow]
  let rules: MetadataRules
  let stated: StatedMetadata
  let index: TileIndex
  let collector: FindingCollector

  private static let names = [
    "name", "format", "bounds", "center", "minzoom", "maxzoom", "attribution", "description",
    "type", "version", "json",
  ]

  func run() {
    checkNames()
    checkValues()
    checkBounds()
    checkCenter()
    checkZooms()
  }

  /// Tiles of another format are reported singly unless all have it.
  func checkFormat(_ formats: [TileFormat: TileTally]) {
    if stated.values["format"] == nil {
      guard rules.statesFormat else { return }
      // Every reader shows tiles whose signatures agree.
      let isRequired = rules.required.contains("format") && formats.count != 1
      collector.add(
        isRequired ? .metadataRequired : .metadataImplied, at: "metadata",
        found: "no row format", expected: "a row format")
      return
    }
    guard let format = stated.format, !formats.isEmpty, formats[format] == nil else { return }
    collector.add(
      .metadataFormat, at: "metadata row format", found: stated.values["format"] ?? "",
      expected: formats.keys.map(\.rawValue).sorted().joined(separator: " or ")
        + ", which the tiles are")
  }

  private func checkNames() {
    if rules.required.contains("name"), stated.values["name"] == nil {
      collector.add(.metadataRequired, at: "metadata", found: "no row name", expected: "a row name")
    }
    var seen: Set<String> = []
    for row in rows {
      guard let name = row.name else {
        collector.add(
          .metadataUnique, at: "metadata", found: "a row without a name", expected: "a name")
        continue
      }
      if !seen.insert(name).inserted {
        collector.add(
          .metadataUnique, at: "metadata row \(name)", found: "another row of that name",
          expected: "one")
      }
      if row.value == nil {
        collector.add(
          .metadataValues, at: "metadata row \(name)", found: "no text", expected: "a value")
      }
      let plain = Self.plain(name)
      if !Self.names.contains(name), let proper = Self.names.first(where: { $0 == plain }) {
        collector.add(.metadataSpelling, at: "metadata row \(name)", found: name, expected: proper)
      }
    }
    if let text = stated.values["format"], let format = stated.format, text != format.rawValue {
      collector.add(
        .metadataSpelling, at: "metadata row format", found: text, expected: format.rawValue)
    }
  }

  private static func plain(_ name: String) -> String {
    let plain = name.lowercased().filter { $0.isLetter }
    return plain == "centre" ? "center" : plain
  }

  private func checkValues() {
    if let kind = stated.values["type"], LayerDefinition.Kind(rawValue: kind) == nil {
      collector.add(
        .metadataValues, at: "metadata row type", found: kind, expected: "overlay or baselayer")
    }
    if let version = stated.values["version"], !rules.isVersion(version) {
      collector.add(
        .metadataValues, at: "metadata row version", found: version, expected: rules.version)
    }
  }

  private func checkBounds() {
    guard let text = stated.values["bounds"], stated.bounds == nil else { return }
    collector.add(
      .metadataBounds, at: "metadata row bounds", found: text,
      expected: "west,south,east,north in degrees, south below north, with an area")
  }

  private func checkCenter() {
    guard let text = stated.values["center"] else { return }
    func report(_ expected: String) {
      collector.add(.metadataCenter, at: "metadata row center", found: text, expected: expected)
    }
    guard let parts = NumberText.list(text), parts.count == 3, parts[2].rounded() == parts[2]
    else { return report("longitude,latitude,zoom") }
    if let bounds = stated.bounds {
      let slack = 1e-6
      let isInside =
        bounds.west <= bounds.east
        ? (bounds.west - slack...bounds.east + slack).contains(parts[0])
        : parts[0] >= bounds.west - slack || parts[0] <= bounds.east + slack
      guard isInside, (bounds.south - slack...bounds.north + slack).contains(parts[1]) else {
        return report("a position inside the bounds \(stated.values["bounds"] ?? "")")
      }
    }
    let low = stated.values["minzoom"].flatMap { Int($0) } ?? 0
    let high = stated.values["maxzoom"].flatMap { Int($0) } ?? TileCoordinate.maximumZoom
    if parts[2] < Double(low) || parts[2] > Double(high) { report("a zoom of \(low) to \(high)") }
  }

  private func checkZooms() {
    for (name, zoom) in [("minzoom", index.zooms.first), ("maxzoom", index.zooms.last)] {
      guard let text = stated.values[name] else { continue }
      guard let value = Int(text), (0...TileCoordinate.maximumZoom).contains(value) else {
        collector.add(
          .metadataZooms, at: "metadata row \(name)", found: text, expected: "a zoom, 0 to 30")
        continue
      }
      if let zoom, zoom != value {
        let isEarly = name == "minzoom" && value < zoom
        collector.add(
          isEarly ? .metadataMinzoom : .metadataZooms, at: "metadata row \(name)", found: text,
          expected: "\(zoom), as the tiles are")
      }
    }
  }
}
