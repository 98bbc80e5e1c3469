import Foundation
import TileModel

/// Reads the polygons of a GeoJSON file (RFC 7946, and the `crs` member of its predecessor).
public enum CutlineFile {
  /// Reads polygons.
  ///
  /// Every `Polygon` and `MultiPolygon` of the file counts, wherever it is. Coordinates are longitude
  /// and latitude unless a `crs` member names another system. Edges are straight in that system.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The file, for messages.
  /// - Returns: The polygons on the map.
  /// - Throws: ``GeoreferenceError`` when it is no GeoJSON, has no polygon, or is off the globe.
  public static func area(bytes: [UInt8], path: String) throws(GeoreferenceError) -> ClipArea {
    let document: GeoJSONDocument
    do {
      document = try JSONDecoder().decode(GeoJSONDocument.self, from: Data(bytes))
    } catch {
      throw .malformedFile(
        path: path, line: 1, column: nil, found: "no readable GeoJSON",
        expected: "a GeoJSON file with a Polygon or MultiPolygon")
    }
    let crs: CoordinateReferenceSystem
    if let name = document.crs?.properties?.name {
      crs = try CoordinateReferenceSystem(parsing: name, place: path)
    } else {
      crs = .geographic
    }
    let found = document.geometries.flatMap(\.polygons)
    guard !found.isEmpty else {
      throw .malformedFile(
        path: path, line: 1, column: nil, found: "no polygon",
        expected: "a GeoJSON file with a Polygon or MultiPolygon")
    }
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

  /// Reads the file at a path.
  ///
  /// - Throws: ``GeoreferenceError`` as for bytes, or when the file cannot be read.
  public static func area(path: String) throws(GeoreferenceError) -> ClipArea {
    try area(bytes: TextFile.read(path), path: path)
  }

  /// The most positions of all rings on the map.
  private static let positionLimit = 1_000_000

  private static func read(
    _ ring: [[Double]], crs: CoordinateReferenceSystem, limit: Int, path: String
  ) throws(GeoreferenceError) -> [MercatorPoint] {
    var points: [CRSPoint] = []
    for position in ring {
      guard position.count >= 2, position[0].isFinite, position[1].isFinite else {
        throw .notFinite(place: path)
      }
      var point = CRSPoint(x: position[0], y: position[1])
      if crs == .geographic {
        try GeographicCoordinate(latitude: point.y, longitude: point.x)
          .checkedForDegrees(place: path)
        // No edge of a real outline spans half the world: such a one crosses the antimeridian.
        if let last = points.last { point.x = point.x.wrapped(around: last.x, halfTurn: 180) }
      }
      guard crs.mercator(of: point).x.isFinite else {
        throw .outsideSystem(point, crs: crs.name, place: path)
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
        found: "outlines that bend at more than \(positionLimit) places of the map",
        expected: "shorter or fewer edges")
    }
    return line
  }
}

/// The members of a GeoJSON object that matter.
private struct GeoJSONDocument: Decodable {
  struct System: Decodable {
    struct Properties: Decodable {
      var name: String?
    }
    var properties: Properties?
  }

  struct Feature: Decodable {
    var geometry: GeoJSONGeometry?
  }

  var crs: System?
  private var features: [Feature]?
  private var geometry: GeoJSONGeometry?
  private let own: GeoJSONGeometry

  var geometries: [GeoJSONGeometry] {
    [own] + (features ?? []).compactMap(\.geometry) + [geometry].compactMap(\.self)
  }

  private enum CodingKeys: CodingKey {
    case crs
    case features
    case geometry
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    crs = try container.decodeIfPresent(System.self, forKey: .crs)
    features = try container.decodeIfPresent([Feature].self, forKey: .features)
    geometry = try container.decodeIfPresent(GeoJSONGeometry.self, forKey: .geometry)
    own = try GeoJSONGeometry(from: decoder)
  }
}

/// The polygons of a geometry; other kinds have none.
private struct GeoJSONGeometry: Decodable {
  /// By polygon, ring, position, coordinate.
  var polygons: [[[[Double]]]]

  private enum CodingKeys: CodingKey {
    case type
    case coordinates
    case geometries
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .type) {
    case "Polygon":
      polygons = [try container.decode([[[Double]]].self, forKey: .coordinates)]
    case "MultiPolygon":
      polygons = try container.decode([[[[Double]]]].self, forKey: .coordinates)
    case "GeometryCollection":
      polygons = try container.decode([GeoJSONGeometry].self, forKey: .geometries)
        .flatMap(\.polygons)
    default: polygons = []
    }
  }
}
