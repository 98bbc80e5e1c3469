import Foundation
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Buildings")
struct BuildingTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Two floors as directories and one as an MBTiles file, each with tiles of its own.
  private func write(_ name: String = "house") throws -> [String: SamplePyramid] {
    let floors: [String: FloorLevel] = ["B1": -1, "L1": 0, "L2": 1]
    var pyramids: [String: SamplePyramid] = [:]
    let tree = try OutputTree(path: folder.path(name), overwrite: false)
    for (id, level) in floors {
      let pyramid = try SamplePyramid(
        seed: UInt64(10 + level.halves), floor: LayerDefinition.Floor(id: id, level: level))
      pyramids[id] = pyramid
      guard id != "L2" else { continue }
      let layout = DirectoryTileWriter.Layout(
        template: try TileTemplate(path: "{floor}/{z}/{x}/{y}.png", floor: id, format: .png),
        layerFile: "\(id).layer.json")
      try pyramid.write(to: try DirectoryTileWriter(in: tree, layout: layout))
    }
    let document = BuildingDocument(
      BuildingDefinition(
        name: "House", attribution: "Nobody",
        floors: floors.sorted { $0.value < $1.value }.map { id, level in
          BuildingDefinition.Floor(
            LayerDefinition.Floor(id: id, level: level, name: "Floor \(id)"),
            layer: "\(id).layer.json")
        }))
    try tree.place(try document.encoded(), named: BuildingDocument.fileName)
    try tree.publish()
    try #require(pyramids["L2"]).writeMBTiles(folder.path(name + "/L2.mbtiles"))
    return pyramids
  }

  private func error(_ body: () async throws -> Void) async -> TileLayerError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? TileLayerError
    }
  }

  @Test(
    "Every floor of a tree is a layer, its tiles in a folder or a file",
    arguments: ["house", "house/building.json"])
  func tree(path: String) async throws {
    let pyramids = try write()
    let building = try BuildingLayers.open(folder.path(path))
    #expect(building.name == "House" && building.attribution == "Nobody")
    #expect(building.floors.map(\.id) == ["B1", "L1", "L2"])
    #expect(building.floors.map(\.level) == [-1, 0, 1])
    #expect(building.floors.map(\.name) == ["Floor B1", "Floor L1", "Floor L2"])
    #expect(building.entranceFloor?.id == "L1")
    for (id, pyramid) in pyramids {
      let layer = try await building.layer(forFloor: id)
      #expect(layer.information.definition?.floor?.id == id)
      for (tile, bytes) in pyramid.tiles {
        #expect(await layer.tile(at: tile) == .tile(EncodedTile(bytes)))
      }
      #expect(await layer.tile(at: try SamplePyramid.hole()) == .absent)
    }
  }

  @Test("A floor is opened in the variant that is named, and without one in the first")
  func variants() async throws {
    let tree = try OutputTree(path: folder.path("gallery"), overwrite: false)
    var entries: [BuildingDefinition.Floor] = []
    for (seed, name) in ["light", "dark"].enumerated() {
      let floor = LayerDefinition.Floor(
        id: seed == 0 ? "L1" : "L1-dark", level: 1, variant: .init(name: name, floor: "L1"))
      let layout = DirectoryTileWriter.Layout(
        template: try TileTemplate(path: "{floor}/{z}/{x}/{y}.png", floor: floor.id, format: .png),
        layerFile: "\(floor.id).layer.json")
      try SamplePyramid(seed: UInt64(seed), floor: floor)
        .write(to: try DirectoryTileWriter(in: tree, layout: layout))
      entries.append(BuildingDefinition.Floor(floor, layer: "\(floor.id).layer.json"))
    }
    let document = BuildingDocument(BuildingDefinition(name: "Gallery", floors: entries))
    try tree.place(try document.encoded(), named: BuildingDocument.fileName)
    try tree.publish()
    let building = try BuildingLayers.open(folder.path("gallery"))
    #expect(building.floors.map(\.id) == ["L1"] && building.variants == ["light", "dark"])
    for (variant, id) in [(nil, "L1"), ("light", "L1"), ("dark", "L1-dark")] {
      let layer = try await building.layer(forFloor: "L1", variant: variant)
      #expect(layer.information.definition?.floor?.id == id)
      let alike = try await building.layer(forFloor: id)
      #expect(layer === alike)
    }
    let fault = await error { _ = try await building.layer(forFloor: "L1", variant: "sepia") }
    #expect(fault?.report.what.contains("L1, variant sepia") == true)
    #expect(fault?.report.found == "floors L1, variant light, L1, variant dark")
  }

  @Test("A floor's definition opens by itself as a layer")
  func floorAlone() async throws {
    let pyramids = try write()
    for (id, pyramid) in pyramids {
      let layer = try TileLayer.open(folder.path("house/\(id).layer.json"))
      let (tile, bytes) = try #require(pyramid.tiles.first)
      #expect(await layer.tile(at: tile) == .tile(EncodedTile(bytes)))
    }
  }

  @Test(
    "A building is no layer, and the error names its floors",
    arguments: ["house", "house/building.json"])
  func notALayer(path: String) async throws {
    _ = try write()
    let found = await error { _ = try TileLayer.open(folder.path(path)) }
    let report = try #require(found).report
    #expect(report.location == folder.path("house/building.json"))
    #expect(report.found == "floors B1, L1, L2")
    #expect(report.nextStep?.contains("B1.layer.json") == true)
  }

  @Test("What is no building is refused, saying where")
  func notABuilding() async throws {
    _ = try write()
    let layer = folder.path("house/L1.layer.json")
    #expect(
      await error { _ = try BuildingLayers.open(layer) } == .notBuilding(location: layer))
    let tiles = folder.path("house/L1")
    #expect(
      await error { _ = try BuildingLayers.open(tiles) } == .notBuilding(location: tiles))
    let store = folder.path("house/L2.mbtiles")
    #expect(
      await error { _ = try BuildingLayers.open(store) } == .notBuilding(location: store))
    let nothing = folder.path("nothing")
    #expect(
      await error { _ = try BuildingLayers.open(nothing) } == .noDocument(location: nothing))
  }

  @Test("An unknown floor is an error that lists the floors")
  func unknownFloor() async throws {
    _ = try write()
    let building = try BuildingLayers.open(folder.path("house"))
    let location = folder.path("house/building.json")
    let found = await error { _ = try await building.layer(forFloor: "L9") }
    #expect(found == .noFloor("L9", location: location, floors: ["B1", "L1", "L2"]))
    #expect(found?.report.found == "floors B1, L1, L2")
  }

  @Test("A floor that is damaged leaves the others, and is tried again")
  func damagedFloor() async throws {
    _ = try write()
    let file = URL(fileURLWithPath: folder.path("house/B1.layer.json"))
    let whole = try Data(contentsOf: file)
    try Data("{".utf8).write(to: file)
    let building = try BuildingLayers.open(folder.path("house"))
    #expect(await error { _ = try await building.layer(forFloor: "B1") } != nil)
    _ = try await building.layer(forFloor: "L1")
    try whole.write(to: file)
    _ = try await building.layer(forFloor: "B1")
  }

  @Test("All callers of a floor have one layer, also the one who waits without a task")
  func sharing() async throws {
    _ = try write()
    let building = try BuildingLayers.open(folder.path("house"))
    let layers = try await withThrowingTaskGroup(of: TileLayer.self) { group in
      for _ in 0..<8 { group.addTask { try await building.layer(forFloor: "L1") } }
      return try await group.reduce(into: [TileLayer]()) { $0.append($1) }
    }
    let first = try #require(layers.first)
    #expect(layers.allSatisfy { $0 === first })
    #expect(try waited(building) === first)
  }

  private func waited(_ building: BuildingLayers) throws -> TileLayer {
    try building.waitForLayer(forFloor: "L1")
  }

  @Test("A building caches the floors requested last, and no more")
  func heldFloors() async throws {
    let count = BuildingLayers.floorsHeld + 2
    let server = try HostileServer(
      layers: (0..<count).map { "f\($0).layer.json" }, pyramid: try SamplePyramid())
    let building = try await BuildingLayers.load(from: server.url, options: server.options)
    let first = Reference(layer: try await building.layer(forFloor: "0"))
    let held = try await building.layer(forFloor: "1")
    for id in 2..<count { _ = try await building.layer(forFloor: "\(id)") }
    #expect(first.layer == nil)
    #expect(try await building.layer(forFloor: "1") === held)
    #expect(server.transport.counts["https://h.example.com/plans/f1.layer.json"] == 1)
    _ = try await building.layer(forFloor: "0")
    #expect(server.transport.counts["https://h.example.com/plans/f0.layer.json"] == 2)
  }

  @Test("A building on a server gives floors whose tiles are found beside their definitions")
  func served() async throws {
    let root = folder.path("house")
    let pyramids = try write()
    try FileManager.default.removeItem(atPath: root + "/L2.mbtiles")
    let server = try LoopbackServer { path, _ in
      let name = path.split(separator: "?").first.map(String.init) ?? ""
      guard name.hasPrefix("/p/"), !name.contains(".."),
        let data = FileManager.default.contents(atPath: root + name.dropFirst(2))
      else { return .respond(404) }
      return .respond(200, [UInt8](data))
    }
    let url = try #require(URL(string: server.base + "/p/building.json"))
    let building = try await BuildingLayers.load(from: url)
    #expect(server.counts == ["/p/building.json": 1])
    for id in ["B1", "L1"] {
      let layer = try await building.layer(forFloor: id)
      let pyramid = try #require(pyramids[id])
      for (tile, bytes) in pyramid.tiles {
        #expect(await layer.tile(at: tile) == .tile(EncodedTile(bytes)))
      }
    }
    #expect(server.counts.values.allSatisfy { $0 == 1 })
    let missing = try #require(URL(string: server.base + "/q/building.json"))
    #expect(
      await error { _ = try await BuildingLayers.load(from: missing) }
        == .noDocument(location: missing.absoluteString))
  }

  @Test(
    "A path that leaves the building's folder makes the document unusable",
    arguments: [
      "../x.layer.json", "a/../../x.json", "/etc/x.json", "a//b.json", "..", "", "a\\b",
      "https://evil.example.com/x.json", "a/\u{0}.json",
    ])
  func leavingPaths(layer: String) async throws {
    let server = try HostileServer(layers: [layer], pyramid: try SamplePyramid())
    let found = await error {
      _ = try await BuildingLayers.load(from: server.url, options: server.options)
    }
    guard case .document(.invalid(let key, _, _), server.url.absoluteString) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(key.contains("floors[0].layer"))
    try folder.write(server.document.utf8, as: "building.json")
    #expect(await error { _ = try BuildingLayers.open(folder.path) } != nil)
  }

  @Test(
    "No name of a file becomes a scheme, a query, a fragment or a parent folder of a URL",
    arguments: [
      ("https:evil.example.com/x.json", "https%3Aevil.example.com/x.json"),
      ("file:x.json", "file%3Ax.json"), ("a?b#c.json", "a%3Fb%23c.json"),
      ("%2e%2e/%2e%2e/x.json", "%252e%252e/%252e%252e/x.json"),
      ("Étage 1.layer.json", "%C3%89tage%201.layer.json"), ("@host:80/x", "%40host%3A80/x"),
    ])
  func namesInURLs(layer: String, expected: String) async throws {
    let server = try HostileServer(layers: [layer], pyramid: try SamplePyramid())
    let building = try await BuildingLayers.load(from: server.url, options: server.options)
    _ = await error { _ = try await building.layer(forFloor: "0") }
    #expect(
      Set(server.transport.counts.keys) == [
        server.url.absoluteString, "https://h.example.com/plans/" + expected,
      ])
  }
}

/// A layer that is not kept alive.
private struct Reference {
  weak var layer: TileLayer?
}

/// A scripted server of a building whose floors, named by their index, have the paths given and all
/// the same tiles.
private struct HostileServer {
  let transport: ScriptedTransport
  let url: URL
  let document: String

  init(layers: [String], pyramid: SamplePyramid) throws {
    url = try #require(URL(string: "https://h.example.com/plans/building.json?key=1"))
    let floors = try layers.enumerated().map { index, layer in
      let text = String(decoding: try JSONEncoder().encode(layer), as: UTF8.self)
      return #"{"id": "\#(index)", "level": null, "name": "F", "layer": \#(text)}"#
    }
    let document = """
      {"tilepyramid": {"formatVersion": 1, "building": {"name": "H", "description": null,
       "attribution": null, "floors": [\(floors.joined(separator: ", "))]}}}
      """
    self.document = document
    var definition = pyramid.definition
    definition.urlTemplate = try TileTemplate(url: "t/{z}/{x}/{y}.png", format: .png)
    let layer = try LayerDefinitionDocument(definition).encoded()
    transport = ScriptedTransport { request, _ in
      let isBuilding = request.url.lastPathComponent == "building.json"
      return TileResponse(status: 200, body: isBuilding ? Array(document.utf8) : layer)
    }
  }

  var options: TileLayer.Options {
    var options = TileLayer.Options()
    options.transport = transport
    return options
  }
}
