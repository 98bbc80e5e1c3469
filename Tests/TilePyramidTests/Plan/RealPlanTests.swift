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
    let all = try BuiltPyramid(source, site.georeference, .zooms(16, 20, keepsEmptyTiles: true))
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
}
