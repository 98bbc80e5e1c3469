import Testing
import TileModel

@Suite("Hybrid layers")
struct HybridLayerTests {
  private func tile(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileCoordinate {
    try #require(TileCoordinate(zoom: zoom, x: x, y: y))
  }

  private func layer(url: String = "{z}/{x}/{y}.{ext}") throws -> LayerDefinition {
    let all = TileCoverage(ranges: [TileRange(zoom: 3, x: 2..<5, y: 1..<4)])
    return LayerDefinition(
      name: "Sample", urlTemplate: try TileTemplate(url: url, format: nil),
      bounds: GeographicBounds(west: 0, south: 0, east: 1, north: 1), coverage: all,
      formatCoverage: [.jpeg: TileCoverage([try tile(3, 3, 2)])])
  }

  @Test("A template with an open extension names tiles by their format")
  func openExtension() throws {
    let template = try TileTemplate(path: "{floor}/{z}_{x}_{y}.{ext}", floor: "L1", format: nil)
    #expect(template.text == "L1/{z}_{x}_{y}.{ext}" && template.namesFormat)
    let location = try tile(3, 3, 2)
    #expect(template.expanded(for: location, scheme: .xyz, format: .jpeg) == "L1/3_3_2.jpg")
    #expect(template.expanded(for: location, scheme: .tms, format: .png) == "L1/3_3_5.png")
    #expect(try TileTemplate(template.text) == template)
    #expect(try template.relativeURL.filePath() == template)
    #expect(
      try template.naming(.webp) == TileTemplate(path: "L1/{z}_{x}_{y}.webp", format: .webp))
    // A template that names one format stays closed.
    #expect(try !TileTemplate(path: "{z}/{x}/{y}.{ext}", format: .png).namesFormat)
  }

  @Test("An extension sets numbers apart, and may stand anywhere")
  func apart() throws {
    let template = try TileTemplate(url: "https://a.example/{ext}/{z}{ext}{x}-{y}", format: nil)
    let text = template.expanded(for: try tile(2, 1, 3), scheme: .xyz, format: .jpeg)
    #expect(text == "https://a.example/jpg/2jpg1-3")
  }

  @Test("A layer knows the format and the URL of each tile")
  func formats() throws {
    let layer = try layer()
    #expect(layer.isHybrid && layer.formatName == "hybrid" && layer.templateFormat == nil)
    #expect(layer.formatVersion == 2)
    #expect(layer.format(of: try tile(3, 3, 2)) == .jpeg)
    #expect(layer.format(of: try tile(3, 2, 2)) == .png)
    #expect(layer.url(of: try tile(3, 3, 2)) == "3/3/2.jpg")
    #expect(layer.url(of: try tile(3, 4, 3)) == "3/4/3.png")
    try layer.validate()
    var plain = layer
    plain.formatCoverage = [:]
    #expect(plain.formatVersion == 1 && plain.formatName == "png" && plain.templateFormat == .png)
    #expect(throws: LayerDefinitionError.openFormat("{z}/{x}/{y}.{ext}")) { try plain.validate() }
  }

  @Test("A coverage is part of another when each of its runs is")
  func subset() throws {
    let all = TileCoverage(ranges: [
      TileRange(zoom: 4, x: 2..<6, y: 3..<9), TileRange(zoom: 4, x: 8..<10, y: 3..<4),
    ])
    #expect(all.isSubset(of: all))
    #expect(TileCoverage([]).isSubset(of: all))
    #expect(!all.isSubset(of: TileCoverage([])))
    for location in all.tiles { #expect(TileCoverage([location]).isSubset(of: all)) }
    for range in [
      TileRange(zoom: 4, x: 5..<7, y: 3..<4), TileRange(zoom: 4, x: 2..<9, y: 3..<4),
      TileRange(zoom: 4, x: 2..<3, y: 8..<10), TileRange(zoom: 5, x: 2..<3, y: 3..<4),
      TileRange(zoom: 4, x: 1..<3, y: 3..<4),
    ] {
      #expect(!TileCoverage(ranges: [range]).isSubset(of: all), "\(range)")
    }
  }
}
