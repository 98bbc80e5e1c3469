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
    let template = try TileTemplate(
      path: "t/{z}_{x}_{y}.{ext}", format: isHybrid ? nil : format)
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
    let site = try ServedSite(
      path: write(tiles, in: folder, format: format, isHybrid: false))
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
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let token = try LayerDefinitionDocument(decoding: bytes).definition.versionToken
    #expect(json["tiles"] as? [String] == ["http://localhost:8080/{z}/{x}/{y}?v=\(token)"])
    let page = String(decoding: get(site, "/").body, as: UTF8.self)
    #expect(
      page.contains(#""tiles":"{z}/{x}/{y}?v="#) || page.contains(#""tiles": "{z}/{x}/{y}?v="#))
  }
}
