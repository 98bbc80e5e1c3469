import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("ClientCode")
struct ClientCodeTests {
  private func layer(_ floor: String? = nil, url: String? = "{z}/{x}/{y}.png") throws
    -> LayerDefinition
  {
    LayerDefinition(
      name: "Plan", urlTemplate: try url.map { try TileTemplate($0) },
      bounds: GeographicBounds(west: 0, south: 0, east: 1, north: 1),
      floor: floor.map { LayerDefinition.Floor(id: $0) }, coverage: SampleLayers.rectangles)
  }

  @Test("A layer without a URL is refused with the option that gives it")
  func noURL() throws {
    let layer = try layer(url: nil)
    let error = #expect(throws: CodegenError.noURL(layer: "Plan")) {
      try ClientCode.generate(.swift, for: [layer])
    }
    #expect(try #require(error).description.contains("pass `urlTemplate`"))
    #expect(try #require(error).report.category == .badInput)
    // One address for several floors would be refused next.
    for error in [CodegenError.noURL(layer: "Plan"), .noAppFiles(layer: "Plan", client: "leaflet")]
    {
      #expect(
        error.report.nextStep?.contains("https://example.com/{floor}/{z}/{x}/{y}.png") == true)
    }
  }

  @Test("Layers that cannot be shown are refused")
  func refusals() throws {
    #expect(throws: CodegenError.noLayers) { try ClientCode.generate(.objc, for: []) }
    var empty = try layer()
    empty.coverage = TileCoverage([])
    #expect(throws: CodegenError.noTiles(layer: "Plan")) {
      try ClientCode.generate(.objc, for: [empty])
    }
    var faint = try layer()
    faint.opacity = 2
    #expect(throws: CodegenError.invalidLayer(layer: "Plan", .invalidOpacity(2))) {
      try ClientCode.generate(.swift, for: [faint])
    }
    let spaced = try layer(url: "my plans/{z}/{x}/{y}.png")
    let error = #expect(throws: CodegenError.self) {
      try ClientCode.generate(.swift, for: [spaced])
    }
    #expect(try #require(error).description.contains("%20"))
  }

  @Test("Several layers must be different floors")
  func floors() throws {
    let plain = try layer()
    let first = try layer("1")
    #expect(throws: CodegenError.noFloor(layer: "Plan")) {
      try ClientCode.generate(.swift, for: [first, plain])
    }
    #expect(throws: CodegenError.repeatedFloor("1")) {
      try ClientCode.generate(.swift, for: [first, first])
    }
    // Swift holds composed and decomposed text for equal, as would the enumeration's raw values.
    let accented = try [layer("é"), layer("e\u{301}")]
    #expect(throws: CodegenError.self) { try ClientCode.generate(.swift, for: accented) }
  }

  @Test(
    "Types are called after the given name, the layer, or the building and floor",
    arguments: [
      ("Plan", nil, "PlanTiles"), ("Plan", "My house", "MyHouseTiles"),
      ("1st plan", nil, "Layer1stPlanTiles"),
      ("図面", nil, "Layer1Tiles"), ("Plan", "図面", "PlanTiles"),
    ])
  func typeNames(layerName: String, given: String?, expected: String) throws {
    var layer = try layer()
    layer.name = layerName
    let files = try ClientCode.generate(.swift, for: [layer], named: given)
    #expect(files.map(\.path) == ["\(expected).swift"])
    #expect(files.allSatisfy { $0.contents.contains("enum \(expected) {") })
  }

  @Test("Floors are called by what can be a name: name, identifier, level or index")
  func floorNames() throws {
    var layers = try ["a", "二", "三", "ground", "Ground"].map { try layer($0) }
    layers[0].floor?.name = "一階"
    layers[1].floor?.level = -2
    let files = try ClientCode.generate(.swift, for: layers, named: "2 House")
    #expect(
      files.map(\.path) == [
        "Layer2HouseATiles.swift", "Layer2HouseLevelMinus2Tiles.swift",
        "Layer2HouseFloor3Tiles.swift", "Layer2HouseGroundTiles.swift",
        "Layer2HouseGround2Tiles.swift", "Building2HouseFloor.swift",
      ])
    let list = try #require(files.last?.contents)
    for line in [
      "case a = \"a\"", "case levelMinus2 = \"二\"", "case floor3 = \"三\"",
      "case ground = \"ground\"",
      "case ground2 = \"Ground\"",
    ] { #expect(list.contains(line)) }
  }

  @Test("A minus, and a number beside a number, leave a trace in names")
  func numbers() throws {
    func floor(_ id: String, _ level: FloorLevel?) throws -> LayerDefinition {
      var layer = try layer(id)
      layer.floor?.level = level
      return layer
    }
    let layers = try [
      floor("-1", -1), floor("1", 1), floor("mi-2", -2), floor("mi_2", 2), floor("0.5", nil),
      floor("Floor-3", 3), floor("2024-05", nil),
    ]
    let files = try ClientCode.generate(.swift, for: layers, named: "Mall 2")
    #expect(
      files.map(\.path) == [
        "Mall2Minus1Tiles.swift", "Mall2Floor1Tiles.swift", "Mall2MiMinus2Tiles.swift",
        "Mall2Mi2Tiles.swift", "Mall2Floor0_5Tiles.swift", "Mall2Floor3Tiles.swift",
        "Mall2Floor2024_05Tiles.swift", "Mall2Floor.swift",
      ])
    let list = try #require(files.last?.contents)
    for line in [
      "case minus1 = \"-1\"", "case floor1 = \"1\"", "case miMinus2 = \"mi-2\"",
      "case mi2 = \"mi_2\"", "case floor0_5 = \"0.5\"", "case floor3 = \"Floor-3\"",
    ] { #expect(list.contains(line), "\(line)") }
    let kotlin = try ClientCode.generate(.kotlin, for: layers, named: "Mall 2").last?.contents
    #expect(kotlin?.contains("MI_MINUS2(\"mi-2\", -2L, \"mi-2\"),") == true)
  }

  @Test("Identifiers that are not the names are listed beside them, and no others")
  func alteredNames() throws {
    var layers = try ["a", "A", "b", "二", "-1", "default"].map { try layer($0) }
    layers[2].floor?.name = "Ground floor"
    let list = try #require(
      try ClientCode.generate(.swift, for: layers, named: "Café").last?.contents)
    let notes = list.split(separator: "\n").filter { $0.hasPrefix("//   ") }
    #expect(
      notes == [
        #"//   "Café" -> CafeFloor"#, #"//   "A" -> a2"#, #"//   "二" -> floor4"#,
        #"//   "-1" -> minus1"#, #"//   "default" -> defaultFloor"#,
      ])
    let script = try #require(
      try ClientCode.generate(.leaflet, for: layers, named: "House").first?.contents)
    #expect(script.contains(#"//   "A" -> HouseA2Tiles"#))
    #expect(!script.contains(#"//   "a" ->"#))
    let plain = try ClientCode.generate(.java, for: [layer("Ground floor")], named: "House")
    #expect(plain.allSatisfy { !$0.contents.contains("Identifiers that differ") })
  }

  @Test("Levels are whole numbers, unless a floor is between two storeys")
  func levels() throws {
    func list(_ kind: ClientKind, _ levels: [FloorLevel?]) throws -> String {
      let layers = try levels.enumerated().map { index, level in
        var layer = try layer("f\(index)", url: "https://a.example/{z}/{x}/{y}.png")
        layer.floor?.level = level
        return layer
      }
      return try ClientCode.generate(kind, for: layers, named: "House").map(\.contents).joined()
    }
    let whole: [FloorLevel?] = [-1, 0, nil]
    let half: [FloorLevel?] = [-1, FloorLevel("0.5"), nil]
    let expected: [(ClientKind, [String], [String])] = [
      (.swift, ["var level: Int?", "case .f0: -1\n"], ["level: Double?", ": -1\n", ": 0.5\n"]),
      (.swiftMapKit, ["var level: Int?"], ["var level: Double?", "case .f1: 0.5\n"]),
      (.objc, ["level:@(-1)"], ["level:@(-1)", "level:@(0.5)"]),
      (.kotlin, ["val level: Long?", "-1L"], ["val level: Double?", "-1.0,", "0.5,"]),
      (.java, ["public final Long level", "-1L"], ["public final Double level", "-1.0", "0.5"]),
      (.javaScript, ["level: -1,"], ["level: -1,", "level: 0.5,"]),
      (.tileJSON, ["\"level\": -1"], ["\"level\": -1", "\"level\": 0.5"]),
      (.mapLibre, ["\"level\": -1"], ["\"level\": -1", "\"level\": 0.5"]),
    ]
    for (kind, wholeTexts, halfTexts) in expected {
      let (wholeCode, halfCode) = try (list(kind, whole), list(kind, half))
      for text in wholeTexts { #expect(wholeCode.contains(text), "\(kind): \(text)") }
      for text in halfTexts { #expect(halfCode.contains(text), "\(kind): \(text)") }
    }
  }

  @Test("Variants of one floor are one floor of the code, and the same variant twice is refused")
  func variants() throws {
    let layers = try SampleLayers.gallery()
    let files = try ClientCode.generate(.tileJSON, for: layers, named: "Gallery")
    let index = try #require(files.first { $0.path == "GalleryFloors.json" })
    let object = try JSONSerialization.jsonObject(with: Data(index.contents.utf8))
    let floors = try #require((object as? [String: Any])?["floors"] as? [[String: Any]])
    #expect(floors.map { $0["id"] as? String } == ["L0", "L1"])
    #expect(
      floors.map { ($0["variants"] as? [String: String]) ?? [:] } == [
        ["dark": "GalleryGroundFloorDarkTiles.json"], ["dark": "GalleryFirstFloorDarkTiles.json"],
      ])
    // The code of one variant is that of floors without any.
    let dark = layers.filter { $0.floor?.isAlternative == true }
    for kind in ClientKind.ofTheWorld {
      for file in try ClientCode.generate(kind, for: dark, named: "Gallery") {
        #expect(!file.contents.contains("Variant"), "\(file.path)")
      }
    }
    var twice = layers
    twice[3].floor?.variant = layers[1].floor?.variant
    #expect(throws: CodegenError.repeatedFloor("L1-dark")) {
      try ClientCode.generate(.swift, for: twice)
    }
    for name in ["", "Dark", "1", "a b", "dark\"", "dárk", String(repeating: "a", count: 33)] {
      var hostile = layers
      hostile[1].floor?.variant?.name = name
      #expect(
        throws: CodegenError.invalidLayer(
          layer: hostile[1].name, .invalidVariant(name))
      ) { try ClientCode.generate(.leaflet, for: hostile) }
    }
  }

  @Test(
    "What becomes of a map's own floors is said only where there are some, and of several floors")
  func indoorMaps() throws {
    let floors = try SampleLayers.annex().map { LocatedLayer($0) }
    for kind in ClientKind.ofTheWorld where !kind.hasIndoorMaps {
      #expect(throws: CodegenError.noIndoorMaps(client: kind.rawValue)) {
        try ClientCode.generate(kind, forLocated: floors, indoor: .off)
      }
    }
    #expect(throws: CodegenError.indoorWithoutFloors) {
      try ClientCode.generate(.swift, forLocated: [floors[0]], indoor: .follow)
    }
  }
}
