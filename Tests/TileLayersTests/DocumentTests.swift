import Foundation
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Layer documents")
struct DocumentTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func write(_ text: String, _ name: String = "tiles.json") throws -> String {
    try folder.write(text.utf8, as: name)
    return folder.path(name)
  }

  private func error(_ body: () throws -> TileLayer) -> TileLayerError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? TileLayerError
    }
  }

  @Test("A TileJSON gives name, levels, bounds and template; nothing outside them is asked for")
  func tileJSON() async throws {
    let path = try write(
      """
      {"tilejson": "2.2.0", "name": "Old", "attribution": "A", "version": "3.1.0", "scheme": "tms",
       "tiles": ["https://a.example.com/{z}/{x}/{y}.jpg", "https://b.example.com/{z}/{x}/{y}.jpg"],
       "minzoom": 2, "maxzoom": 4, "bounds": [0, 0, 90, 66.51326044311186], "extra": [1]}
      """)
    let transport = ScriptedTransport { _, _ in TileResponse(status: 404) }
    var options = TileLayer.Options()
    options.transport = transport
    let layer = try TileLayer.open(path, options: options)
    #expect(layer.information.name == "Old")
    #expect(layer.information.attribution == "A")
    #expect(layer.information.versionToken == "3.1.0")
    #expect(layer.information.extent.zooms == 2...4)
    for zoom in 0...6 {
      for tile in TileRange(zoom: zoom, x: 0..<64, y: 0..<64) { _ = await layer.tile(at: tile) }
    }
    // The bounds are a quarter of the east, from the equator half way up: one tile of level 2.
    var expected: Set<String> = []
    for zoom in 2...4 {
      let side = 1 << (zoom - 2)
      for x in (2 * side)..<(3 * side) {
        for y in side..<(2 * side) {
          expected.insert("https://a.example.com/\(zoom)/\(x)/\((1 << zoom) - 1 - y).jpg")
        }
      }
    }
    #expect(Set(transport.counts.keys) == expected)
    #expect(transport.total == expected.count)
  }

  @Test("A TileJSON without levels, name or bounds has tiles everywhere")
  func sparseTileJSON() throws {
    let path = try write(#"{"tiles": ["https://example.com/{z}/{x}/{y}"]}"#, "bare.json")
    let layer = try TileLayer.open(path)
    #expect(layer.information.name == "bare")
    #expect(layer.information.extent == .everywhere)
    #expect(layer.information.versionToken == nil)
  }

  @Test("Bounds across the antimeridian take tiles on both sides")
  func antimeridian() throws {
    let extent = TileExtent.within(
      zooms: 0...5,
      bounds: GeographicBounds(west: 170, south: -10, east: -170, north: 10))
    #expect(extent.contains(try SamplePyramid.address(3, 0, 4)))
    #expect(extent.contains(try SamplePyramid.address(3, 7, 3)))
    #expect(!extent.contains(try SamplePyramid.address(3, 4, 4)))
    #expect(!extent.contains(try SamplePyramid.address(6, 0, 32)))
  }

  @Test(
    "What is no layer is refused, saying where",
    arguments: [
      "{}", "{\"tiles\": []}", "{\"tiles\": 5}", "{\"tiles\": [", "[]",
      "{\"tiles\": [\"https://example.com/{z}/{x}.png\"]}",
      "{\"tiles\": [\"ftp://example.com/{z}/{x}/{y}.png\"]}", "{\"tilepyramid\": {}}",
      "{\"tilepyramid\": {\"formatVersion\": 99}}", "",
    ])
  func refused(text: String) throws {
    let path = try write(text)
    let error = try #require(error { try TileLayer.open(path) })
    #expect(error.report.location?.contains("tiles.json") == true)
    #expect(error.report.nextStep != nil)
  }

  @Test("A path that is not there is refused")
  func missing() {
    #expect(error { try TileLayer.open(folder.path("nothing")) } != nil)
  }

  @Test("A definition of a server gives a layer whose URLs carry the version")
  func fetched() async throws {
    let server = try PyramidServer(template: "{z}/{x}/{y}.png")
    let url = try #require(URL(string: server.server.base + "/plans/layer.json"))
    let layer = try await TileLayer.load(from: url)
    #expect(layer.information.definition == server.pyramid.definition)
    for (tile, bytes) in server.pyramid.tiles {
      #expect(await layer.tile(at: tile) == .tile(EncodedTile(bytes)))
    }
    let token = server.pyramid.definition.versionToken
    let paths = server.server.counts.keys.filter { $0 != "/plans/layer.json" }
    #expect(paths.allSatisfy { $0.hasPrefix("/plans/") && $0.hasSuffix("?v=\(token)") })
    #expect(paths.count == server.pyramid.tiles.count)
  }

  @Test("A definition alone, as an app carries it, takes its tiles from its URL")
  func carried() async throws {
    let pyramid = try SamplePyramid(urlTemplate: "https://example.com/{z}/{x}/{y}.png")
    try pyramid.writeDirectory(folder.path("tiles"))
    let text = try Data(contentsOf: URL(fileURLWithPath: folder.path("tiles/layer.json")))
    try text.write(to: URL(fileURLWithPath: folder.path("layer.json")))
    let transport = ScriptedTransport { request, _ in
      pyramid.tile(atPath: request.url.path).map { TileResponse(status: 200, body: $0) }
        ?? TileResponse(status: 404)
    }
    var options = TileLayer.Options()
    options.transport = transport
    let tile = try #require(pyramid.tiles.keys.first)
    let local = try TileLayer.open(folder.path("tiles/layer.json"), options: options)
    #expect(await local.tile(at: tile).content != nil)
    #expect(transport.total == 0)
    let remote = try TileLayer.open(folder.path("layer.json"), options: options)
    #expect(await remote.tile(at: tile).content != nil)
    #expect(transport.total == 1)
  }

  @Test("A definition that says nowhere where its tiles are is refused")
  func nowhere() throws {
    let pyramid = try SamplePyramid()
    try pyramid.writeMBTiles(folder.path("plan.mbtiles"))
    try FileManager.default.removeItem(atPath: folder.path("plan.mbtiles"))
    let path = folder.path("plan.layer.json")
    #expect(error { try TileLayer.open(path) } == .noTiles(location: path))
  }

  @Test("A document from a server may not name local files")
  func localFiles() async throws {
    let transport = ScriptedTransport { _, _ in
      TileResponse(
        status: 200, body: Array(#"{"tiles": ["FILE:///etc/{z}/{x}/{y}"]}"#.utf8))
    }
    var options = TileLayer.Options()
    options.transport = transport
    let url = try #require(URL(string: "https://example.com/tiles.json"))
    await #expect(throws: TileLayerError.self) {
      try await TileLayer.load(from: url, options: options)
    }
  }

  @Test("A document that a server lacks, refuses or cannot give now is distinguished")
  func missingDocuments() async throws {
    let url = try #require(URL(string: "https://example.com/tiles.json"))
    for (status, expected) in [
      (404, TileLayerError.noDocument(location: url.absoluteString)),
      (
        503,
        .unavailable(.busy(status: 503, location: url.absoluteString, retryAfter: nil))
      ),
      (403, .unavailable(.refused(status: 403, location: url.absoluteString))),
    ] {
      var options = TileLayer.Options()
      options.transport = ScriptedTransport { _, _ in TileResponse(status: status) }
      await #expect(throws: expected) {
        try await TileLayer.load(from: url, options: options)
      }
    }
  }
}

/// A server of a pyramid and its definition under `/plans/`.
struct PyramidServer {
  let pyramid: SamplePyramid
  let server: LoopbackServer

  init(template: String) throws {
    let pyramid = try SamplePyramid(urlTemplate: template)
    let document = try LayerDefinitionDocument(pyramid.definition).encoded()
    self.pyramid = pyramid
    server = try LoopbackServer { path, _ in
      if path == "/plans/layer.json" { return .respond(200, document) }
      return pyramid.tile(atPath: String(path.dropFirst("/plans".count)))
        .map { .respond(200, $0) } ?? .respond(404)
    }
  }
}
