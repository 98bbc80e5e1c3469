import Georeferencing
import TileModel
import TilePyramid

/// Reads one floor of a manifest.
struct FloorReader {
  let keys: FloorMapping
  /// It is read beside those of the other floors.
  let levelOfName: FloorLevel?
  let manifest: BuildingManifest

  private var map: ManifestMapping { keys.map }
  private var building: ManifestMapping { keys.building }
  private var id: String { keys.id }

  func floor() throws(ManifestError) -> BuildingManifest.Floor {
    let parts = try PartsReader(floor: keys).parts()
    let imageNode: ManifestNode
    let image: String
    let placement: FloorPlacement
    if let parts, let first = parts.parts.first {
      (imageNode, image, placement) = (parts.node, first.path, first.placement)
    } else {
      imageNode = try map.required("image", example: "image: L1.png")
      image = try imageNode.file("image")
      placement = try PlacementReader(floor: keys).placement()
    }
    let settings = try settings(hasParts: parts != nil)
    let urls = try urlTemplates(settings)
    return BuildingManifest.Floor(
      id: keys.layerID, variant: keys.variant, level: try level(),
      name: settings.layer.name ?? id, image: image, parts: parts?.parts ?? [], settings: settings,
      placement: placement, points: try PointsReader(floor: keys).points(),
      encoding: try encoding(settings), templates: try templates(settings),
      urlTemplate: urls?.standard, retinaURLTemplate: urls?.retina,
      location: map["id"]?.location ?? map.location, imageLocation: imageNode.location)
  }

  private func settings(hasParts: Bool) throws(ManifestError) -> PyramidSettings {
    var settings = PyramidSettings()
    for setting in ManifestKeys.settings {
      guard let node = try node(of: setting, settings, hasParts: hasParts) else { continue }
      if let need = setting.need, need.names.allSatisfy({ keys.shared($0) == nil }) {
        throw .noEffect(setting.name, at: node.location, reason: "no \(need.names[0]) is stated")
      }
      try node.state(setting, in: &settings, of: "floor \(id)")
    }
    settings.options.clips = settings.clips
    return settings
  }

  /// The value that counts for the floor; `settings` has those before it in the table.
  private func node(
    of setting: Setting, _ settings: PyramidSettings, hasParts: Bool
  ) throws(ManifestError) -> ManifestNode? {
    let key = setting.name
    if hasParts ? key == "outline" : ["on-top", "feather"].contains(key) {
      guard let entry = map.entry(key) else { return nil }
      throw .noEffect(
        key, at: entry.location,
        reason: "\(map.owner) has \(hasParts ? "several images" : "one image")")
    }
    if !setting.scope.contains(.floor) { return building[key] }
    // Settings for all floors do not apply to a floor that has a format of its own.
    let ownFormat = map["format"].map { _ in settings.format }
    let inherits =
      switch key {
      case "quality": ownFormat.map { $0.qualities != nil } ?? true
      case "lossless": map["quality"] == nil && ownFormat ?? .webp == .webp
      default: setting.scope.contains(.building)
      }
    return map[key] ?? (inherits ? building[key] : nil)
  }

  private func level() throws(ManifestError) -> FloorLevel {
    guard let node = map["level"] else {
      guard let levelOfName else {
        throw .missingKey(
          "level", at: map.location, owner: map.owner,
          example: "level: with a number, 0 at the ground, -1 for a basement, 0.5 for a mezzanine")
      }
      return levelOfName
    }
    let expected = "a number from -1000 to 1000 in steps of 0.5, 0 at the ground"
    guard let level = FloorLevel(try node.text("level", expected: expected)) else {
      throw node.wrong("level", expected)
    }
    return level
  }

  private func encoding(_ settings: PyramidSettings) throws(ManifestError) -> PyramidEncoding {
    let (choice, store) = (settings.format, manifest.store)
    if !store.holds(choice.tileFormat), let node = keys.shared("format") {
      let reason =
        choice == .hybrid
        ? "since \(store.noun) has one format" : "which the standard of \(store.title) knows"
      throw node.wrong("format", "\(store.formatNames), \(reason)")
    }
    do throws(TileFormatFault) { return try settings.encoding } catch {
      let (key, expected, reason) = error.fault
      let location = keys.shared(key)?.location ?? map.location
      guard let expected else { throw .noEffect(key, at: location, reason: reason) }
      throw .wrongValue(
        key, at: location, found: "\(settings.quality ?? PyramidEncoding.defaultQuality)",
        expected: expected)
    }
  }

  private func templates(_ settings: PyramidSettings) throws(ManifestError) -> TileTemplates {
    let node = building["path"]
    let text = settings.tilePath ?? "{floor}/{z}/{x}/{y}.{ext}"
    if let node, !text.contains("{floor}") {
      throw node.wrong("path", "a template with {floor}, or floors would share names")
    }
    let format = settings.format.tileFormat
    let templates: TileTemplates
    do throws(TileTemplateError) {
      templates = try TileTemplates(text, isPair: settings.options.makesRetinaTiles) {
        text throws(TileTemplateError) in
        try TileTemplate(path: text, floor: keys.layerID, format: format)
      }
    } catch {
      let id = map["id"]?.location ?? map.location
      if case .unusableValue = error { throw ManifestError(error.report, what: "id", at: id) }
      throw ManifestError(error.report, what: "path", at: node?.location ?? id)
    }
    if format == nil, !templates.standard.namesFormat, let node {
      throw node.wrong("path", "a template with {ext}, as tiles differ in format")
    }
    return templates
  }

  private func urlTemplates(_ settings: PyramidSettings) throws(ManifestError) -> TileTemplates? {
    guard let node = building["url"], let url = settings.url else { return nil }
    guard url.contains("{floor}") else {
      throw node.wrong("url", "a template with {floor}, or floors would share addresses")
    }
    return try rethrowing(try settings.urls(ofFloor: keys.layerID)) { (error: TileTemplateError) in
      ManifestError(error.report, what: "url", at: node.location)
    }
  }
}

/// Reads the named points of a floor.
struct PointsReader {
  let floor: FloorMapping

  func points() throws(ManifestError) -> NamedPoints {
    let own = floor.map["points"]
    var aligned: ManifestNode?
    if let align = floor.map["align"], case .mapping = align.content {
      aligned = try PlacementReader.alignmentMapping(align)["points"]
    }
    if own != nil, let aligned {
      throw .exclusiveKeys("points", "align's points", at: aligned.location, owner: floor.map.owner)
    }
    guard let node = own ?? aligned else { return .listed([]) }
    switch node.content {
    case .text: return .file(path: try node.file("points"), location: node.location)
    case .mapping(let entries):
      var points: [NamedPixel] = []
      for entry in entries {
        points.append(
          NamedPixel(
            name: entry.key,
            pixel: try PlacementReader.pixel(
              entry.value, "the point \(entry.key.manifestExcerpt)")))
      }
      return .listed(points)
    default:
      throw node.wrong(
        "points", "a mapping such as {lift: [512, 384]}, or the path of a file name,px,py")
    }
  }
}
