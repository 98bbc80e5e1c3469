import Foundation
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Kinds of layers")
struct LayerKindTests {
  let pyramid: SamplePyramid

  init() throws { pyramid = try SamplePyramid() }

  /// Checks that a layer gives every tile byte for byte, and nothing where there is none.
  private func expectWhole(_ layer: TileLayer) async throws {
    #expect(layer.information.name == "Sample")
    #expect(layer.information.versionToken == pyramid.definition.versionToken)
    for (tile, bytes) in pyramid.tiles {
      #expect(await layer.tile(at: tile) == .tile(EncodedTile(bytes)))
      let image = try TileDecoder.decode(bytes)
      #expect(await layer.image(at: tile) == .tile(image))
    }
    let outside = [
      try SamplePyramid.hole(), try SamplePyramid.address(5, 7, 4),
      try SamplePyramid.address(10, 256, 128), try SamplePyramid.address(2, 1, 0),
    ]
    for tile in outside {
      #expect(await layer.tile(at: tile) == .absent)
      #expect(await layer.image(at: tile) == .absent)
    }
  }

  @Test("A directory gives back what was written, opened by folder or by document")
  func directory() async throws {
    let folder = try TemporaryDirectory()
    try pyramid.writeDirectory(folder.path("tiles"))
    try await expectWhole(TileLayer.open(folder.path("tiles")))
    try await expectWhole(TileLayer.open(folder.path("tiles/layer.json")))
  }

  @Test("An MBTiles file gives back what was written, opened by file or by document")
  func mbtiles() async throws {
    let folder = try TemporaryDirectory()
    try pyramid.writeMBTiles(folder.path("plan.mbtiles"))
    try await expectWhole(TileLayer.open(folder.path("plan.mbtiles")))
    try await expectWhole(TileLayer.open(folder.path("plan.layer.json")))
  }

  @Test("A file URL template gives back what was written")
  func fileTemplate() async throws {
    let folder = try TemporaryDirectory()
    try pyramid.writeDirectory(folder.path("tiles"))
    let layer = TileLayer(
      LayerInformation(pyramid.definition),
      urlTemplate: try TileTemplate(url: "{z}/{x}/{y}.png", format: .png),
      relativeTo: URL(fileURLWithPath: folder.path("tiles"), isDirectory: true))
    try await expectWhole(layer)
    let wide = TileLayer(
      LayerInformation(name: "Wide"),
      urlTemplate: try TileTemplate(
        url: "file://\(folder.path("tiles"))/{z}/{x}/{y}.png?v=1", format: .png))
    #expect(await wide.tile(at: try SamplePyramid.hole()) == .absent)
  }

  @Test(
    "A server gives back what was written; nothing outside the layer is asked for, all else once")
  func server() async throws {
    let pyramid = pyramid
    let server = try LoopbackServer { path, _ in
      pyramid.tile(atPath: path).map { .respond(200, $0) } ?? .respond(404)
    }
    let layer = TileLayer(
      LayerInformation(pyramid.definition),
      urlTemplate: try TileTemplate(url: server.base + "/{z}/{x}/{y}.png", format: .png))
    try await expectWhole(layer)
    let paths = pyramid.tiles.keys.map { "/\($0.zoom)/\($0.x)/\($0.y).png" }
    #expect(server.counts == Dictionary(uniqueKeysWithValues: paths.map { ($0, 1) }))
    #expect(server.requests.allSatisfy { $0.contains("User-Agent: TilePyramid/1\r\n") })
  }

  @Test("Rows counted from the south reach the server as such")
  func southernRows() async throws {
    let transport = ScriptedTransport { _, _ in TileResponse(status: 404) }
    var options = TileLayer.Options()
    options.transport = transport
    let layer = TileLayer(
      LayerInformation(name: "South"),
      urlTemplate: try TileTemplate(url: "https://example.com/{z}/{x}/{y}", format: .png),
      scheme: .tms, options: options)
    _ = await layer.tile(at: try SamplePyramid.address(3, 1, 2))
    #expect(transport.counts == ["https://example.com/3/1/5": 1])
  }

  @Test("Functions, waiting or not, give back what they make and are asked for nothing outside")
  func functions() async throws {
    let tiles = pyramid.tiles
    let record = Record()
    let make: @Sendable (TileCoordinate) -> TileAnswer<EncodedTile> = { tile in
      record.asked.withLock { _ = $0.insert(tile) }
      return tiles[tile].map { .tile(EncodedTile($0)) } ?? .absent
    }
    try await expectWhole(
      TileLayer(LayerInformation(pyramid.definition), synchronous: make))
    try await expectWhole(
      TileLayer(LayerInformation(pyramid.definition), asynchronous: { make($0) }))
    #expect(record.asked.withLock { $0 } == Set(tiles.keys))
  }

  private final class Record: Sendable {
    let asked = Guarded<Set<TileCoordinate>>([])
  }

  @Test("A thread that waits gets the same answers, and can clear the cache")
  func waiting() async throws {
    let pyramid = pyramid
    let folder = try TemporaryDirectory()
    try pyramid.writeMBTiles(folder.path("plan.mbtiles"))
    let transport = ScriptedTransport { request, _ in
      pyramid.tile(atPath: request.url.path).map { TileResponse(status: 200, body: $0) }
        ?? TileResponse(status: 404)
    }
    var options = TileLayer.Options()
    options.transport = transport
    options.overzoom = 1
    options.underzoomLevels = 1
    let remote = TileLayer(
      LayerInformation(pyramid.definition),
      urlTemplate: try TileTemplate(url: "https://example.com/{z}/{x}/{y}.png", format: .png),
      options: options)
    let local = try TileLayer.open(folder.path("plan.mbtiles"), options: options)
    let derived = [
      try SamplePyramid.address(6, 17, 9), try SamplePyramid.address(2, 1, 0),
      try SamplePyramid.hole(), try SamplePyramid.address(6, 18, 10),
    ]
    let stored = Array(pyramid.tiles.keys)
    let images = await onThread {
      (derived + stored).map { (remote.waitForImage(at: $0), local.waitForImage(at: $0)) }
    }
    #expect(images.allSatisfy { $0 == $1 })
    #expect(images[0].0.content != nil && images[1].0.content != nil)
    #expect(images[2].0 == .absent && images[3].0 == .absent)
    let before = transport.total
    await onThread {
      remote.waitToClearTileCache()
      _ = remote.waitForImage(at: stored[0])
    }
    #expect(transport.total == before + 1)
  }

  @Test("A store that breaks makes its tiles unavailable, not absent")
  func brokenStore() async throws {
    struct Broken: TileReader {
      let format: TileFormat? = .png
      let definition: LayerDefinition?
      let metadata: [MetadataEntry] = []
      func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
        throw .system(operation: "read", path: "plan", code: 5)
      }
      func coordinates() throws(TileStorageError) -> [TileCoordinate] { [] }
    }
    let layer = try TileLayer(
      store: Broken(definition: pyramid.definition), path: "plan.mbtiles")
    let tile = try #require(pyramid.tiles.keys.first)
    #expect(
      await layer.tile(at: tile)
        == .unavailable(.storage(.system(operation: "read", path: "plan", code: 5))))
  }

  @Test(
    "Real stores of PNG and JPEG open without a definition, and every tile decodes",
    .enabled(if: TestData.isAvailable),
    arguments: [
      ("byte.mbtiles", 1), ("byte_jpeg.mbtiles", 1), ("world_l1.mbtiles", 5),
    ])
  func realStores(name: String, count: Int) async throws {
    let path = TestData.path("stores/" + name)
    let tiles = try openTileStore(path).coordinates()
    #expect(tiles.count == count)
    let layer = try TileLayer.open(path)
    for tile in tiles {
      #expect(layer.information.extent.contains(tile))
      let image = try #require(await layer.image(at: tile).content)
      #expect(image.width == 256 && image.height == 256)
    }
  }

  @Test(
    "A real store's stub of a WebP tile is there as a file and unavailable as an image",
    .enabled(if: TestData.isAvailable))
  func stub() async throws {
    let path = TestData.path("stores/martin_webp-no-primary.mbtiles")
    let tiles = try openTileStore(path).coordinates()
    let layer = try TileLayer.open(path)
    for tile in tiles {
      #expect(await layer.tile(at: tile).content?.format == .webp)
      #expect(await layer.image(at: tile).isUnavailable)
    }
    #expect(!tiles.isEmpty)
  }
}

/// Runs a function that blocks in a thread of its own and returns what it returns.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withHandover { handover in
    Thread.detachNewThread { handover.resume(returning: body()) }
  }
}
