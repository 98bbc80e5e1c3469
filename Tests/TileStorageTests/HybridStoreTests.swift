import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Directories of two formats")
struct HybridStoreTests {
  private static let template = "{z}/{x}/{y}.{ext}"

  /// Tiles that begin as JPEG or PNG files do.
  private func tiles() throws -> [(TileCoordinate, [UInt8])] {
    SampleLayers.pyramid().map { tile, bytes in
      let head: [UInt8] =
        (tile.x + tile.y) % 3 == 0
        ? [0xFF, 0xD8, 0xFF, 0xE0] : [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      return (tile, head + bytes)
    }
  }

  private func definition(of tiles: [(TileCoordinate, [UInt8])]) throws -> LayerDefinition {
    var record = PyramidRecord()
    for (tile, bytes) in tiles { record.add(bytes, at: tile) }
    var definition = try SampleLayers.definition(of: tiles, url: Self.template)
    definition.formatCoverage = [.jpeg: record.coverage(of: .jpeg)]
    return definition
  }

  private func writer(
    _ folder: TemporaryDirectory, hardLinks: Bool = false, adopting: Bool? = nil,
    name: String = "out"
  ) throws -> any PartialTileset {
    let layout = DirectoryTileWriter.Layout(
      template: try TileTemplate(Self.template), hardLinks: hardLinks)
    let policy = adopting.map { ResumePolicy(identity: BuildIdentity(), resumes: $0) }
    return try StoreFormat(path: name).makeWriter(
      WritingRequest(
        .output(path: folder.path(name), replaces: false, keepsOthers: false), layout: layout,
        resuming: policy, isCancelled: { false }))
  }

  @Test("A record knows which tiles are JPEG, also added up")
  func record() throws {
    let tiles = try tiles()
    let expected = TileCoverage(tiles.filter { $0.1.first == 0xFF }.map(\.0))
    var whole = PyramidRecord()
    var halves = [PyramidRecord(), PyramidRecord()]
    for (index, (tile, bytes)) in tiles.enumerated() {
      whole.add(bytes, at: tile)
      halves[index % 2].add(bytes, at: tile)
    }
    halves[0].add(halves[1])
    #expect(whole.coverage(of: .jpeg) == expected && halves[0].coverage(of: .jpeg) == expected)
    #expect(expected.tileCount > 10 && expected.tileCount < whole.tileCount)
  }

  @Test(
    "Each tile of two formats has the extension of its format and is read back",
    arguments: [false, true])
  func roundTrip(hardLinks: Bool) throws {
    let folder = try TemporaryDirectory()
    let tiles = try tiles()
    let writer = try writer(folder, hardLinks: hardLinks)
    for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
    let definition = try definition(of: tiles)
    _ = try writer.finish(definition)
    let names = tiles.map { tile, bytes in "out/\(tile).\(bytes[0] == 0xFF ? "jpg" : "png")" }
    #expect(folder.listing == (names + ["out/layer.json"]).sorted())

    let reader = try DirectoryTileReader(path: folder.path("out"))
    #expect(reader.definition == definition && reader.format == nil)
    #expect(try reader.coordinates() == tiles.map(\.0).sorted())
    for (tile, bytes) in tiles { #expect(try reader.tile(at: tile) == bytes) }
    let other = try SampleLayers.tile(8, 0, 0)
    #expect(try reader.tile(at: other) == nil)
    let inspection = try StoreInspection(path: folder.path("out"))
    #expect(Set(inspection.tiles.map(\.coordinate)) == Set(tiles.map(\.0)))
    let inner = try inspection.contents.makeReader()
    for tile in inspection.tiles {
      let bytes = tiles.first { $0.0 == tile.coordinate }?.1
      #expect(try inner.bytes(of: tile) == bytes)
    }
  }

  @Test("A file whose extension is not that of its tile is none of the tiles")
  func wrongExtension() throws {
    let folder = try TemporaryDirectory()
    let tiles = try tiles()
    let writer = try writer(folder)
    for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
    _ = try writer.finish(try definition(of: tiles))
    let tile = try #require(tiles.first { $0.1[0] == 0xFF }?.0)
    let path = folder.path("out/\(tile)")
    try FileManager.default.moveItem(atPath: path + ".jpg", toPath: path + ".png")
    let reader = try DirectoryTileReader(path: folder.path("out"))
    #expect(try reader.tile(at: tile) == nil)
    #expect(try !reader.coordinates().contains(tile))
  }

  @Test("A directory that nothing describes is listed once, in either order of rows")
  func listing() throws {
    let folder = try TemporaryDirectory()
    let tiles = try tiles()
    for (tile, bytes) in tiles {
      let ending = TileFormat(signatureOf: bytes)?.rawValue ?? ""
      let path = "\(folder.path("out"))/\(tile.zoom)/\(tile.x)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(tile.tmsRow).\(ending)"))
    }
    let folders = try FileManager.default.subpathsOfDirectory(atPath: folder.path("out"))
      .count { !$0.contains(".") }
    let listed = Guarded(0)
    let reader = try openTileStore(folder.path("out"), scheme: .tms) {
      listed.withLock { $0 += 1 }
      return false
    }
    #expect(try reader.coordinates() == tiles.map(\.0).sorted())
    let formats = try #require(reader as? any MixedTileReader).formatCoverage()
    let jpeg = tiles.filter { TileFormat(signatureOf: $1) == .jpeg }
    #expect(formats[.jpeg] == TileCoverage(jpeg.map(\.0)))
    #expect(listed.withLock { $0 } == folders + 1)
    #expect(try reader.tile(at: tiles[0].0) == tiles[0].1)
  }

  @Test("Work that is resumed knows the format of each tile", arguments: ["out", "out.gpkg"])
  func resumedFormats(name: String) throws {
    let tiles = try tiles()
    let folder = try TemporaryDirectory()
    let first = try writer(folder, adopting: false, name: name)
    for (tile, bytes) in tiles { try first.write(bytes, at: tile) }
    try first.endBlocks(at: BlockPosition(step: 0, band: 1, fraction: 1))
    _ = first.suspend()
    let second = try writer(folder, adopting: true, name: name)
    let jpeg = TileCoverage(tiles.filter { $0.1[0] == 0xFF }.map(\.0))
    #expect(try #require(second.resumed).record.coverage(of: .jpeg) == jpeg)
    second.abandon()
  }

  @Test("Stopped work is resumed in both formats")
  func resume() throws {
    let tiles = try tiles()
    let half = tiles.count / 2
    let plain = try TemporaryDirectory()
    let whole = try writer(plain)
    for (tile, bytes) in tiles { try whole.write(bytes, at: tile) }
    _ = try whole.finish(try definition(of: tiles))

    let folder = try TemporaryDirectory()
    let first = try writer(folder, adopting: false)
    for (tile, bytes) in tiles.prefix(half) { try first.write(bytes, at: tile) }
    try first.endBlocks(at: BlockPosition(step: 0, band: 1, fraction: 0.5))
    // Everything after it is removed, whatever its extension.
    for (tile, bytes) in tiles[half..<(half + 9)] { try first.write(bytes, at: tile) }
    _ = first.suspend()
    let second = try writer(folder, adopting: true)
    let saved = try #require(second.resumed)
    #expect(saved.record.tileCount == half)
    #expect(
      saved.record.coverage(of: .jpeg)
        == TileCoverage(tiles.prefix(half).filter { $0.1[0] == 0xFF }.map(\.0)))
    for (tile, bytes) in tiles.dropFirst(half) { try second.write(bytes, at: tile) }
    _ = try second.finish(try definition(of: tiles))
    #expect(folder.listing == plain.listing)
    for name in plain.listing where name.hasPrefix("out/") {
      #expect(try SampleLayers.bytes(folder.path(name)) == SampleLayers.bytes(plain.path(name)))
    }
  }

  @Test("A document says which tiles are JPEG, and names no URL that fits only some of them")
  func document() throws {
    let definition = try definition(of: tiles())
    let document = LayerDefinitionDocument(definition, tilePath: try TileTemplate(Self.template))
    let bytes = try document.encoded()
    #expect(try LayerDefinitionDocument(decoding: bytes) == document)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(root["tiles"] as? [String] == ["https://no-url.invalid/{z}/{x}/{y}.png"])
    #expect(root["format"] as? String == "hybrid")
    let own = try #require(root["tilepyramid"] as? [String: Any])
    #expect(own["formatVersion"] as? Int == 2 && own["format"] as? String == "hybrid")
    #expect(own["path"] as? String == Self.template && own["url"] as? String == Self.template)
    #expect(own["jpegCoverage"] is [Any])

    var served = definition
    served.urlTemplate = try TileTemplate("https://example.com/{z}/{x}/{y}")
    let other = try LayerDefinitionDocument(served).encoded()
    #expect(String(decoding: other, as: UTF8.self).contains("https://example.com/{z}/{x}/{y}?v="))
  }

  @Test("A document of one format is written as before")
  func oldVersion() throws {
    let definition = try SampleLayers.definition(of: tiles())
    let bytes = try LayerDefinitionDocument(definition).encoded()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"formatVersion\": 1") && !text.contains("jpegCoverage"))
  }

  @Test(
    "A document whose formats do not fit together is refused with the key",
    arguments: [
      ("\"format\": \"hybrid\"", "\"format\": \"png\"", "tilepyramid.url"),
      ("\"jpegCoverage\":", "\"other\":", "tilepyramid.jpegCoverage"),
      ("\"formatVersion\": 2", "\"formatVersion\": 5", "tilepyramid.formatVersion"),
      ("\"path\": \"{z}/{x}/{y}.{ext}\"", "\"path\": \"{z}/{x}/{y}.png\"", "tilepyramid.path"),
      (
        "\"jpegCoverage\": [", "\"jpegCoverage\": [{\"zoom\": 0, \"rows\": [[0, 0, [0, 0]]]},",
        "jpegCoverage"
      ),
    ])
  func faults(found: String, replacement: String, key: String) throws {
    var definition = try definition(of: tiles())
    // The only tile of zoom 0 is not JPEG in the fault that says so.
    definition.formatCoverage[.jpeg] = TileCoverage(
      (definition.formatCoverage[.jpeg] ?? definition.coverage).tiles.filter { $0.zoom > 1 })
    definition.coverage = TileCoverage(definition.coverage.tiles.filter { $0.zoom > 1 })
    let document = LayerDefinitionDocument(definition, tilePath: try TileTemplate(Self.template))
    let text = String(decoding: try document.encoded(), as: UTF8.self)
    try #require(text.contains(found))
    let changed = Array(text.replacingOccurrences(of: found, with: replacement).utf8)
    let failure = #expect(throws: LayerDocumentError.self) {
      try LayerDefinitionDocument(decoding: changed)
    }
    #expect(failure?.report(at: "layer.json").description.contains(key) == true)
  }
}
