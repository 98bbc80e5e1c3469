import Foundation
import Georeferencing
import Mosaics
import RasterSources
import TileImaging
import TileModel
import TilePyramid

/// Reads one floor of a manifest.
struct FloorReader {
  let keys: FloorMapping
  /// The level that the floor's identifier names, beside those of the other floors.
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
      image = try keys.file(imageNode, "image")
      placement = try PlacementReader(floor: keys).placement()
    }
    let idLocation = map["id"]?.location ?? map.location
    let choice = try formatChoice()
    let samples = try samples()
    let cutline = try shared("cutline").map { node throws(ManifestError) in
      try keys.file(node, "cutline")
    }
    var options = try options()
    options.clips = try clips(cutline: cutline)
    let isPair = options.makesRetinaTiles
    let urls = try urlTemplates(format: choice.tileFormat, isPair: isPair)
    return BuildingManifest.Floor(
      id: keys.layerID, variant: keys.variant, level: try level(),
      name: try map["name"]?.text("name") ?? id,
      description: try map["description"]?.text("description"),
      attribution: try map["attribution"]?.text("attribution") ?? manifest.attribution,
      image: image, parts: parts?.parts ?? [],
      onTop: try several("on-top", parts)?.choice("on-top") ?? .last,
      featherWidth: try several("feather", parts)?.integer(
        "feather", in: 1...256, expected: "1 to 256 pixels of the deepest zoom") ?? 0,
      vector: try vector(),
      samples: samples, cutline: cutline, outline: try outline(hasParts: parts != nil),
      placement: placement,
      points: try PointsReader(floor: keys).points(), options: options,
      encoding: try encoding(choice, background: samples.background ?? .white),
      kind: try shared("type")?.choice("type") ?? .overlay,
      zIndex: try shared("z-index")?.integer(
        "z-index", in: Int(Int32.min)...Int(Int32.max), expected: "a whole number of 32 bits") ?? 0,
      opacity: try shared("opacity")?.number("opacity", in: 0...1, expected: "0 to 1") ?? 1,
      templates: try templates(format: choice.tileFormat, isPair: isPair),
      urlTemplate: urls?.standard, retinaURLTemplate: urls?.retina,
      location: idLocation, imageLocation: imageNode.location)
  }

  func shared(_ key: String) -> ManifestNode? { keys.shared(key) }

  /// What goes with several images alone.
  private func several(
    _ key: String, _ parts: (parts: [BuildingManifest.Part], node: ManifestNode)?
  ) throws(ManifestError) -> ManifestNode? {
    if parts != nil { return shared(key) }
    guard let entry = map.entry(key) else { return nil }
    throw .noEffect(key, at: entry.location, reason: "\(map.owner) has one image")
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

  private func options() throws(ManifestError) -> PyramidOptions {
    var options = PyramidOptions()
    options.minimumZoom = try zoom("min-zoom")
    options.maximumZoom = try zoom("max-zoom")
    options.zoomRounding = try shared("zoom-rounding")?.choice("zoom-rounding") ?? .up
    if let node = shared("tile-size") {
      guard let size = Int(try node.text("tile-size")).flatMap(TileSize.init(rawValue:)) else {
        throw node.wrong("tile-size", "256 or 512")
      }
      options.tileSize = size
    }
    options.resampling = try shared("resampling")?.choice("resampling") ?? options.resampling
    options.overviewResampling =
      try shared("overview-resampling")?.choice("overview-resampling") ?? .average
    options.overviewLight = try shared("overview-light")?.choice("overview-light") ?? .srgb
    options.keepsEmptyTiles = try shared("keep-empty")?.boolean("keep-empty") ?? false
    options.makesRetinaTiles = try shared("retina")?.boolean("retina") ?? false
    if let node = shared("max-tiles") {
      options.maximumTileCount = try node.integer(
        "max-tiles", in: 1...Int.max, expected: "1 or more")
    }
    return options
  }

  /// What is drawn of a plan as PDF or SVG; whether it is one shows when the image is opened.
  private func vector() throws(ManifestError) -> VectorPlanOptions {
    var vector = VectorPlanOptions()
    vector.page = try map["page"]?.integer("page", in: 1...Int.max, expected: "a page, from 1")
    vector.dotsPerInch = try keys.dotsPerInch()
    if let node = shared("layers") { vector.layers = try node.names("layers") }
    return vector
  }

  private func zoom(_ key: String) throws(ManifestError) -> Int? {
    guard let node = shared(key) else { return nil }
    let expected = "auto, or 0 to \(TileCoordinate.maximumZoom)"
    if try node.text(key, expected: expected) == "auto" { return nil }
    return try node.integer(key, in: 0...TileCoordinate.maximumZoom, expected: expected)
  }

  private func formatChoice() throws(ManifestError) -> TileFormatChoice {
    guard let node = shared("format") else { return .png }
    let choice: TileFormatChoice = try node.choice("format")
    let store = manifest.store
    guard store.holds(choice.tileFormat) else {
      let reason =
        choice == .hybrid
        ? "since \(store.noun) has one format" : "which the standard of \(store.title) knows"
      throw node.wrong("format", "\(store.formatNames), \(reason)")
    }
    return choice
  }

  private func encoding(
    _ choice: TileFormatChoice, background: OpaqueColor
  ) throws(ManifestError) -> PyramidEncoding {
    // What is said for all floors does not go about a floor that has a format of its own.
    let takesBoth = map["format"] == nil
    let quality =
      map["quality"] ?? (takesBoth || choice.qualities != nil ? building["quality"] : nil)
    let lossless =
      map["lossless"]
      ?? (map["quality"] == nil && (takesBoth || choice == .webp) ? building["lossless"] : nil)
    let qualities = choice.qualities ?? 0...100
    let number = try quality?.integer(
      "quality", in: qualities, expected: "\(qualities.lowerBound) to \(qualities.upperBound)")
    let isLossless = try lossless?.boolean("lossless") ?? false
    let effort: EncodingEffort = try shared("effort")?.choice("effort") ?? .balanced
    do throws(TileFormatFault) {
      return try PyramidEncoding(
        choice, quality: number, isLossless: isLossless, background: background,
        effort: effort)
    } catch {
      switch error {
      case .quality(let number, let allowed):
        throw .wrongValue(
          "quality", at: quality?.location ?? map.location, found: "\(number)",
          expected: "\(allowed.lowerBound) to \(allowed.upperBound)")
      case .qualityWithoutEffect(let reason):
        throw .noEffect("quality", at: quality?.location ?? map.location, reason: reason)
      case .losslessWithoutEffect(let reason):
        throw .noEffect("lossless", at: lossless?.location ?? map.location, reason: reason)
      }
    }
  }

  private func templates(
    format: TileFormat?, isPair: Bool
  ) throws(ManifestError) -> TileTemplates {
    let node = building["path"]
    let text = try node?.text("path") ?? "{floor}/{z}/{x}/{y}.{ext}"
    if let node, !text.contains("{floor}") {
      throw node.wrong("path", "a template with {floor}, or floors would share names")
    }
    let templates: TileTemplates
    do throws(TileTemplateError) {
      templates = try TileTemplates(text, isPair: isPair) { text throws(TileTemplateError) in
        try TileTemplate(path: text, floor: keys.layerID, format: format)
      }
    } catch {
      if case .unusableValue = error {
        throw ManifestError(error.report, what: "id", at: map["id"]?.location ?? map.location)
      }
      throw ManifestError(
        error.report, what: "path", at: node?.location ?? map["id"]?.location ?? map.location)
    }
    if format == nil, !templates.standard.namesFormat, let node {
      throw node.wrong("path", "a template with {ext}, as tiles differ in format")
    }
    return templates
  }

  private func urlTemplates(
    format: TileFormat?, isPair: Bool
  ) throws(ManifestError) -> TileTemplates? {
    guard let node = building["url"] else { return nil }
    let text = try node.text("url")
    guard text.contains("{floor}") else {
      throw node.wrong("url", "a template with {floor}, or floors would share addresses")
    }
    do throws(TileTemplateError) {
      return try TileTemplates(text, isPair: isPair) { text throws(TileTemplateError) in
        try TileTemplate(url: text, floor: keys.layerID, format: format)
      }
    } catch {
      throw ManifestError(error.report, what: "url", at: node.location)
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
      throw .exclusiveKeys(
        "points", "align's points", at: aligned.location, owner: floor.map.owner)
    }
    guard let node = own ?? aligned else { return .listed([]) }
    switch node.content {
    case .text: return .file(path: try floor.file(node, "points"), location: node.location)
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
