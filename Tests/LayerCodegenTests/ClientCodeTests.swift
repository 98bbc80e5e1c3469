import LayerCodegen
import Testing
import TileModel

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
    #expect(try #require(error).description.contains("pass --url"))
    #expect(try #require(error).report.category == .badInput)
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

  @Test("Floors are called by what can be a name: name, identifier, level or place")
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

  @Test("The file begins with the import of the SDK or of its stand-in")
  func imports() throws {
    for file in try ClientCode.generate(.swift, for: [layer("1"), layer("2")]) {
      #expect(
        file.contents.hasPrefix(
          """
          #if canImport(GoogleMaps)
            import GoogleMaps
          #else
            import GoogleMapsCompatibility
          #endif
          import Foundation

          """))
    }
  }
}
