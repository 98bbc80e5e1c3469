import Foundation
import GoogleMapsCompatibility
import Testing
import TileModel

/// Runs the generated goldens that are beside this file.
@MainActor
@Suite("Generated clients")
struct GeneratedClientTests {
  private typealias Constructor = (UInt, UInt, UInt) -> URL?

  /// Asks for every tile of the layer, all their neighbours, and addresses far outside.
  private func check(
    _ definition: LayerDefinition, base: URL? = nil, _ tileURL: Constructor
  ) throws {
    let template = try #require(definition.urlTemplate)
      .withVersionToken(definition.versionToken)
    var asked = 0
    for level in definition.coverage.levels {
      let box = level.boundingRange
      for y in (box.y.lowerBound - 2)...(box.y.upperBound + 1) where y >= 0 {
        for x in (box.x.lowerBound - 2)...(box.x.upperBound + 1) where x >= 0 {
          let tile = TileCoordinate(zoom: level.zoom, x: x, y: y)
          let expected = tile.flatMap { tile -> String? in
            guard definition.coverage.contains(tile) else { return nil }
            let text = template.expanded(for: tile, scheme: definition.scheme)
            return base.map { URL(string: text, relativeTo: $0)?.absoluteString } ?? text
          }
          let answer = tileURL(UInt(x), UInt(y), UInt(level.zoom))
          #expect(answer?.absoluteString == expected, "\(level.zoom)/\(x)/\(y)")
          asked += 1
        }
      }
    }
    #expect(asked > definition.coverage.tileCount)
    for zoom in 0...40 where definition.coverage.level(atZoom: zoom) == nil {
      #expect(tileURL(0, 0, UInt(zoom)) == nil)
    }
    #expect(tileURL(.max, .max, .max) == nil)
    #expect(tileURL(.max, 0, 20) == nil)
    #expect(tileURL(0, .max, 20) == nil)
  }

  @Test("Every floor answers for exactly the tiles of its coverage")
  func museum() throws {
    let layers = try SampleLayers.museum()
    #expect(MuseumFloor.allCases.map(\.rawValue) == layers.compactMap(\.floor?.id))
    #expect(
      MuseumFloor.allCases.map(\.level) == layers.map { $0.floor?.level.map { $0.halves / 2 } })
    #expect(MuseumFloor.allCases.map(\.name) == layers.compactMap(\.floor?.name))
    for (floor, layer) in zip(MuseumFloor.allCases, layers) {
      try check(layer, floor.tileURL)
      let made = floor.makeLayer()
      try check(layer, made.tileURL)
      #expect(made.tileSize == layer.tileSize.rawValue)
      #expect(made.zIndex == 100)
      #expect(made.opacity == 1)
      #expect(made.map == nil)
    }
  }

  @Test("The constructor of the Google guide's sample comes out")
  func guideSample() {
    #expect(
      MuseumGroundFloorTiles.tileURL(x: 4, y: 2, zoom: 3)?.absoluteString
        == "https://www.example.com/floorplans/L0_3_4_2.png?v=0123456789abcdef")
  }

  @Test("Relative URLs resolve against the layer definition or its folder")
  func sitePlan() throws {
    let layer = try SampleLayers.sitePlan()
    for text in ["https://e.com/plans/layer.json", "https://e.com/plans/", "file:///plans/"] {
      let base = try #require(URL(string: text))
      try check(layer, base: base) {
        SitePlanTiles.tileURL(x: $0, y: $1, zoom: $2, relativeTo: base)
      }
      let made = SitePlanTiles.makeLayer(relativeTo: base)
      try check(layer, base: base, made.tileURL)
      #expect(made.tileSize == 256)
      #expect(made.zIndex == -3)
      #expect(made.opacity == 0.35)
    }
    #expect(
      SitePlanTiles.tileURL(
        x: 4, y: 2, zoom: 3, relativeTo: URL(fileURLWithPath: "/plans/layer.json"))?.absoluteString
        == "file:///plans/100%25/3/4/5.png?key=a%20b&v=0000000000000009")
  }

  @Test("The switch shows one floor at a time")
  func floorSwitch() throws {
    let map = GMSMapView()
    let floors = MuseumFloorSwitch(map: map)
    #expect(floors.floor == nil)
    for floor in MuseumFloor.allCases {
      floors.show(floor)
      #expect(floors.floor == floor)
      #expect(map.tileLayers.count == 1)
    }
    floors.show(nil)
    #expect(floors.floor == nil)
    #expect(map.tileLayers.isEmpty)
  }

  @Test("The constants are those of the definition")
  func constants() throws {
    let layer = try SampleLayers.sitePlan()
    #expect(SitePlanTiles.tileSize == 256)
    #expect(SitePlanTiles.minimumZoom == UInt(layer.minimumZoom))
    #expect(SitePlanTiles.maximumZoom == UInt(layer.maximumZoom))
    #expect(SitePlanTiles.attribution == nil)
    #expect(SitePlanTiles.versionToken == layer.versionToken)
    #expect(SitePlanTiles.bounds == (179.5, -1e-7, -179.5, 0.5))
    let basement = try #require(try SampleLayers.museum().first)
    #expect(MuseumBasementTiles.attribution == basement.attribution)
  }
}
