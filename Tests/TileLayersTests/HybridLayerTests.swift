import Foundation
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Layers of two formats")
struct HybridLayerTests {
  private let tiles: [TileCoordinate: [UInt8]]
  private let definition: LayerDefinition

  /// The sample, of which the tiles that JPEG can show are JPEG.
  init() throws {
    let sample = try SamplePyramid()
    let encoder = try JPEGTileEncoder(quality: 90, effort: .fast)
    tiles = try sample.tiles.mapValues { bytes in
      let image = try TileDecoder.decode(bytes)
      let alphas = stride(from: 3, to: image.samples.count, by: 4)
      return alphas.allSatisfy { image.samples[$0] == 255 } ? try encoder.encode(image) : bytes
    }
    var record = PyramidRecord()
    for (tile, bytes) in tiles { record.add(bytes, at: tile) }
    var definition = sample.definition
    definition.urlTemplate = try TileTemplate(url: "t/{z}/{x}/{y}.{ext}", format: nil)
    definition.digest = record.digest
    definition.formatCoverage = [.jpeg: record.coverage(of: .jpeg)]
    self.definition = definition
    try #require(record.coverage(of: .jpeg).tileCount > 0)
    try #require(record.coverage(of: .jpeg).tileCount < tiles.count)
  }

  private func write(_ path: String) throws {
    let writer = try DirectoryTileWriter(
      path: path, layout: .init(template: try TileTemplate("t/{z}/{x}/{y}.{ext}")))
    for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
    _ = try writer.finish(definition)
  }

  private func expectWhole(_ layer: TileLayer) async throws {
    for (tile, bytes) in tiles {
      #expect(await layer.tile(at: tile) == .tile(EncodedTile(bytes)))
      #expect(await layer.image(at: tile) == .tile(try TileDecoder.decode(bytes)))
    }
    #expect(await layer.tile(at: try SamplePyramid.hole()) == .absent)
  }

  @Test("A layer of two formats is read from its folder, by folder, document and URL")
  func folder() async throws {
    let folder = try TemporaryDirectory()
    try write(folder.path("out"))
    try await expectWhole(TileLayer.open(folder.path("out")))
    try await expectWhole(TileLayer.open(folder.path("out/layer.json")))
    let template = try #require(definition.urlTemplate)
    try await expectWhole(
      TileLayer(
        LayerInformation(definition), urlTemplate: template,
        relativeTo: URL(fileURLWithPath: folder.path("out"), isDirectory: true)))
  }

  @Test(
    "A layer of two formats is fetched by the extension of each tile, without a request in vain")
  func server() async throws {
    let document = try LayerDefinitionDocument(
      definition, tilePath: try TileTemplate("t/{z}/{x}/{y}.{ext}")
    ).encoded()
    var files = ["/layer.json": document]
    for (tile, bytes) in tiles {
      files["/t/\(tile).\(bytes[0] == 0xFF ? "jpg" : "png")"] = bytes
    }
    let served = files
    let server = try LoopbackServer { path, _ in
      let name = String(path.prefix { $0 != "?" })
      return served[name].map { .respond(200, $0) } ?? .respond(404)
    }
    let url = try #require(URL(string: server.base + "/layer.json"))
    let layer = try await TileLayer.load(from: url)
    try await expectWhole(layer)
    #expect(server.counts.count == files.count)
    #expect(server.counts.values.allSatisfy { $0 == 1 })
    #expect(
      server.counts.keys.allSatisfy { path in files[String(path.prefix { $0 != "?" })] != nil })
  }
}
