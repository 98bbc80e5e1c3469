import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileServer
import TileStorage

@Suite("Retina tiles of served sites")
struct RetinaSiteTests {
  /// The bytes of a tile of one grey, of which no two need be alike.
  private static func tile(_ grey: UInt8, side: Int) throws -> [UInt8] {
    try PNGTileEncoder(effort: .fast).encode(
      [UInt8](repeating: grey, count: 4 * side * side), width: side, height: side)
  }

  @Test("They are served under their own addresses and those of the layer", arguments: [nil, "L1"])
  func served(floor: String?) throws {
    let folder = try TemporaryDirectory()
    let layout = DirectoryTileWriter.Layout(
      template: try TileTemplate("a/{z}_{x}_{y}.png"),
      retinaTemplate: try TileTemplate("b/{z}_{x}_{y}.png"), scheme: .tms)
    let writer = try DirectoryTileWriter(path: folder.path("tiles"), layout: layout)
    let top = try #require(TileCoordinate(zoom: 1, x: 1, y: 0))
    var record = PyramidRecord()
    var (small, large) = (
      TileFile(try Self.tile(90, side: 256)), TileFile(try Self.tile(90, side: 512))
    )
    small.isRetina = false
    large.isRetina = true
    for (file, tile) in [(small, top), (small, top.children[2]), (large, top)] {
      try writer.write(file, at: tile)
      record.add(file, at: tile)
    }
    let retina = try #require(record.retina)
    _ = try writer.finish(
      LayerDefinition(
        name: "Pair", scheme: .tms, urlTemplate: layout.template.relativeURL,
        bounds: GeographicBounds(west: 0, south: 0, east: 90, north: 66), digest: record.digest,
        coverage: record.coverage,
        retina: LayerDefinition.Retina(
          urlTemplate: layout.retinaTemplate?.relativeURL, digest: retina.digest,
          coverage: retina.coverage)))

    let site = try ServedSite(path: folder.path("tiles"))
    func get(_ path: String, _ query: String = "") -> SiteResponse {
      site.response(to: SiteRequest(path: path, query: query, host: "localhost"))
    }
    // Row 0 from the north is row 1 from the south.
    for (path, body) in [
      ("/1/1/0.png", small.bytes), ("/1/1/0@2x.png", large.bytes), ("/a/1_1_1.png", small.bytes),
      ("/b/1_1_1.png", large.bytes),
    ] {
      #expect(get(path).status == 200 && get(path).body == body, "\(path)")
    }
    for path in ["/2/2/1@2x.png", "/1/1/0@3x.png", "/1/1/0@2x.jpg", "/b/2_2_2.png"] {
      #expect(get(path).status == 404, "\(path)")
    }
    let document = try LayerDefinitionDocument(decoding: get("/layer.json").body)
    let served = try #require(document.definition.retina)
    #expect(served.urlTemplate?.text == "http://localhost/{z}/{x}/{y}@2x.png")
    #expect(served.coverage == retina.coverage)
    let token = try #require(document.definition.retinaLayer?.versionToken)
    let kept = get("/1/1/0@2x.png", "v=\(token)")
    #expect(kept["Cache-Control"]?.contains("immutable") == true)
  }
}
