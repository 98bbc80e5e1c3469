import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("DirectoryTileWriter and DirectoryTileReader")
struct DirectoryTileWriterTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.path("out") }

  private func layout(
    _ template: String = "{z}/{x}/{y}.png", hardLinks: Bool = false
  ) throws -> DirectoryTileWriter.Layout {
    DirectoryTileWriter.Layout(template: try TileTemplate(template), hardLinks: hardLinks)
  }

  private func writer(overwrite: Bool = false) throws -> DirectoryTileWriter {
    try DirectoryTileWriter(path: path, layout: layout(), overwrite: overwrite)
  }

  @Test("A directory holds exactly the tiles and the layer definition, and reads back equal")
  func listing() throws {
    let tiles = SampleLayers.pyramid()
    let summary = try SampleLayers.write(tiles, to: writer())
    let expected = tiles.map { "out/\($0.0.zoom)/\($0.0.x)/\($0.0.y).png" } + ["out/layer.json"]
    #expect(folder.listing == expected.sorted())
    #expect(try SampleLayers.names(in: folder) == ["out"])
    let reader = try openTileStore(path)
    #expect(try reader.coordinates() == tiles.map(\.0).sorted())
    for (tile, bytes) in tiles { #expect(try reader.tile(at: tile) == bytes) }
    #expect(try reader.tile(at: SampleLayers.tile(8, 0, 0)) == nil)
    #expect(try reader.definition == SampleLayers.definition(of: tiles))
    #expect(reader.format == .png)
    #expect(summary.tileCount == tiles.count)
    #expect(summary.distinctTileCount == tiles.count)
    let layerBytes = try SampleLayers.bytes(path + "/layer.json").count
    #expect(summary.storedBytes == summary.tileBytes + layerBytes)
  }

  @Test(
    "A directory of any template and scheme reads back",
    arguments: ["{z}/{x}/{y}.png", "L1_{z}_{x}_{y}.png", "f/{y}/{x}-{z}/t{z}", "{x}/{z}/{y}.png"],
    LayerDefinition.Scheme.allCases)
  func templates(template: String, scheme: LayerDefinition.Scheme) throws {
    let tiles = SampleLayers.pyramid(zoom: 4, x: 3..<7, y: 9..<14)
    var layout = try layout(template)
    layout.scheme = scheme
    let writer = try DirectoryTileWriter(path: path, layout: layout)
    for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
    var definition = try SampleLayers.definition(of: tiles)
    definition.scheme = scheme
    _ = try writer.finish(definition)
    let reader = try openTileStore(path)
    #expect(try reader.coordinates() == tiles.map(\.0).sorted())
    for (tile, bytes) in tiles { #expect(try reader.tile(at: tile) == bytes) }
    let (first, _) = tiles[0]
    let row = scheme == .tms ? first.tmsRow : first.y
    let name = template.replacingOccurrences(of: "{z}", with: "\(first.zoom)")
      .replacingOccurrences(of: "{x}", with: "\(first.x)")
      .replacingOccurrences(of: "{y}", with: "\(row)")
    #expect(FileManager.default.fileExists(atPath: path + "/" + name))
  }

  @Test("A directory without a layer definition is read by its names")
  func bareDirectory() throws {
    let tiles = SampleLayers.pyramid(zoom: 3, x: 1..<3, y: 2..<5)
    try SampleLayers.write(
      tiles, to: DirectoryTileWriter(path: path, layout: layout("{z}/{x}/{y}.jpg")))
    try FileManager.default.removeItem(atPath: path + "/layer.json")
    try Data().write(to: URL(fileURLWithPath: path + "/3/notes.txt"))
    try Data().write(to: URL(fileURLWithPath: path + "/3/1/03.jpg"))
    let reader = try DirectoryTileReader(path: path)
    #expect(reader.format?.rawValue == "jpg")
    #expect(reader.definition == nil)
    #expect(try reader.coordinates() == tiles.map(\.0).sorted())
  }

  @Test("Nothing is under the final name before the end, and nothing at all after abandoning")
  func abandoned() throws {
    let writer = try writer()
    try writer.write([1], at: SampleLayers.tile(0, 0, 0))
    try writer.commit()
    #expect(!FileManager.default.fileExists(atPath: path))
    writer.abandon()
    #expect(try SampleLayers.names(in: folder).isEmpty)
    do {
      let dropped = try self.writer()
      try dropped.write([1], at: SampleLayers.tile(0, 0, 0))
    }
    #expect(try SampleLayers.names(in: folder).isEmpty)
  }

  @Test("What a killed process left behind is cleared away")
  func leftovers() throws {
    let stale = folder.path(".out.tilepyramid-partial/tree/5/5")
    try FileManager.default.createDirectory(atPath: stale, withIntermediateDirectories: true)
    try Data([1]).write(to: URL(fileURLWithPath: stale + "/5.png"))
    try folder.write([], as: ".out.tilepyramid-partial/tilepyramid-staging")
    let tiles = SampleLayers.pyramid(zoom: 2, x: 0..<2, y: 0..<2)
    try SampleLayers.write(tiles, to: writer())
    #expect(try openTileStore(path).coordinates() == tiles.map(\.0).sorted())
    #expect(try SampleLayers.names(in: folder) == ["out"])
  }

  @Test("Two writers cannot make one output at once")
  func busy() throws {
    let first = try writer()
    #expect(storageError { _ = try writer() } == .outputBusy(path: path))
    try SampleLayers.write(SampleLayers.pyramid(zoom: 1, x: 0..<1, y: 0..<1), to: first)
    #expect(folder.listing.count == 3)
  }

  @Test("An address is written to a directory once")
  func duplicate() throws {
    let writer = try writer()
    let tile = try SampleLayers.tile(3, 1, 2)
    try writer.write([1], at: tile)
    guard case .duplicateTile(tile, _) = storageError({ try writer.write([1], at: tile) }) else {
      Issue.record("no error")
      return
    }
  }

  @Test("Only a directory of this package or an empty one is replaced, and only when asked to")
  func overwriting() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(storageError { _ = try writer() } == .outputExists(path: path))
    try SampleLayers.write(SampleLayers.pyramid(), to: writer(overwrite: true))
    #expect(storageError { _ = try writer() } == .outputExists(path: path))
    let tiles = SampleLayers.pyramid(zoom: 3, x: 0..<3, y: 0..<1)
    try SampleLayers.write(tiles, to: writer(overwrite: true))
    #expect(folder.listing.count == tiles.count + 1)
    #expect(try SampleLayers.names(in: folder) == ["out"])
  }

  @Test("A directory of someone else is never replaced", arguments: ["none", "tilejson", "broken"])
  func notOurs(kind: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let text = ["tilejson": "{\"tilejson\": \"3.0.0\"}", "broken": "\"tilepyramid\": {"][kind]
    if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/layer.json")) }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/photo.jpg"))
    guard case .notReplaceable(path, _) = storageError({ _ = try writer(overwrite: true) }) else {
      Issue.record("it would be replaced")
      return
    }
    #expect(try SampleLayers.bytes(path + "/photo.jpg") == Array("mine".utf8))
  }

  @Test("A directory that appears during the work is not replaced")
  func appearsLate() throws {
    for overwrite in [false, true] {
      let writer = try writer(overwrite: overwrite)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/photo.jpg"))
      #expect(storageError { try SampleLayers.write([], to: writer) } != nil)
      writer.abandon()
      #expect(folder.listing == ["out/photo.jpg"])
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test("A symbolic link, a file and a path through a file are refused before the work")
  func refusedPaths() throws {
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    for overwrite in [false, true] {
      #expect(
        storageError { try TileOutput.check(path: link, kind: .directory, overwrite: overwrite) }
          == .outputIsLink(path: link))
    }
    let file = folder.path("file")
    try Data().write(to: URL(fileURLWithPath: file))
    #expect(
      storageError { try TileOutput.check(path: file, kind: .directory, overwrite: true) }
        == .notReplaceable(path: file, found: "not a directory"))
    let orphan = storageError {
      try TileOutput.check(path: folder.path("file/such/out"), kind: .directory, overwrite: false)
    }
    #expect(orphan?.report.category == .cannotAccess)
    #expect(orphan?.description.contains(folder.path("file")) == true)
    #expect(try SampleLayers.names(in: folder) == ["file", "link"])
    for name in ["", ".", "..", "a/.."] {
      #expect(
        storageError { try TileOutput.check(path: name, kind: .directory, overwrite: true) } != nil)
    }
  }

  @Test("Identical tiles share a file through hard links")
  func hardLinks() throws {
    let tiles = SampleLayers.pyramid()
    let summary = try SampleLayers.write(
      tiles, to: DirectoryTileWriter(path: path, layout: layout(hardLinks: true)))
    let reader = try openTileStore(path)
    for (tile, bytes) in tiles { #expect(try reader.tile(at: tile) == bytes) }
    #expect(summary.distinctTileCount == Set(tiles.map(\.1)).count)
    let inodes = try tiles.map { tile, _ in
      try FileManager.default.attributesOfItem(
        atPath: "\(path)/\(tile.zoom)/\(tile.x)/\(tile.y).png")[.systemFileNumber] as? UInt64
    }
    #expect(Set(inodes).count == summary.distinctTileCount)
  }

  @Test("Further files are written into the tree and cannot leave it")
  func extraFiles() throws {
    let writer = try DirectoryTileWriter(path: path, layout: layout())
    for name in ["../evil", "/evil", "a/../../evil", ""] {
      let failure = storageError { try writer.place([], named: name) }
      guard case .unsafePath = failure else {
        Issue.record("\(name) was accepted")
        continue
      }
    }
    try writer.place(Array("<p>".utf8), named: "clients/map.html")
    try SampleLayers.write([], to: writer)
    #expect(folder.listing == ["out/clients/map.html", "out/layer.json"])
  }

  @Test("The floors of a building appear together")
  func sharedTree() throws {
    let tree = try OutputTree(path: path)
    for floor in ["L1", "L2"] {
      var layout = try layout("\(floor)/{z}/{x}/{y}.png")
      layout.layerFile = "\(floor).layer.json"
      let writer = try DirectoryTileWriter(in: tree, layout: layout)
      try SampleLayers.write(SampleLayers.pyramid(zoom: 1, x: 0..<1, y: 0..<1), to: writer)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    let building = BuildingDefinition(
      name: "Building",
      floors: ["L1", "L2"].map {
        .init(LayerDefinition.Floor(id: $0, name: $0), layer: "\($0).layer.json")
      })
    try tree.place(try BuildingDocument(building).encoded(), named: "building.json")
    try tree.publish()
    #expect(
      folder.listing == [
        "out/L1.layer.json", "out/L1/0/0/0.png", "out/L1/1/0/0.png", "out/L2.layer.json",
        "out/L2/0/0/0.png", "out/L2/1/0/0.png", "out/building.json",
      ])
    let reader = try DirectoryTileReader(path: path, layerFile: "L2.layer.json")
    #expect(try reader.coordinates().count == 2)
    try TileOutput.check(path: path, kind: .directory, overwrite: true)
  }
}
