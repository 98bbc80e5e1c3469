import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Real plans", .enabled(if: TestData.isAvailable))
struct RealPlanTests {
  @Test("Real plans have exactly the tiles that cover them", arguments: SitePlan.names)
  func tiles(name: String) throws {
    let site = try #require(try SitePlan.load(name))
    let source = try PNGSource(path: SitePlan.path(name))
    #expect([source.size.width, source.size.height] == site.size)
    let all = try BuiltPyramid(
      source, site.georeference, .zooms(16, 20, keepsEmptyTiles: true))
    #expect(all.plan.levels.map(\.range) == site.ranges)
    #expect(Set(all.tiles.keys) == Set(site.ranges.joined()))
    let shown = try BuiltPyramid(source, site.georeference, .zooms(16, 20))
    for (zoom, range) in site.ranges.map({ ($0.zoom, $0) }) {
      let plane = try all.plane(zoom)
      for tile in range {
        let isVisible = (0..<65536).contains {
          plane[tile.x * 256 + $0 & 255, tile.y * 256 + $0 >> 8].w > 0
        }
        #expect((shown.tiles[tile] != nil) == isVisible, "\(tile)")
        if isVisible { #expect(shown.tiles[tile] == all.tiles[tile], "\(tile)") }
      }
    }
  }

  @Test("A real plan of a hundred million pixels builds")
  func largeSite() throws {
    let source = try PNGSource(
      path: TestData.path("floorplans/indoor_loc_site1/site1_F1_12000px.png"))
    let georeference = SitePlan.georeference(
      west: 13366594.348629834, south: 3541199.4186591534, east: 13366872.09075936,
      north: 3541403.762155347, size: source.size)
    // Three levels above the image's own, by the streaming reduction.
    let built = try BuiltPyramid(source, georeference, .zooms(16, 20))
    #expect(abs(built.plan.nativeZoom - 22.69) < 0.02)
    let opaque = try built.deepest().count { $0.w == 255 }
    let resolution = built.plan.deepest.resolution
    let area = 277.74212952610105 / resolution * 204.343496193 / resolution
    #expect(abs(Double(opaque) / area - 1) < 0.01)
  }

  @Test("A real plan of sixty million pixels builds, rotated")
  func largeHouse() throws {
    let source = try PNGSource(path: TestData.path("floorplans/ha/multi_floor_8165px.png"))
    let overlay = GroundOverlay(
      anchor: GeographicCoordinate(latitude: 55.4, longitude: 10.4),
      anchorPixel: PixelPoint(x: 0, y: 0), metresPerPixel: 0.004, bearing: 31)
    let georeference = try Georeference(overlay: overlay)
    let built = try BuiltPyramid(source, georeference, .zooms(18, 22))
    #expect(built.plan.levels.count == 5)
    #expect(Set(built.tiles.keys).isSubset(of: Set(built.plan.levels.map(\.range).joined())))
    #expect(built.tiles.keys.contains { $0.zoom == 22 })
  }
}
