import Foundation
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileServer
import TileStorage

@Suite("Served formats")
struct ServedFormatTests {
  private func get(_ site: ServedSite, _ path: String) -> SiteResponse {
    site.response(to: SiteRequest(path: path, host: "localhost:8080"))
  }

  /// The tiles of a square, those of even columns as JPEG where `isHybrid`, or all in a format.
  private func tiles(_ encoding: TileEncoding, isHybrid: Bool) throws -> [(TileCoordinate, [UInt8])]
  {
    try SampleSite.square().map { tile, bytes in
      if isHybrid, tile.x % 2 == 1 { return (tile, bytes) }
      let encoder = try encoding.makeEncoder(effort: .fast)
      return (tile, try encoder.encode(TileDecoder.decode(bytes)))
    }
  }

  private func write(
    _ tiles: [(TileCoordinate, [UInt8])], in folder: TemporaryDirectory, format: TileFormat,
    isHybrid: Bool
  ) throws -> String {
    let template = try TileTemplate(path: "t/{z}_{x}_{y}.{ext}", format: isHybrid ? nil : format)
    let writer = try DirectoryTileWriter(
      path: folder.path("out"), layout: .init(template: template))
    var record = PyramidRecord()
    for (tile, bytes) in tiles {
      try writer.write(bytes, at: tile)
      record.add(bytes, at: tile)
    }
    var definition = try SampleSite.definition(of: tiles)
    definition.format = isHybrid ? .png : format
    definition.urlTemplate = template.relativeURL
    definition.formatCoverage = isHybrid ? [.jpeg: record.coverage(of: .jpeg)] : [:]
    _ = try writer.finish(definition)
    return folder.path("out")
  }

  @Test(
    "Tiles of every format are served with their type, under their extension alone",
    arguments: [
      (TileEncoding.jpeg(quality: 80, background: .white), "image/jpeg"),
      (.losslessWebP, "image/webp"), (.webp(quality: 70), "image/webp"),
      (.avif(quality: 70), "image/avif"),
    ])
  func types(_ encoding: TileEncoding, type: String) throws {
    let folder = try TemporaryDirectory()
    let tiles = try tiles(encoding, isHybrid: false)
    let format = encoding.format
    let site = try ServedSite(path: write(tiles, in: folder, format: format, isHybrid: false))
    for (tile, bytes) in tiles {
      let response = get(site, "/\(tile).\(format.rawValue)")
      #expect(response.status == 200 && response.body == bytes)
      #expect(response["Content-Type"] == type)
      #expect(get(site, "/\(tile).png").status == 404)
      #expect(get(site, "/\(tile)").status == 404)
    }
    let document = String(decoding: get(site, "/tiles.json").body, as: UTF8.self)
    #expect(document.contains("{y}.\(format.rawValue)?v="))
  }

  @Test("A hybrid layer is served under one URL for both formats, and under each tile's extension")
  func hybrid() throws {
    let folder = try TemporaryDirectory()
    let tiles = try tiles(.jpeg(quality: 90, background: .white), isHybrid: true)
    let path = try write(tiles, in: folder, format: .png, isHybrid: true)
    let site = try ServedSite(path: path)
    for (tile, bytes) in tiles {
      let (own, other) = bytes[0] == 0xFF ? ("jpg", "png") : ("png", "jpg")
      for path in ["/\(tile)", "/\(tile).\(own)"] {
        let response = get(site, path)
        #expect(response.status == 200 && response.body == bytes)
        #expect(response["Content-Type"] == (own == "jpg" ? "image/jpeg" : "image/png"))
      }
      #expect(get(site, "/\(tile).\(other)").status == 404)
    }
    #expect(get(site, "/18/0/0").status == 404)
    let bytes = get(site, "/tiles.json").body
    let json = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let token = try LayerDefinitionDocument(decoding: bytes).definition.versionToken
    #expect(json["tiles"] as? [String] == ["http://localhost:8080/{z}/{x}/{y}?v=\(token)"])
    let page = String(decoding: get(site, "/").body, as: UTF8.self)
    #expect(
      page.contains(#""tiles":"{z}/{x}/{y}?v="#) || page.contains(#""tiles": "{z}/{x}/{y}?v="#))
  }
}

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
