import Testing
import TileModel
import TilePyramidTesting
import TileServer
import TileStorage

@Suite("Tiles served under the names of their own layer")
struct OwnAddressTests {
  private let sample: SampleSite

  init() throws { sample = try SampleSite() }

  private func get(_ site: ServedSite, _ path: String) -> SiteResponse {
    site.response(to: SiteRequest(path: path, host: "localhost:8080"))
  }

  /// Writes a store of a square whose definition has a URL template.
  private func write(_ name: String, url: String, scheme: TileScheme = .xyz) throws -> ServedSite {
    let tiles = try SampleSite.square()
    let store = MemoryTileStore(
      Dictionary(uniqueKeysWithValues: tiles),
      definition: try SampleSite.definition(of: tiles, scheme: scheme, url: url))
    try store.write(to: sample.folder.path(name))
    return try ServedSite(path: sample.folder.path(name))
  }

  @Test("A template of any form names every tile, with rows as the layer counts them")
  func templates() throws {
    let cases: [(url: String, scheme: TileScheme, start: String, middle: String, end: String)] = [
      ("L2_{z}_{x}_{y}.png", .xyz, "/L2_", "_", ".png"),
      ("L2_{z}_{x}_{y}.png", .tms, "/L2_", "_", ".png"),
      ("a%20b/L2-{z}-{x}-{y}", .xyz, "/a%20b/L2-", "-", ""),
      ("/plans/{z}/{x}/{y}.png?key=a", .tms, "/plans/", "/", ".png"),
      (
        "https://www.example.com/floorplans/L0_{z}_{x}_{y}.png?key=1", .xyz, "/floorplans/L0_", "_",
        ".png"
      ),
    ]
    for (index, item) in cases.enumerated() {
      let site = try write("\(index).mbtiles", url: item.url, scheme: item.scheme)
      for (tile, bytes) in try SampleSite.square() {
        let row = item.scheme == .tms ? tile.tmsRow : tile.y
        let numbers = ["\(tile.zoom)", "\(tile.x)", "\(row)"].joined(separator: item.middle)
        let response = get(site, item.start + numbers + item.end)
        #expect(response.status == 200 && response.body == bytes, "\(item.url) \(tile)")
        #expect(response["Content-Type"] == "image/png")
        // The server's own names stay, with rows from the north.
        #expect(get(site, "/\(tile).png").body == bytes)
      }
    }
  }

  @Test("Texts, numbers and folders that name no tile are 404")
  func strictness() throws {
    let site = try write("tiles.mbtiles", url: "f/L2_{z}_{x}_{y}.png")
    let tile = try #require(try SampleSite.square().first?.0)
    let name = "L2_\(tile.zoom)_\(tile.x)_\(tile.y).png"
    #expect(get(site, "/f/\(name)").status == 200)
    // The same text, encoded in another way.
    #expect(get(site, "/%66/L%32_\(tile.zoom)_\(tile.x)_\(tile.y).png").status == 200)
    for path in [
      "/\(name)", "/f//\(name)", "//f/\(name)", "/f/./\(name)", "/f/../f/\(name)", "/f%2F\(name)",
      "/f/%2e%2e/f/\(name)", "/f/\(name)/", "/f/\(name).png", "/F/\(name)", "f/\(name)",
      "/f/L3_\(tile.zoom)_\(tile.x)_\(tile.y).png", "/f/L2_0\(tile.zoom)_\(tile.x)_\(tile.y).png",
      "/f/L2_\(tile.zoom)_\(tile.x)_\(tile.y).jpg", "/f/L2_+\(tile.zoom)_\(tile.x)_\(tile.y).png",
      "/f/L2_\(tile.zoom)_\(tile.x)_-1.png", "/f/L2_31_0_0.png", "/f/L2_2_4_0.png",
      "/f/L2_{z}_0_0.png", "/f/L2_\(tile.zoom)_\(tile.x)_\(tile.y)%00.png", "/f/layer.json",
      "/tiles.mbtiles",
    ] {
      #expect(get(site, path).status == 404, "\(path)")
    }
    #expect(get(site, "/f/L2_3_0_0.png").status == 404)
    #expect(
      site.response(to: SiteRequest(path: "/f/L2_3_0_0.png", host: "localhost"), absent: .noContent)
        .status == 204)
  }

  @Test("Templates that lead out of the folder, or name tiles in a query, are not served")
  func refusedTemplates() throws {
    for (index, url) in ["../L2_{z}_{x}_{y}.png", "t.png?z={z}&x={x}&y={y}"].enumerated() {
      let site = try write("\(index).mbtiles", url: url)
      let tile = try #require(try SampleSite.square().first?.0)
      #expect(get(site, "/\(tile).png").status == 200)
      for path in [
        "/../L2_\(tile.zoom)_\(tile.x)_\(tile.y).png", "/L2_\(tile.zoom)_\(tile.x)_\(tile.y).png",
        "/t.png",
      ] {
        #expect(get(site, path).status == 404, "\(url) \(path)")
      }
    }
  }

  /// Writes a building of two floors whose definitions have the given templates.
  private func building(_ urls: [String]) throws -> ServedSite {
    let tree = try OutputTree(path: sample.folder.path("house"))
    var floors: [BuildingDefinition.Floor] = []
    for (index, url) in urls.enumerated() {
      let tiles = try SampleSite.square(shift: index)
      let floor = LayerDefinition.Floor(id: "\(index)")
      let path = try TileTemplate(path: "L\(index)_{z}_{x}_{y}.png", format: .png)
      let document = "L\(index).layer.json"
      let writer = try DirectoryTileWriter(
        in: tree, layout: .init(template: path, layerFile: document))
      for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
      _ = try writer.finish(try SampleSite.definition(of: tiles, floor: floor, url: url))
      floors.append(.init(floor, layer: document))
    }
    let definition = BuildingDefinition(name: "House", floors: floors)
    try tree.place(try BuildingDocument(definition).encoded(), named: BuildingDocument.fileName)
    try tree.publish()
    return try ServedSite(path: sample.folder.path("house"))
  }

  @Test("Two floors in one folder are served under their flat names, each its own tiles")
  func flatBuilding() throws {
    let site = try building(["L0_{z}_{x}_{y}.png", "https://a.example/L1_{z}_{x}_{y}.png"])
    for floor in 0...1 {
      for (tile, bytes) in try SampleSite.square(shift: floor) {
        for path in ["/L\(floor)_\(tile.zoom)_\(tile.x)_\(tile.y).png", "/\(floor)/\(tile).png"] {
          let isServed = get(site, path).body == bytes
          #expect(isServed, "\(path)")
        }
      }
    }
  }

  @Test("A name that two floors have is that of neither")
  func sharedNames() throws {
    let site = try building(
      ["https://a.example/t_{z}_{x}_{y}.png", "https://b.example/t_{z}_{x}_{y}.png"])
    let tile = try #require(try SampleSite.square().first?.0)
    #expect(get(site, "/t_\(tile.zoom)_\(tile.x)_\(tile.y).png").status == 404)
    #expect(get(site, "/0/\(tile).png").status == 200)
  }
}
