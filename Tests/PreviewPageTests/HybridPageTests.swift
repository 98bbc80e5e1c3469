import PreviewPage
import Testing
import TileModel
import TilePyramidTesting

@Suite("Pages of tiles of two formats")
struct HybridPageTests {
  @Test("A page knows which tiles are JPEG where their URLs differ, and only there")
  func formats() throws {
    let all = TileRange(zoom: 12, x: 100..<140, y: 7..<90)
    var definition = DrawnLayers.definition()
    definition.coverage = TileCoverage(ranges: [all])
    definition.formatCoverage[.jpeg] = TileCoverage(ranges: [
      TileRange(zoom: 12, x: 101..<103, y: 8..<10)
    ])
    let open = try TileTemplate(url: "{z}/{x}/{y}.{ext}", format: nil)
    let contents = try PageContents(MapPage([MapPage.Layer(definition, tiles: open)]))
    let formats = try #require(contents.layers[0]["formats"] as? [String: Any])
    let levels = try #require(formats["jpg"] as? [[Any]])
    #expect(levels.count == 1 && levels[0][0] as? Int == 12)
    #expect(levels[0][1] as? [[Int]] == [[8, 9, 101, 102]])
    #expect(contents.layers[0]["tiles"] as? String == "{z}/{x}/{y}.{ext}")

    let one = try TileTemplate(url: "{z}/{x}/{y}", format: nil)
    let plain = try PageContents(MapPage([MapPage.Layer(definition, tiles: one)]))
    #expect(plain.layers[0]["formats"] == nil)
  }
}
