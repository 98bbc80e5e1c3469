import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Areas that are used of an image")
struct ClipAreaTests {
  private func area(_ text: String) throws -> ClipArea {
    try CutlineFile.area(bytes: Array(text.utf8), path: "f.geojson")
  }

  static let ring = "[[8,47],[9,47],[9,48],[8,48],[8,47]]"

  @Test(
    "Polygons of a cutline file are found wherever they are",
    arguments: [
      #"{"type":"Polygon","coordinates":[\#(ring)]}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[\#(ring)]}}"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[\#(ring)]]}}]}"#,
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Polygon","coordinates":[\#(ring)]}]}"#,
    ])
  func found(text: String) throws {
    let area = try area(text)
    #expect(area.polygons.count == 1)
    let bounds = try #require(MercatorBounds(enclosing: area.polygons[0].rings.joined()))
    let expected = GeographicBounds(bounds)
    #expect(abs(expected.west - 8) < 1e-9 && abs(expected.north - 48) < 1e-9)
  }

  @Test("Edges of a cutline are straight in the system of the file")
  func straight() throws {
    // From the equator to 60 degrees the straight line in degrees passes 30 at its middle.
    let area = try area(#"{"type":"Polygon","coordinates":[[[0,0],[10,60],[0,60]]]}"#)
    let y = WebMercator.project(GeographicCoordinate(latitude: 30, longitude: 5)).y
    let x = WebMercator.halfExtent / 36
    #expect(area.polygons[0].rings[0].contains { hypot($0.x - x, $0.y - y) < 0.01 })
    let projected = try CutlineFile.area(
      bytes: Array(
        #"{"type":"Polygon","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::32632"}},"coordinates":[[[400000,5200000],[500000,5200000],[500000,5300000]]]}"#
          .utf8), path: "f")
    let zone = try CoordinateReferenceSystem(parsing: "EPSG:32632")
    let middle = zone.mercator(of: CRSPoint(x: 450_000, y: 5_200_000))
    #expect(
      projected.polygons[0].rings[0].contains { hypot($0.x - middle.x, $0.y - middle.y) < 0.01 })
  }

  @Test("A cutline across the antimeridian stays in one piece")
  func antimeridian() throws {
    let area = try area(
      #"{"type":"Polygon","coordinates":[[[179,1],[-179,1],[-179,-1],[179,-1],[179,1]]]}"#)
    let bounds = try #require(MercatorBounds(enclosing: area.polygons[0].rings.joined()))
    #expect(bounds.width < WebMercator.extent / 100)
    let box = try ClipArea(GeographicBounds(west: 179, south: -1, east: -179, north: 1))
    let other = try #require(MercatorBounds(enclosing: box.polygons[0].rings.joined()))
    #expect(abs(other.width - bounds.width) < 1e-6)
    let beyond = try ClipArea(GeographicBounds(west: 179, south: -1, east: 181, north: 1))
    #expect(beyond == box)
  }

  @Test(
    "A cutline that is no polygon is refused",
    arguments: [
      "", "{", "[]", #"{"type":"Point","coordinates":[1,2]}"#,
      #"{"type":"Polygon","coordinates":[[[1,2],[3,4]]]}"#,
      #"{"type":"Polygon","coordinates":[[[1],[3,4],[5,6]]]}"#,
      #"{"type":"Polygon","coordinates":[[[1,95],[3,4],[5,6]]]}"#,
    ])
  func refused(text: String) {
    #expect(georeferenceError { _ = try area(text) } != nil)
  }

  @Test("Cutlines that need millions of positions on the map are refused")
  func endless() {
    let positions = (0..<20_000).map { "[\($0 % 2 == 0 ? -89 : 89),\(-80 + $0 % 160)]" }
    let text = #"{"type":"Polygon","coordinates":[[\#(positions.joined(separator: ","))]]}"#
    let error = georeferenceError { _ = try area(text) }
    #expect(caseName(error) == "malformedFile" && error?.report.found?.contains("1000000") == true)
  }

  @Test("Clip bounds without area are refused")
  func empty() {
    let bounds = GeographicBounds(west: 8, south: 48, east: 9, north: 47)
    #expect(
      georeferenceError { _ = try ClipArea(bounds) }
        == .emptyBounds(bounds, location: "`clipBounds`"))
  }
}
