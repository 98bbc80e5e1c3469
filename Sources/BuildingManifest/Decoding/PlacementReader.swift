import Georeferencing
import TilePyramid

/// Reads where a floor's image is.
///
/// A way that the floor states replaces the building's; what goes with a way is the floor's or else
/// the building's.
struct PlacementReader {
  let floor: FloorMapping

  private var map: ManifestMapping { floor.map }

  func placement() throws(ManifestError) -> FloorPlacement {
    let own = try way(in: map)
    let inherited = own == nil ? try way(in: floor.building) : nil
    var chosen = own ?? inherited
    // The floor with which all others are aligned is not aligned with itself.
    if own == nil, let entry = inherited, entry.key == "align",
      try alignment(entry.value).reference == floor.id
    {
      chosen = nil
    }
    for key in ManifestKeys.companions {
      guard let entry = map.entry(key), !ManifestKeys.companions(of: chosen?.key).contains(key)
      else { continue }
      throw .noEffect(
        key, at: entry.location,
        reason: chosen.map { "\(map.owner) is placed by \($0.key)" }
          ?? "\(map.owner) is placed by a file beside its image")
    }
    let crs = try floor.shared("crs").map { node throws(ManifestError) in try Self.crs(node) }
    guard let chosen else {
      return FloorPlacement(way: .sidecar, crs: crs, location: map.location)
    }
    return FloorPlacement(
      way: try read(chosen, crs: crs), crs: crs, location: chosen.value.location)
  }

  private func way(in map: ManifestMapping) throws(ManifestError) -> ManifestNode.Entry? {
    let stated = ManifestKeys.ways.compactMap { map.entry($0) }
    if stated.count > 1 {
      throw .exclusiveKeys(stated[0].key, stated[1].key, at: stated[1].location, owner: map.owner)
    }
    return stated.first
  }

  private func read(
    _ entry: ManifestNode.Entry, crs: CoordinateReferenceSystem?
  ) throws(ManifestError) -> FloorPlacement.Way {
    let node = entry.value
    var settings = PyramidSettings()
    settings.crs = crs
    var stated = [entry]
    for key in ["transform", "anchor-pixel", "bearing", "feature"]
    where ManifestKeys.companions(of: entry.key).contains(key) {
      stated += [map.entry(key) ?? floor.building.entry(key)].compactMap(\.self)
    }
    if entry.key == "anchor" { stated.append(try sampleSize(at: node)) }
    if entry.key == "gcps" { settings.controlPoints = try controlPoints(node) }
    for entry in stated {
      for setting in PlacementSettings.settings where setting.name == entry.key {
        try entry.value.state(setting, in: &settings, of: "floor \(floor.id)")
      }
    }
    if entry.key == "align" {
      let (reference, transform) = try alignment(node)
      // A similarity, because floors of one building are drawn alike, and three lifts that fit a
      // similarity confirm each other, where any three fit an affine transform.
      return .aligned(to: reference, kind: transform ?? settings.transform ?? .similarity)
    }
    let placement = try floor.located(node) { () throws(GeoreferenceError) in try settings.placement
    }
    return placement.map(FloorPlacement.Way.stated) ?? .sidecar
  }

  private func controlPoints(_ node: ManifestNode) throws(ManifestError) -> ControlPointSet {
    let expected = "[px, py, lat, lng], such as [512, 384, 47.3769, 8.5417]"
    var named: [(String?, ManifestNode)] = []
    switch node.content {
    case .list(let items):
      named = items.map { item in
        // A point with a name is a mapping of it alone.
        item.entries.count == 1 ? (item.entries[0].key, item.entries[0].value) : (nil, item)
      }
    case .mapping(let entries): named = entries.map { ($0.key, $0.value) }
    default: throw node.wrong("gcps", "a list or a mapping by name of \(expected)")
    }
    var points: [ControlPoint] = []
    for (name, item) in named {
      let text = try item.numbers(
        name.map { "the point \($0.manifestExcerpt)" } ?? "a control point", count: 4,
        expected: expected)
      let point = try floor.located(item) { () throws(GeoreferenceError) in
        try ControlPoint(optionText: text, option: "gcps")
      }
      points.append(ControlPoint(pixel: point.pixel, position: point.position, name: name))
    }
    return ControlPointSet(crs: .geographic, points: points)
  }

  /// That of the floor, else of the building.
  private func sampleSize(at node: ManifestNode) throws(ManifestError) -> ManifestNode.Entry {
    for map in [map, floor.building] {
      let stated = ["metres-per-pixel", "scale"].compactMap { map.entry($0) }
      if stated.count > 1 {
        throw .noEffect(
          stated[1].key, at: stated[1].location, reason: "\(map.owner) has \(stated[0].key)")
      }
      if let entry = stated.first { return entry }
    }
    throw .missingKey(
      "metres-per-pixel or scale", at: node.location, owner: "\(map.owner), placed by anchor,",
      example: "metres-per-pixel: 0.02, or scale: 1:100")
  }

  /// `align: L1`, or a mapping with `to`, `transform` and `points`.
  private func alignment(
    _ node: ManifestNode
  ) throws(ManifestError) -> (reference: String, transform: TransformKind?) {
    if case .text(let id) = node.content { return (id, nil) }
    let map = try Self.alignmentMapping(node)
    let reference = try map.required("to", example: "to: L1").text("to", expected: "a floor's id")
    return (reference, try map["transform"]?.choice("transform"))
  }

  static func alignmentMapping(_ node: ManifestNode) throws(ManifestError) -> ManifestMapping {
    try ManifestMapping(
      node, of: "align", keys: ["to", "transform", "points"], expected: "a floor's id")
  }

  static func crs(_ node: ManifestNode) throws(ManifestError) -> CoordinateReferenceSystem {
    let expected = "a coordinate reference system, such as EPSG:3857 or EPSG:32633"
    let text = try node.text("crs", expected: expected)
    return try rethrowing(try CoordinateReferenceSystem(parsing: text)) { (_: GeoreferenceError) in
      node.wrong("crs", expected)
    }
  }

  static func pixel(_ node: ManifestNode, _ key: String) throws(ManifestError) -> PixelPoint {
    let expected = "[x, y] in pixels from the top left corner, y down"
    let text = try node.numbers(key, count: 2, expected: expected)
    return try rethrowing(try PixelPoint(optionText: text, option: key)) { (_: GeoreferenceError) in
      node.wrong(key, expected)
    }
  }
}
