import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Code for tiles of two formats")
struct HybridLayerTests {
  private func layer(
    url: String = "https://example.com/{z}/{x}/{y}.{ext}", jpeg: TileCoverage? = nil
  ) throws -> LayerDefinition {
    LayerDefinition(
      name: "Site", urlTemplate: try TileTemplate(url: url, format: nil),
      bounds: GeographicBounds(west: 0, south: 0, east: 1, north: 1),
      coverage: SampleLayers.sparse(seed: 3),
      formatCoverage: [
        .jpeg: jpeg
          ?? TileCoverage(SampleLayers.sparse(seed: 3).tiles.filter { $0.x % 2 == 0 })
      ])
  }

  @Test("TileJSON, which has one URL template, is refused with a way out")
  func tileJSON() throws {
    let failure = #expect(throws: CodegenError.self) {
      try ClientCode.generate(.tileJSON, for: [layer()])
    }
    #expect(failure == .mixedFormats(layer: "Site", client: "TileJSON"))
    let report = try #require(failure?.report.description)
    #expect(report.contains("leaflet") && report.contains("`urlTemplate`"))
  }

  @Test("A MapLibre style is left out, its script is not")
  func mapLibre() throws {
    let files = try ClientCode.generate(.mapLibre, for: [layer()])
    #expect(files.map(\.path) == ["SiteTiles.mjs", "SiteTiles.d.mts", "SiteTiles.d.ts"])
    let floors = try SampleLayers.museum() + [hybridFloor()]
    let building = try ClientCode.generate(.mapLibre, for: floors, named: "Museum")
    #expect(building.first?.path == "MuseumFloors.mjs")
    // Packed with an app there would be nothing.
    let packed = LocatedLayer(try layer(url: "site/{z}/{x}/{y}.{ext}"), location: .bundle)
    #expect(throws: CodegenError.mixedFormats(layer: "Site", client: "a MapLibre style")) {
      try ClientCode.generate(.mapLibre, forLocated: [packed])
    }
  }

  private func hybridFloor() throws -> LayerDefinition {
    var layer = try layer()
    layer.floor = LayerDefinition.Floor(id: "roof", level: 9)
    return layer
  }

  @Test(
    "Where the URL names no format every client has one template",
    arguments: ClientKind.ofTheWorld)
  func oneURL(_ kind: ClientKind) throws {
    let hybrid = try layer(url: "https://example.com/{z}/{x}/{y}")
    var plain = hybrid
    plain.formatCoverage = [:]
    let codes = try [hybrid, plain].map { try ClientCode.generate(kind, for: [$0]) }
    if kind == .tileJSON {
      #expect(codes[0].allSatisfy { $0.contents.contains("https://example.com/{z}/{x}/{y}?v=") })
    } else {
      #expect(codes[0] == codes[1])
    }
  }

  @Test(
    "Where all tiles turn out to have one format the code is that of one format",
    arguments: ClientKind.ofTheWorld)
  func oneFormat(_ kind: ClientKind) throws {
    let all = SampleLayers.sparse(seed: 3)
    for (jpeg, format) in [(TileCoverage([]), TileFormat.png), (all, .jpeg)] {
      let hybrid = try ClientCode.generate(kind, for: [layer(jpeg: jpeg)])
      var plain = try layer()
      plain.formatCoverage = [:]
      plain.urlTemplate = try TileTemplate(
        url: "https://example.com/{z}/{x}/{y}.{ext}", format: format)
      if kind == .tileJSON {
        #expect(hybrid.allSatisfy { $0.contents.contains("{y}.\(format.rawValue)?v=") })
      } else {
        #expect(try hybrid == ClientCode.generate(kind, for: [plain]))
      }
    }
  }
}
