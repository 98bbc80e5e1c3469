import Foundation
import Testing
import TileModel
import TilePyramidTesting

/// Values that the test suites of other projects publish.
@Suite("Published vectors")
struct PublishedVectorTests {
  let grid = TileGrid()

  private func position(_ longitude: Double, _ latitude: Double) -> MercatorPoint {
    WebMercator.project(GeographicCoordinate(latitude: latitude, longitude: longitude))
  }

  @Test(
    "Positions and their tiles are the published ones",
    arguments: [
      (20.6852, 40.1222, 9, 285, 193), (180, -85, 1, 1, 1), (-179, 85, 5, 0, 0),
      (-180, 85.0511, 0, 0, 0), (-180, 85.0511, 1, 0, 0), (-180, 85.0511, 2, 0, 0),
      (0, 0, 0, 0, 0), (0, 0, 1, 1, 1), (0, 0, 2, 2, 2),
      (0, 1, 0, 0, 0), (0, 1, 1, 1, 0), (0, 1, 2, 2, 1), (-87.65, 41.85, 3, 2, 2),
    ])
  func tiles(longitude: Double, latitude: Double, zoom: Int, x: Int, y: Int) {
    #expect(
      grid.tile(containing: position(longitude, latitude), atZoom: zoom)
        == TileCoordinate(zoom: zoom, x: x, y: y))
  }

  @Test(
    "Fractions of the world of planetiler are met, also beyond its edges",
    arguments: [
      (0, 0, 0.5, 0.5), (-180, 0, 0, 0.5), (0, 45, 0.5, 0.359725), (0, -45, 0.5, 0.640275),
      (-198, 86, -0.05, -0.03391287), (198, -86, 1.05, 1.03391287),
    ])
  func worldFractions(longitude: Double, latitude: Double, x: Double, y: Double) {
    let world = grid.worldPixel(of: position(longitude, latitude), atZoom: 0)
    #expect(abs(world.x / 256 - x) < 1e-5)
    #expect(abs(world.y / 256 - y) < 1e-5)
  }

  @Test(
    "Projected positions are the published ones",
    arguments: [
      (0, 0, 0, 0), (30, 50, 3_339_584.7238, 6_446_275.84102),
      (80.11230468750001, 51.9371170300465, 8_918_060.96409, 6_788_763.38325),
      (30, 0, 3_339_584.723798207, 0), (0, 30, 0, 3_503_549.8435043753),
      (38.897957, -77.036560, 4_330_100.766138651, -13_872_207.775755845),
      (180, 85, 20_037_508.342789244, 19_971_868.880408566),
      (0.026949458523585632, 0.08084834874097367, 3000, 9000),
    ])
  func projection(longitude: Double, latitude: Double, x: Double, y: Double) {
    let point = position(longitude, latitude)
    // Five decimals are published at the least.
    #expect(abs(point.x - x) < 1e-4)
    #expect(abs(point.y - y) < 1e-4)
    let back = WebMercator.unproject(point)
    #expect(abs(back.longitude - longitude) < 1e-12)
    #expect(abs(back.latitude - latitude) < 1e-12)
  }

  @Test("An inverse, the equator and the poles of mercantile are met")
  func projectionLimits() {
    let back = WebMercator.unproject(
      MercatorPoint(x: -8_366_731.739810849, y: -1_655_181.9927159143))
    #expect(abs(back.longitude - -75.15963) < 1e-9)
    #expect(abs(back.latitude - -14.704620000000013) < 1e-9)
    #expect(position(0, 0) == MercatorPoint(x: 0, y: 0))
    // The published limit has 16 digits; the last is worth about 1e-7 m here.
    #expect(abs(position(0, WebMercator.maximumLatitude).y - WebMercator.halfExtent) < 1e-6)
    #expect(position(0, 86).y > WebMercator.halfExtent)
    #expect(position(0, 90).y > 2 * WebMercator.halfExtent)
  }

  @Test(
    "Tiles of martin for a box in the far south-west are met",
    arguments: [
      (0, 0, 0, 0, 0), (4, 0, 14, 1, 15), (10, 1, 933, 94, 1014),
      (14, 25, 14931, 1510, 16239), (20, 1638, 955_647, 96665, 1_039_339),
      (30, 1_677_721, 978_583_256, 98_985_574, 1_064_283_385),
    ])
  func farSouthWest(zoom: Int, minX: Int, minY: Int, maxX: Int, maxY: Int) {
    let southWest = position(-179.43749999999955, -84.76987877980656)
    let northEast = position(-146.8124999999996, -81.37446385260833)
    let range = grid.tiles(
      covering: MercatorBounds(
        minX: southWest.x, minY: southWest.y, maxX: northEast.x, maxY: northEast.y), atZoom: zoom)
    #expect(range == TileRange(zoom: zoom, x: minX..<(maxX + 1), y: minY..<(maxY + 1)))
  }

  @Test("Metres of tiles of zoom 2 and degrees of ranges of zoom 5 of martin are met")
  func martinBounds() throws {
    let bounds = grid.bounds(of: try #require(TileCoordinate(zoom: 2, x: 2, y: 2)))
    #expect(abs(bounds.minX) < 1e-6 && abs(bounds.maxY) < 1e-6)
    #expect(abs(bounds.maxX - 10_018_754.171394625) < 1e-6)
    #expect(abs(bounds.minY - -10_018_754.171394625) < 1e-6)
    let first = grid.bounds(of: try #require(TileCoordinate(zoom: 5, x: 1, y: 3)))
    let last = grid.bounds(of: try #require(TileCoordinate(zoom: 5, x: 2, y: 5)))
    let degrees = GeographicBounds(first.union(last))
    #expect(abs(degrees.west - -168.75) < 1e-9)
    #expect(abs(degrees.south - 74.01954331150226) < 1e-9)
    #expect(abs(degrees.east - -146.25) < 1e-9)
    #expect(abs(degrees.north - 81.09321385260837) < 1e-9)
  }

  @Test("The cell size of zoom 24 and the scale of zoom 18 are those of OGC WebMercatorQuad")
  func resolutions() {
    #expect(abs(grid.resolution(atZoom: 24) - 0.009330691929342804) < 1e-16)
    #expect(abs(grid.resolution(atZoom: 18) / 0.00028 - 2132.729583849784) < 1e-9)
  }
}

@Suite("Collected expectations", .enabled(if: TestData.isAvailable))
struct CollectedExpectationTests {
  let grid = TileGrid()

  private func decode<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(TestData.bytes(name)))
  }

  private struct TileMatrixSet: Decodable {
    struct Matrix: Decodable {
      let id: String
      let cellSize: Double
      let scaleDenominator: Double
      let pointOfOrigin: [Double]
      let matrixWidth: Int
    }
    let tileMatrices: [Matrix]
  }

  @Test("Every matrix of WebMercatorQuad is met")
  func webMercatorQuad() throws {
    let set = try decode(TileMatrixSet.self, "numbers/WebMercatorQuad.json")
    #expect(set.tileMatrices.count == 25)
    for (zoom, matrix) in set.tileMatrices.enumerated() {
      #expect(matrix.id == String(zoom))
      #expect(matrix.matrixWidth == 1 << zoom)
      // The published numbers have 16 or fewer digits.
      #expect(abs(grid.resolution(atZoom: zoom) / matrix.cellSize - 1) < 1e-14)
      #expect(abs(grid.resolution(atZoom: zoom) / 0.00028 / matrix.scaleDenominator - 1) < 1e-14)
      #expect(matrix.pointOfOrigin == [-WebMercator.halfExtent, WebMercator.halfExtent])
    }
  }

  private struct Mercantile: Decodable {
    struct Located: Decodable {
      let lonlat: [Double]
      let z: Int
      let xy: [Int]
    }
    struct Covered: Decodable {
      let wsen: [Double]
      let z: Int
      let tiles: [String]?
      let count: Int?
    }
    let tile_of_lonlat: [Located]
    let tiles_of_bbox: [Covered]
    let children: [String: [String]]
  }

  @Test("Every expectation of mercantile on points, boxes and families is met")
  func mercantile() throws {
    let expected = try decode(Mercantile.self, "numbers/mercantile.json")
    for located in expected.tile_of_lonlat {
      let point = WebMercator.project(
        GeographicCoordinate(latitude: located.lonlat[1], longitude: located.lonlat[0]))
      #expect(
        grid.tile(containing: point, atZoom: located.z)
          == TileCoordinate(zoom: located.z, x: located.xy[0], y: located.xy[1]))
    }
    for covered in expected.tiles_of_bbox {
      let box = covered.wsen
      let bounds = GeographicBounds(west: box[0], south: box[1], east: box[2], north: box[3])
      let tiles = bounds.mercatorBounds.flatMap {
        Array(grid.tiles(covering: $0, atZoom: covered.z))
      }
      #expect(tiles.count == covered.tiles?.count ?? covered.count)
      if let names = covered.tiles { #expect(tiles.map(\.description) == names) }
    }
    let named = Dictionary(
      uniqueKeysWithValues: TileRange(zoom: 10, x: 486..<488, y: 332..<334).map {
        ($0.description, $0)
      })
    for children in expected.children.values {
      let parents = Set(children.map { named[$0]?.parent })
      #expect(parents == [TileCoordinate(zoom: 9, x: 243, y: 166)])
    }
  }

  private struct Plans: Decodable {
    struct Floor: Decodable {
      let bbox_3857: [Double]
      let tiles: [String: [[Int]]]
      let image_px: [Double]
      let native_zoom_256: Double
    }
    let floors: [String: Floor]
  }

  @Test("The tiles and zoom of real floor plans are the collected ones")
  func floorPlans() throws {
    let plans = try decode(Plans.self, "floorplans/indoor_loc_site1/corners_derived.json")
    #expect(!plans.floors.isEmpty)
    for (name, floor) in plans.floors {
      let box = floor.bbox_3857
      let bounds = MercatorBounds(minX: box[0], minY: box[1], maxX: box[2], maxY: box[3])
      for (zoom, corners) in floor.tiles {
        let zoom = try #require(Int(zoom))
        #expect(
          grid.tiles(covering: bounds, atZoom: zoom)
            == TileRange(
              zoom: zoom, x: corners[0][0]..<(corners[1][0] + 1),
              y: corners[0][1]..<(corners[1][1] + 1)), "floor \(name), zoom \(zoom)")
      }
      let resolution = bounds.width / floor.image_px[0]
      let native = floor.native_zoom_256
      #expect(
        grid.zoom(forResolution: resolution, rounding: .nearest) == Int(native.rounded()))
      #expect(grid.zoom(forResolution: resolution, rounding: .down) == Int(native))
      #expect(grid.zoom(forResolution: resolution, rounding: .up) == Int(native) + 1)
    }
  }
}
