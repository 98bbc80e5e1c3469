import Foundation
import PreviewPage
import Testing
import TileModel
import TilePyramidTesting

@Suite("Pages")
struct MapPageTests {
  @Test("A page states exactly the tiles that exist", arguments: 0..<20)
  func coverage(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var tiles: Set<TileCoordinate> = []
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      let zoom = Int.random(in: 0...30, using: &generator)
      let last = (1 << zoom) - 1
      let x = Int.random(in: 0...last, using: &generator)
      let y = Int.random(in: 0...last, using: &generator)
      for dy in 0..<Int.random(in: 1...4, using: &generator) {
        for dx in 0..<Int.random(in: 1...4, using: &generator) {
          if let tile = TileCoordinate(zoom: zoom, x: x + dx, y: y + dy) { tiles.insert(tile) }
        }
      }
    }
    let layer = try DrawnLayers.layer(DrawnLayers.definition(tiles: Array(tiles)))
    let contents = try PageContents(MapPage([layer]))
    #expect(try contents.tiles(ofLayer: 0) == tiles)
    #expect(contents.layers[0]["tileCount"] as? Int == tiles.count)
  }

  @Test("Rows with the same columns have one entry")
  func groups() throws {
    let range = TileRange(zoom: 12, x: 100..<140, y: 7..<90)
    var definition = DrawnLayers.definition()
    definition.coverage = TileCoverage(ranges: [range])
    let contents = try PageContents(MapPage([DrawnLayers.layer(definition)]))
    let levels = try #require(contents.layers[0]["levels"] as? [[Any]])
    #expect(levels.count == 1)
    #expect(levels[0][1] as? [[Int]] == [[7, 89, 100, 139]])
  }

  @Test("Text of any kind reaches the script unchanged and ends no element")
  func hostileText() throws {
    let name = "</script><script>alert(1)</script><!-- \u{2028}\u{2029} \"'\\ & \u{7} 階 🏢"
    var definition = DrawnLayers.definition(name, floor: .init(id: "<b>", name: "</title>\n"))
    definition.description = name
    definition.controlPoints = [
      .init(name: name, position: .init(latitude: 47.35, longitude: 8.55))
    ]
    let building = BuildingDefinition(
      name: name, floors: [.init(.init(id: "<b>", level: 0), layer: "a.layer.json")])
    let page = try MapPage([DrawnLayers.layer(definition)], building: building)
    let contents = try PageContents(page)
    #expect(contents.data["title"] as? String == name)
    #expect(contents.texts("name") == [name])
    #expect(contents.texts("description") == [name])
    #expect(contents.texts("id") == ["<b>"])
    let points = try #require(contents.layers[0]["points"] as? [[String: Any]])
    #expect(points[0]["name"] as? String == name)
    // Two scripts of the page's own, one title.
    #expect(contents.html.components(separatedBy: "</script>").count == 3)
    #expect(contents.html.components(separatedBy: "</title>").count == 2)
    #expect(!contents.html.contains("<!-- "))
    // In the title it is text; a script of older browsers would end its line there.
    let scripts = contents.html.components(separatedBy: "</title>").last ?? ""
    #expect(!scripts.unicodeScalars.contains("\u{2028}"))
  }

  @Test("Layers say of which floor and variant they are, where there are variants")
  func variants() throws {
    let plain = try PageContents(MapPage(DrawnLayers.floors([("L0", 0), ("L1", 1)])))
    #expect(plain.layers.allSatisfy { $0["variant"] == nil })
    var layers = try DrawnLayers.floors([("L0", 0), ("L0-dark", 0)])
    for (index, name) in ["light", "dark"].enumerated() {
      layers[index].definition.floor?.variant = .init(name: name, floor: "L0")
    }
    let contents = try PageContents(MapPage(layers))
    #expect(
      contents.layers.map { $0["variant"] as? [String: String] ?? [:] } == [
        ["name": "light", "floor": "L0"], ["name": "dark", "floor": "L0"],
      ])
  }

  @Test("Floors come from the lowest to the highest, by the building or by their levels")
  func order() throws {
    let levels = try DrawnLayers.floors([("L2", 2), ("B1", -1), ("L0", 0)])
    let sorted = try PageContents(MapPage(levels))
    #expect(sorted.texts("id") == ["B1", "L0", "L2"])
    #expect(sorted.data["entrance"] as? String == "L0")
    let building = BuildingDefinition(
      name: "House",
      floors: ["L0", "L2", "B1"].map { .init(.init(id: $0, level: nil), layer: "\($0).json") })
    let contents = try PageContents(MapPage(levels, building: building))
    #expect(contents.texts("id") == ["L0", "L2", "B1"])
    #expect(contents.data["title"] as? String == "House")
    let unknown = try DrawnLayers.floors([("L2", 2), ("roof", nil), ("L0", 0)])
    #expect(try PageContents(MapPage(unknown)).texts("id") == ["L2", "roof", "L0"])
  }

  @Test("Layers of one name get identifiers of their own")
  func identifiers() throws {
    let layers = try (0..<3).map { _ in try DrawnLayers.layer(DrawnLayers.definition("Plan")) }
    #expect(try PageContents(MapPage(layers)).texts("id") == ["Plan", "Plan (2)", "Plan (3)"])
  }

  @Test("The outline is the image's, or else the edges of the bounds")
  func outline() throws {
    var definition = DrawnLayers.definition()
    var contents = try PageContents(MapPage([DrawnLayers.layer(definition)]))
    #expect(
      contents.layers[0]["outline"] as? [[Double]]
        == [[8.5, 47.4], [8.6, 47.4], [8.6, 47.3], [8.5, 47.3]])
    definition.outline = [(47.4, 8.55), (47.35, 8.6), (47.3, 8.55)].map {
      GeographicCoordinate(latitude: $0.0, longitude: $0.1)
    }
    contents = try PageContents(MapPage([DrawnLayers.layer(definition)]))
    #expect(
      contents.layers[0]["outline"] as? [[Double]] == [[8.55, 47.4], [8.6, 47.35], [8.55, 47.3]])
  }

  @Test("Only the page, its folder and the hosts of its tiles may be loaded from")
  func policy() throws {
    func policy(_ tiles: String) throws -> String {
      let page = try MapPage([DrawnLayers.layer(DrawnLayers.definition(), tiles: tiles)])
      let html = page.html
      let start = try #require(html.range(of: "img-src ")).upperBound
      return String(html[start...].prefix { $0 != "\"" })
    }
    #expect(try policy("{z}/{x}/{y}.png") == "'self' file: data:")
    #expect(
      try policy("https://a.example.com:444/t/{z}/{x}/{y}.png")
        == "'self' file: data: https://a.example.com:444")
    #expect(try policy("https://{z}.example.com/{x}/{y}.png") == "'self' file: data:")
    #expect(try policy("http://a;script-src/{z}/{x}/{y}.png") == "'self' file: data:")
  }

  @Test("A page names nothing on the network, and equal pages have equal text")
  func selfContained() throws {
    let layers = try DrawnLayers.floors([("L0", 0), ("L1", 1)])
    let html = try MapPage(layers).html
    #expect(html == (try MapPage(layers).html))
    let names = html.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!names.contains("http://") && !names.contains("https://"))
    #expect(!html.contains("src=\"") && !html.contains("@import"))
  }

  @Test("Definitions with a URL make a page; others are refused")
  func definitions() throws {
    var definition = DrawnLayers.definition()
    #expect(throws: FailureReport.noTiles(ofLayer: "Plan")) { try MapPage.html(for: [definition]) }
    definition.urlTemplate = try TileTemplate("L1/{z}/{x}/{y}.png")
    let contents = try PageContents(html: MapPage.html(for: [definition]))
    #expect(contents.texts("tiles") == ["L1/{z}/{x}/{y}.png"])
    let empty = #expect(throws: FailureReport.self) { try MapPage([]) }
    #expect(empty?.what == "there is no layer to show")
    definition.opacity = .nan
    let error = #expect(throws: FailureReport.self) { try MapPage.html(for: [definition]) }
    #expect(error?.what.contains("opacity") == true)
  }

  @Test("A layer with rows from the south says so")
  func southern() throws {
    var definition = DrawnLayers.definition()
    #expect(
      try PageContents(MapPage([DrawnLayers.layer(definition)])).layers[0]["tms"] as? Bool == false)
    definition.scheme = .tms
    #expect(
      try PageContents(MapPage([DrawnLayers.layer(definition)])).layers[0]["tms"] as? Bool == true)
  }
}
