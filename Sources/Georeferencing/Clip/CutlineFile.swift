package import TileModel

/// Reads the polygons of a GeoJSON file (RFC 7946, and the `crs` member of its predecessor).
package enum CutlineFile {
  /// Reads polygons.
  ///
  /// Every `Polygon` and `MultiPolygon` of the file counts, at any depth. Coordinates are longitude and
  /// latitude unless a `crs` member names another system. Edges are straight in that system.
  package static func area(bytes: [UInt8], path: String) throws(GeoreferenceError) -> ClipArea {
    let document = try document(bytes, path: path)
    return try area(of: document, crs: system(of: document, path: path), path: path)
  }

  private static func document(
    _ bytes: [UInt8], path: String
  ) throws(GeoreferenceError) -> JSONValue {
    do throws(JSONSyntaxError) { return try JSONParser.value(of: bytes) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw .malformedFile(
        path: path, line: line, column: nil, found: "no readable GeoJSON: \(error.reason)",
        expected: "a GeoJSON file with a Polygon or MultiPolygon")
    }
  }

  /// The `crs` member of GeoJSON 2008 counts before the system of RFC 7946.
  package static func system(
    of document: JSONValue, path: String
  ) throws(GeoreferenceError) -> CoordinateReferenceSystem {
    guard case .string(let name) = document["crs"]?["properties"]?["name"] else {
      return .geographic
    }
    return try CoordinateReferenceSystem(parsing: name, location: path)
  }

  package static func area(
    of document: JSONValue, crs: CoordinateReferenceSystem, path: String
  ) throws(GeoreferenceError) -> ClipArea {
    guard let found = GeoJSON.polygons(of: document) else {
      throw .malformedFile(
        path: path, line: 1, column: nil, found: "no readable GeoJSON",
        expected: "a GeoJSON file with a Polygon or MultiPolygon")
    }
    guard !found.isEmpty else { throw .noPolygon(path: path, found: "GeoJSON without one") }
    var polygons: [ClipArea.Polygon] = []
    var left = positionLimit
    for rings in found {
      var polygon = ClipArea.Polygon(rings: [])
      for ring in rings {
        let line = try read(ring, crs: crs, limit: left, path: path)
        left -= line.count
        polygon.rings.append(line)
      }
      polygons.append(polygon)
    }
    return ClipArea(polygons: polygons)
  }

  package static func area(path: String) throws(GeoreferenceError) -> ClipArea {
    try area(bytes: bytes(path), path: path)
  }

  private static func bytes(_ path: String) throws(GeoreferenceError) -> [UInt8] {
    if let format = ForeignFormat(leadingBytes: try TextFile.start(path, count: 1024)),
      format != .json
    {
      throw .noPolygon(path: path, found: "a file of the format \(format.rawValue)")
    }
    return try TextFile.read(path)
  }

  /// The largest polygon of a feature, or of the only one that has any.
  ///
  /// A feature is named by its `id`, by its property `id`, `@id` or `name`, or by its number from 1.
  static func polygon(
    path: String, feature: String?
  ) throws(GeoreferenceError) -> ClipArea.Polygon? {
    let document = try document(bytes(path), path: path)
    let crs = try system(of: document, path: path)
    let whole = try area(of: document, crs: crs, path: path)
    var features: [JSONValue] = [document]
    if case .array(let items) = document["features"] { features = items }
    let shown = features.indices.filter { GeoJSON.polygons(of: features[$0])?.isEmpty == false }
    let names = features.map(GeoJSON.names)
    let number = feature.flatMap { Int($0) }.map { $0 - 1 }
    let chosen = feature.map { name in
      features.indices.first { names[$0].contains(name) } ?? features.indices.first { $0 == number }
    }
    guard let index = chosen ?? (shown.count == 1 ? shown[0] : nil) else {
      throw .noFeature(path: path, found: feature, known: shown.compactMap { names[$0].first })
    }
    func size(_ polygon: ClipArea.Polygon) -> Double {
      polygon.bounds.map { $0.width * $0.height } ?? 0
    }
    let chosenArea =
      features.count == 1 ? whole : try area(of: features[index], crs: crs, path: path)
    return chosenArea.polygons.max { size($0) < size($1) }
  }

  private static let positionLimit = 1_000_000

  private static func read(
    _ ring: [[Double]], crs: CoordinateReferenceSystem, limit: Int, path: String
  ) throws(GeoreferenceError) -> [MercatorPoint] {
    var points: [CRSPoint] = []
    for position in ring {
      guard position.count >= 2, position[0].isFinite, position[1].isFinite else {
        throw .notFinite(location: path)
      }
      var point = CRSPoint(x: position[0], y: position[1])
      if crs == .geographic {
        let position = GeographicCoordinate(latitude: point.y, longitude: point.x)
        do throws(GeoreferenceError) { try position.checkedForDegrees(location: path) } catch {
          let swap = error.namingExchange(of: [position], right: nil)
          if case .exchangedAxes = swap { throw swap }
          throw .degreesExpected(at: point, location: path)
        }
        // No edge of a real outline spans half the world: such a one crosses the antimeridian.
        if let last = points.last { point.x = point.x.wrapped(around: last.x, halfTurn: 180) }
      }
      guard crs.mercator(of: point).x.isFinite else {
        throw .outsideSystem(point, crs: crs.name, location: path)
      }
      points.append(point)
    }
    if points.count > 1, points.first == points.last { points.removeLast() }
    guard points.count >= 3 else {
      throw .malformedFile(
        path: path, line: 1, column: nil, found: "a ring of \(points.count) positions",
        expected: "rings of three or more")
    }
    guard let line = crs.ringOnMap(points, limit: limit) else {
      throw .malformedFile(
        path: path, line: 1, column: nil,
        found: "outlines that need more than \(positionLimit) positions on the map",
        expected: "shorter or fewer edges")
    }
    return line
  }
}

/// The geometry of a GeoJSON document.
private enum GeoJSON {
  /// Indices: ring, position, coordinate.
  typealias Polygon = [[[Double]]]

  static func names(of feature: JSONValue) -> [String] {
    let properties = feature["properties"]
    let values = [feature["id"]] + ["id", "@id", "name"].map { properties?[$0] }
    return values.compactMap { value in
      switch value {
      case .string(let text), .number(let text): text
      default: nil
      }
    }
  }

  static func polygons(of object: JSONValue) -> [Polygon]? {
    guard case .string(let type) = object["type"] else { return nil }
    switch type {
    case "FeatureCollection":
      guard case .array(let features) = object["features"] else { return nil }
      return joined(features)
    case "Feature":
      switch object["geometry"] {
      case nil, .null: return []
      case let geometry?: return polygons(of: geometry)
      }
    case "GeometryCollection":
      guard case .array(let geometries) = object["geometries"] else { return nil }
      return joined(geometries)
    case "Polygon": return object["coordinates"].flatMap(polygon).map { [$0] }
    case "MultiPolygon": return object["coordinates"].flatMap { items($0, polygon) }
    default: return []
    }
  }

  private static func joined(_ objects: [JSONValue]) -> [Polygon]? {
    var result: [Polygon] = []
    for object in objects {
      guard let found = polygons(of: object) else { return nil }
      result += found
    }
    return result
  }

  private static func polygon(_ value: JSONValue) -> Polygon? {
    items(value) { ring in items(ring) { position in items(position, number) } }
  }

  private static func number(_ value: JSONValue) -> Double? {
    guard case .number(let text) = value else { return nil }
    return NumberText.double(text)
  }

  private static func items<Item>(_ value: JSONValue, _ read: (JSONValue) -> Item?) -> [Item]? {
    guard case .array(let values) = value else { return nil }
    var result: [Item] = []
    result.reserveCapacity(values.count)
    for value in values {
      guard let item = read(value) else { return nil }
      result.append(item)
    }
    return result
  }
}
