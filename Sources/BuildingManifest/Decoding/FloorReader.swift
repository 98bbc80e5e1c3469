import Foundation
import RasterSources
import TileImaging
import TileModel
import TilePyramid

/// Reads one floor of a manifest.
struct FloorReader {
  private let keys: FloorMapping
  private let manifest: BuildingManifest

  private var map: ManifestMapping { keys.map }
  private var building: ManifestMapping { keys.building }
  private var id: String { keys.id }

  init(
    _ node: ManifestNode, number: Int, building: ManifestMapping, manifest: BuildingManifest
  ) throws(ManifestError) {
    keys = try FloorMapping(node, number: number, building: building, path: manifest.path)
    self.manifest = manifest
  }

  func floor() throws(ManifestError) -> BuildingManifest.Floor {
    let imageNode = try map.required("image", example: "image: L1.png")
    let idPlace = map["id"]?.place ?? map.place
    let format: TileFormat = try shared("format")?.choice("format", among: [.png]) ?? .png
    return BuildingManifest.Floor(
      id: id, level: try level(), name: try map["name"]?.text("name") ?? id,
      description: try map["description"]?.text("description"),
      attribution: try map["attribution"]?.text("attribution") ?? manifest.attribution,
      image: try keys.file(imageNode, "image"), vector: try vector(),
      placement: try PlacementReader(floor: keys).placement(),
      points: try PointsReader(floor: keys).points(), options: try options(), format: format,
      effort: try shared("effort")?.choice("effort") ?? .balanced,
      kind: try shared("type")?.choice("type") ?? .overlay,
      zIndex: try shared("z-index")?.integer(
        "z-index", in: Int(Int32.min)...Int(Int32.max), expected: "a whole number of 32 bits") ?? 0,
      opacity: try shared("opacity")?.number("opacity", in: 0...1, expected: "0 to 1") ?? 1,
      template: try template(format: format), urlTemplate: try urlTemplate(format: format),
      place: idPlace, imagePlace: imageNode.place)
  }

  private func shared(_ key: String) -> ManifestNode? { keys.shared(key) }

  private func level() throws(ManifestError) -> Int {
    guard let node = map["level"] else {
      guard let level = StoreyName.number(ofIdentifier: id) else {
        throw .missingKey(
          "level", at: map.place, owner: map.owner,
          example: "level: with a whole number, 0 at the ground, -1 for a basement")
      }
      return level
    }
    return try node.integer(
      "level", in: -1000...1000,
      expected: "a whole number, 0 at the ground; a mezzanine takes a number of its own")
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
    options.keepsEmptyTiles = try shared("keep-empty")?.boolean("keep-empty") ?? false
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
    vector.dotsPerInch = try shared("dpi")?.number("dpi", in: 1...9600, expected: "1 to 9600")
    if let node = shared("layers") { vector.layers = try node.names("layers") }
    return vector
  }

  private func zoom(_ key: String) throws(ManifestError) -> Int? {
    guard let node = shared(key) else { return nil }
    let expected = "auto, or 0 to \(TileCoordinate.maximumZoom)"
    if try node.text(key, expected: expected) == "auto" { return nil }
    return try node.integer(key, in: 0...TileCoordinate.maximumZoom, expected: expected)
  }

  private func template(format: TileFormat) throws(ManifestError) -> TileTemplate {
    let node = building["path"]
    let text = try node?.text("path") ?? "{floor}/{z}/{x}/{y}.{ext}"
    if let node, !text.contains("{floor}") {
      throw node.wrong("path", "a template with {floor}, or floors would share names")
    }
    do throws(TileTemplateError) {
      return try TileTemplate(path: text, floor: id, format: format)
    } catch {
      if case .unusableValue = error {
        throw .badTemplate("id", at: map["id"]?.place ?? map.place, error)
      }
      throw .badTemplate("path", at: node?.place ?? map["id"]?.place ?? map.place, error)
    }
  }

  private func urlTemplate(format: TileFormat) throws(ManifestError) -> TileTemplate? {
    guard let node = building["url"] else { return nil }
    let text = try node.text("url")
    guard text.contains("{floor}") else {
      throw node.wrong("url", "a template with {floor}, or floors would share addresses")
    }
    do throws(TileTemplateError) {
      return try TileTemplate(url: text, floor: id, format: format)
    } catch {
      throw .badTemplate("url", at: node.place, error)
    }
  }
}
