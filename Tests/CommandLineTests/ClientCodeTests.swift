import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Client code")
struct ClientCodeTests {
  private static let compiler: URL? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(fileURLWithPath: "\($0)/swiftc") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }()

  private static let sources: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.appendingPathComponent("Tests/LayerCodegenTests/StandIns/GoogleMaps")
  }()

  @Test(
    "The constructor in the generated Swift answers with a URL for exactly the tiles built",
    .enabled(if: compiler != nil))
  func constructor() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    let url = "https://www.example.com/floorplans/L{floor}_{z}_{x}_{y}.png"
    for (output, scheme) in [("xyz.mbtiles", "xyz"), ("tms", "tms")] {
      let name = scheme.uppercased()
      try workspace.succeed(
        ["build", "plan.png", "-o", output, "--floor", "2", "--scheme", scheme, "--name", name] + [
          "--url", url,
        ] + RotatedPlan.placement)
      try workspace.succeed(["layers", output, "--client", "swift", "-o", "code-\(scheme)"])
      let store = try workspace.store(output)
      let tiles = try store.coordinates()
      let definition = try #require(store.definition)
      let answers = try answers(
        of: "\(name)Tiles", around: tiles, in: "code-\(scheme)", at: workspace)
      let present = Set(tiles)
      #expect(answers.count > tiles.count)
      for (tile, answer) in answers {
        let row = scheme == "xyz" ? tile.y : tile.tmsRow
        let expected =
          "https://www.example.com/floorplans/L2_\(tile.zoom)_\(tile.x)_\(row).png"
          + "?v=\(definition.versionToken)"
        #expect(answer == (present.contains(tile) ? expected : "nil"), "\(tile)")
      }
    }
  }

  /// Compiles generated code with a program that asks it about every tile and its neighbours.
  private func answers(
    of type: String, around tiles: [TileCoordinate], in folder: String, at workspace: Workspace
  ) throws -> [(TileCoordinate, String)] {
    let asked = Set(
      tiles.flatMap { tile in
        (-1...1).flatMap { dy in
          (-1...1).compactMap { dx in
            TileCoordinate(zoom: tile.zoom, x: tile.x + dx, y: tile.y + dy)
          }
        }
      }
    ).sorted()
    let list = asked.map { "(\($0.zoom), \($0.x), \($0.y))" }.joined(separator: ",\n  ")
    let program = """
      import GoogleMapsCompatibility
      let asked: [(UInt, UInt, UInt)] = [
        \(list)
      ]
      for (zoom, x, y) in asked {
        print(\(type).tileURL(x: x, y: y, zoom: zoom)?.absoluteString ?? "nil")
      }
      """
    try workspace.write(program.utf8, as: "\(folder)/main.swift")
    let compiler = CommandProbe(
      executable: try #require(Self.compiler),
      directory: workspace.directory.url.appendingPathComponent(folder))
    let library = try swiftFiles(below: Self.sources).map(\.path)
    let module = try compiler.run(
      library + ["-emit-library", "-static", "-emit-module", "-module-name"]
        + [
          "GoogleMapsCompatibility", "-package-name", "tiles", "-swift-version", "6", "-o",
          "libGoogleMapsCompatibility.a",
        ])
    #expect(module.end == .exit(0), "\(module.errors)")
    let code = try swiftFiles(below: compiler.directory).map(\.path)
    let linked = try compiler.run(
      code + [
        "-I", ".", "-L", ".", "-lGoogleMapsCompatibility", "-swift-version", "6", "-o", "ask",
      ])
    #expect(linked.end == .exit(0), "\(linked.errors)")
    let ask = CommandProbe(
      executable: compiler.directory.appendingPathComponent("ask"), directory: compiler.directory)
    let lines = try ask.run([]).output.split(separator: "\n").map(String.init)
    #expect(lines.count == asked.count)
    return Array(zip(asked, lines))
  }

  private func swiftFiles(below folder: URL) throws -> [URL] {
    let walker = try #require(FileManager.default.enumerator(atPath: folder.path))
    return walker.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map {
      folder.appendingPathComponent($0)
    }
  }

  @Test(
    "Floors give one file each and a list of them; a page cannot read an MBTiles file without a URL"
  )
  func floors() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    for floor in ["L0", "L1"] {
      try workspace.run(
        ["build", "plan.png", "-o", floor, "--floor", floor, "--name", "Floor \(floor)"]
          + AlignedPlan.placement)
    }
    try workspace.run(AlignedPlan.build(to: "no.mbtiles"))
    let both = try workspace.succeed("layers L0 L1/layer.json --client swift -o code")
    #expect(both.output.split(separator: "\n").count == 3)
    try workspace.fail("layers L0 L1 --client swift -o code")
    try workspace.succeed("layers L0 L1 --client objc -o code")
    for arguments in [
      ["layers", "no.mbtiles", "--client", "leaflet", "-o", "new"],
      ["layers", "L0", "L1", "--url", "/{z}/{x}/{y}.png", "--client", "swift", "-o", "new"],
      ["layers", "L0", "--url", "bundle", "--client", "leaflet", "-o", "new"],
      ["layers", "L0", "no.mbtiles", "--client", "swift", "-o", "new"],
      ["layers", "L0", "L0", "--client", "swift", "-o", "new"],
      ["layers", "plan.png", "--client", "swift", "-o", "new"],
      ["layers", "L0", "--client", "basic", "-o", "new"],
    ] {
      try workspace.fail(arguments)
    }
    try workspace.fail(
      "layers no.mbtiles --client react-native -o new",
      saying: "build a folder of tiles and pass --url bundle")
    try workspace.succeed(
      "layers no.mbtiles --client swift -o new", ["--url", "https://a.example/{z}/{x}/{y}.png"])
  }

  @Test("An MBTiles file without a URL, and with --url bundle any store, is read in the app")
  func packedWithApp() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let url = ["--url", "https://a.example/{floor}/{z}/{x}/{y}.png"]
    for (output, options) in [
      ("no url.mbtiles", ["--floor", "0"]), ("url.mbtiles", ["--floor", "1"] + url),
      ("my plans/L2 é", ["--floor", "2", "--scheme", "tms"] + url),
    ] {
      try workspace.succeed(
        "build plan.png --name Plan", ["-o", output] + options + AlignedPlan.placement)
    }
    func code(_ arguments: [String], _ file: String, in folder: String) throws -> String {
      try workspace.succeed(["layers"] + arguments + ["-o", folder])
      return try workspace.text("\(folder)/\(file)")
    }
    for store in ["no url.mbtiles", "no url.layer.json"] {
      let swift = try code([store, "--client", "swift"], "PlanTiles.swift", in: store + ".code")
      #expect(swift.contains("static let fileName = \"no url.mbtiles\""))
    }
    let reached = try code(["url.mbtiles", "--client", "objc"], "PlanTiles.m", in: "reached")
    #expect(reached.contains("https://a.example/1/"))
    let packed = try code(
      ["url.mbtiles", "--url", "bundle", "--client", "objc"], "PlanTiles.m", in: "packed")
    #expect(packed.contains("@\"url.mbtiles\"") && !packed.contains("a.example"))
    // A document alone stands for the file of its name, or for none.
    let document = try workspace.bytes("no url.layer.json")
    for (name, end) in [("lone.layer.json", CommandProbe.End.exit(0)), ("lone.json", .exit(2))] {
      try workspace.write(document, as: name)
      let made = try workspace.run(["layers", name, "--client", "java", "-o", "\(name).code"])
      #expect(made.end == end, "\(made.errors)")
    }
    let folder = "my plans/L2 é"
    for path in [folder, folder + "/layer.json", "./\(folder)/"] {
      let kotlin = try code(
        [path, "--url", "bundle", "--client", "kotlin"], "PlanTiles.kt", in: "a/\(path.count)")
      #expect(kotlin.contains("assets.open(\"L2 é/${zoom}/${x}/${row}.png\")"))
    }
    let swift = try code(
      ["no url.mbtiles", "url.mbtiles", folder, "--url", "bundle", "--client", "swift-mapkit"],
      "BuildingFloor.swift", in: "floors")
    #expect(swift.contains("-> MKTileOverlay") && !swift.contains("func tileURL"))
  }

  @Test("In a Swift package, code in one file finds a building's folder in its target's resources")
  func packageResources() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let floors = (0...1).map {
      "  - {id: L\($0), image: plan.png, bounds: \"\(AlignedPlan.bounds)\"}\n"
    }.joined()
    for (folder, store) in [("my house", "mbtiles"), ("tiles", "directory")] {
      try workspace.write(
        "name: House\nstore: \(store)\nfloors:\n\(floors)".utf8, as: "\(store).yml")
      try workspace.succeed(["build", "\(store).yml", "-o", folder])
    }
    func code(_ folder: String, _ url: String, to path: String) throws -> String {
      let made = try workspace.run(
        ["layers", folder, "--client", "swift", "--url", url, "-o", path])
      #expect(made.end == .exit(0) && made.output == "\(path)\n", "\(made.errors)")
      return try workspace.text(path)
    }
    let files = try code("my house", "module", to: "House.swift")
    #expect(files.contains("relativeTo base: URL = Bundle.module.resourceURL"))
    #expect(files.contains("static let fileName = \"my house/L1.mbtiles\""))
    #expect(files.contains("enum HouseFloor"))
    let ofApp = try code("my house", "bundle", to: "app/House.swift")
    #expect(ofApp.contains("static let fileName = \"L1.mbtiles\""))
    let folders = try code("tiles", "module", to: "new/folder/House.swift")
    #expect(folders.contains("\"tiles/L1/\\(zoom)/\\(x)/\\(y).png"))
    #expect(folders.contains("Bundle.module") && !folders.contains("Bundle.main"))
    for (arguments, message) in [
      ("--client kotlin --url module -o new", "--client swift or swift-mapkit"),
      ("--client leaflet -o new/House.swift", "cannot be one file of Swift"),
      ("--client swift -o new/folder/House.swift", "--overwrite"),
    ] {
      try workspace.fail("layers tiles \(arguments)", saying: message)
    }
  }

  @Test("A MapLibre style is written for absolute URLs only, and its absence is said")
  func mapLibreStyle() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.run(AlignedPlan.build(to: "out", "--name", "Plan"))
    let relative = try workspace.succeed(
      "layers out --client maplibre -o relative", saying: "no MapLibre style is written",
      "--url https://example.com/{z}/{x}/{y}\n")
    #expect(relative.output.hasPrefix("relative/PlanTiles.mjs\n"))
    try buildHouse(at: workspace)
    let floors = try workspace.run("layers house --client maplibre -o floors")
    #expect(
      floors.errors.contains("--url https://example.com/{floor}/{z}/{x}/{y}\n"), "\(floors.errors)")
    let absolute = try workspace.run(
      "layers out --client maplibre --module script -o absolute",
      ["--url", "https://a.example/{z}/{x}/{y}.png"])
    #expect(absolute.output == "absolute/PlanTilesStyle.json\nabsolute/PlanTiles.js\n")
    #expect(absolute.errors.isEmpty, "\(absolute.errors)")
  }

  /// Builds two floors into folders of a building, whose document is written beside them.
  private func buildHouse(at workspace: Workspace) throws {
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    for floor in ["L0", "L1 #2"] {
      try workspace.succeed(
        AlignedPlan.build(to: "house/\(floor)", "--floor", "old", "--name", "Old"))
    }
    let building = BuildingDefinition(
      name: "Town house", attribution: "© Owner",
      floors: [
        .init(.init(id: "0", level: 0, name: "Ground"), layer: "L0/layer.json"),
        .init(.init(id: "1", level: 1, name: "First"), layer: "L1 #2/layer.json"),
      ])
    try workspace.write(BuildingDocument(building).encoded(), as: "house/building.json")
  }

  @Test("A building gives all its floors, under its own name, whichever way it is named")
  func building() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("house")
    try buildHouse(at: workspace)
    for (index, given) in ["house", "house/building.json", "./house/"].enumerated() {
      let made = try workspace.succeed([
        "layers", given, "--client", "leaflet", "-o", "code\(index)",
      ])
      #expect(made.output == "code\(index)/TownHouseFloors.js\n")
      let script = try workspace.text("code\(index)/TownHouseFloors.js")
      for text in [
        "name: \"Town house\"", "entrance: \"0\"", "name: \"First\"", "\"© Owner\"",
        // Relative to the building's folder, not to the floor's.
        "return \"L0/\" + zoom", "return \"L1%20%232/\" + zoom",
      ] { #expect(script.contains(text), "\(text)") }
      #expect(!script.contains("Old/"))
    }
    try workspace.succeed(
      "layers house --client java -o java --package org.example.house",
      ["--url", "https://a.example/{floor}/{z}/{x}/{y}.png"])
    let java = try workspace.text("java/TownHouseFirstTiles.java")
    #expect(java.contains("package org.example.house;"))
    #expect(java.contains("\"https://a.example/1/\" + zoom"))
  }

  @Test("Every client is written, and what is wrong with a building is said")
  func clientsAndFaults() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("house")
    try buildHouse(at: workspace)
    for kind in [
      "swift", "objc", "swift-mapkit", "kotlin", "java", "javascript", "leaflet", "maplibre",
      "openlayers", "react-native", "google-maps-flutter", "flutter-map", "tilejson",
    ] {
      let made = try workspace.succeed(["layers", "house", "--client", kind, "-o", "all/\(kind)"])
      let name = kind.contains("flutter") ? "town_house" : "TownHouse"
      #expect(made.output.contains("all/\(kind)/\(name)"))
    }
    try workspace.write("{\"tilepyramid\": {\"building\": 1}}".utf8, as: "broken.json")
    try workspace.write("{}".utf8, as: "house/L0/building.json")
    for (arguments, message) in [
      ("house house/L0/layer.json --client swift", "name the building alone"),
      ("broken.json --client swift", "broken.json"),
      ("house/L0 --client swift", "not the document of a building"),
      ("house --client swift --package a.b", "--package"),
      ("house --client java --package a.class", "--package"),
      ("house --client leaflet --indoor off", "remove --indoor"),
      ("house --client swift --indoor on", "--indoor"),
      ("house --client leaflet --module amd", "expected: esm, script"),
      (
        "house --client tilejson --module esm",
        "expected: javascript, leaflet, maplibre, openlayers, openseadragon"
      ),
    ] {
      try workspace.fail(["layers"] + arguments.words + ["-o", "new"], saying: message)
    }
  }
}
