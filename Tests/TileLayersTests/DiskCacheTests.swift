import Foundation
import Testing
import TileLayers
import TileModel
import TilePyramidTesting

@Suite("Disk cache")
struct DiskCacheTests {
  let folder: TemporaryDirectory
  let pyramid: SamplePyramid
  let transport: ScriptedTransport

  init() throws {
    folder = try TemporaryDirectory()
    let pyramid = try SamplePyramid()
    self.pyramid = pyramid
    transport = ScriptedTransport { request, _ in
      pyramid.tile(atPath: request.url.path).map { TileResponse(status: 200, body: $0) }
        ?? TileResponse(status: 404)
    }
  }

  /// A layer that knows nothing of where tiles are, as if the program had just been started.
  private func started(
    version: String? = "1", maximumBytes: Int = 1 << 20,
    template: String = "https://example.com/{z}/{x}/{y}.png"
  ) throws -> TileLayer {
    var options = TileLayer.Options()
    options.transport = transport
    options.diskCache = DiskCacheOptions(
      folder: folder.path("cache"), maximumBytes: maximumBytes)
    return TileLayer(
      LayerInformation(name: "Cached", versionToken: version),
      urlTemplate: try TileTemplate(url: template, format: .png), options: options)
  }

  private func readAll(_ layer: TileLayer) async throws {
    for (tile, bytes) in pyramid.tiles {
      #expect(await layer.tile(at: tile) == .tile(EncodedTile(bytes)))
    }
    #expect(await layer.tile(at: try SamplePyramid.hole()) == .absent)
  }

  private var files: [String] { folder.listing.filter { $0.hasPrefix("cache/") } }

  @Test("After a restart tiles and absences come from the disk, without a request")
  func restart() async throws {
    try await readAll(try started())
    let count = pyramid.tiles.count + 1
    #expect(transport.total == count)
    #expect(files.count == count)
    try await readAll(try started())
    #expect(transport.total == count)
  }

  @Test("Another version drops the files of the former one; another layer does not")
  func versions() async throws {
    try await readAll(try started())
    let first = Set(files)
    let other = try started(template: "https://example.com/other/../{z}/{x}/{y}.png?k=1")
    _ = await other.tile(at: try SamplePyramid.hole())
    #expect(Set(files).isSuperset(of: first))
    let before = transport.total
    try await readAll(try started(version: "2"))
    #expect(transport.total == before + pyramid.tiles.count + 1)
    #expect(Set(files).isDisjoint(with: first))
  }

  @Test("Clearing removes the files and asks again")
  func clearing() async throws {
    let layer = try started()
    try await readAll(layer)
    await layer.clearTileCache()
    #expect(files.isEmpty)
    try await readAll(layer)
    #expect(transport.total == 2 * (pyramid.tiles.count + 1))
    #expect(files.count == pyramid.tiles.count + 1)
  }

  @Test("The files stay within the bound, also when a restart lowers it")
  func bound() async throws {
    func size() throws -> Int {
      try files.reduce(0) {
        $0 + (try Data(contentsOf: URL(fileURLWithPath: folder.path($1)))).count
      }
    }
    try await readAll(try started(maximumBytes: 5 * 4096))
    #expect(try size() <= 5 * 4096)
    #expect((1...5).contains(files.count))
    _ = await (try started(maximumBytes: 2 * 4096)).tile(at: try SamplePyramid.hole())
    #expect((1...2).contains(files.count))
  }

  @Test("A damaged, truncated or foreign file of the disk cache counts as missing")
  func damage() async throws {
    try await readAll(try started())
    var generator = SeededGenerator(seed: 5)
    for file in files {
      let url = URL(fileURLWithPath: folder.path(file))
      var bytes = [UInt8](try Data(contentsOf: url))
      switch generator.next() % 4 {
      case 0: bytes[Int(generator.next() % UInt64(bytes.count))] ^= 0x10
      case 1: bytes.removeLast(1 + Int(generator.next() % UInt64(bytes.count)))
      case 2: bytes = [UInt8](repeating: 0, count: 40)
      default: bytes.append(7)
      }
      try Data(bytes).write(to: url)
    }
    let location = URL(fileURLWithPath: folder.path(try #require(files.first)))
      .deletingLastPathComponent()
    try Data([1]).write(
      to: location.appendingPathComponent(".5-8-4.tilepyramid-1a2b.tilepyramid-new"))
    try await readAll(try started())
    #expect(files.count == pyramid.tiles.count + 1)
    #expect(!files.contains { $0.hasSuffix("-new") })
  }

  @Test("Foreign files in the folders of a disk cache are never removed")
  func others() async throws {
    let first = try started()
    try await readAll(first)
    let location = URL(fileURLWithPath: folder.path(try #require(files.first)))
      .deletingLastPathComponent()
    let kept = [
      location.appendingPathComponent("notes.txt"),
      location.deletingLastPathComponent().appendingPathComponent("diary.txt"),
      URL(fileURLWithPath: folder.path("cache/letter.txt")),
    ]
    for file in kept { try Data("mine".utf8).write(to: file) }
    await first.clearTileCache()
    try await readAll(try started())
    try await readAll(try started(version: "2"))
    for file in kept { #expect(try Data(contentsOf: file) == Data("mine".utf8)) }
    #expect(files.count == pyramid.tiles.count + 1 + kept.count)
  }

  @Test(
    "No version names anything outside the cache's own folder",
    arguments: ["../../escape", "/etc/passwd", "", ".", "a\u{0}b", "CON", "ä/ö"])
  func names(version: String) async throws {
    _ = await (try started(version: version)).tile(at: try SamplePyramid.hole())
    let names = folder.entries.filter { $0 != "cache/" }
    #expect(names.count == 3)
    let allowed = Set("0123456789abcdef-/")
    #expect(
      names.allSatisfy { $0.hasPrefix("cache/") && $0.dropFirst(6).allSatisfy(allowed.contains) })
  }

  @Test("A disk that cannot be written costs requests, not tiles")
  func unwritable() async throws {
    try Data([0]).write(to: URL(fileURLWithPath: folder.path("cache")))
    try await readAll(try started())
    try await readAll(try started())
    #expect(transport.total == 2 * (pyramid.tiles.count + 1))
  }

  @Test("A failure is not cached on disk")
  func failures() async throws {
    let failing = ScriptedTransport { _, _ in TileResponse(status: 500) }
    var options = TileLayer.Options()
    options.transport = failing
    options.retry = RetryPolicy(attempts: 1)
    options.diskCache = DiskCacheOptions(folder: folder.path("cache"))
    let layer = TileLayer(
      LayerInformation(name: "Failing"),
      urlTemplate: try TileTemplate(url: "https://example.com/{z}/{x}/{y}", format: .png),
      options: options)
    #expect(await layer.tile(at: try SamplePyramid.hole()).isUnavailable)
    #expect(files.isEmpty)
  }
}
