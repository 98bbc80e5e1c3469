import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging
import TileLayers
import TileModel
import TilePyramidTesting
import TileStorage

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
      let plain = try #require(floor.makeLayer(overzoom: 0) as? GMSURLTileLayer)
      try check(layer, plain.tileURL)
      #expect(made.tileSize == layer.tileSize.rawValue)
      #expect(made.zIndex == 100)
      #expect(made.opacity == 1)
      #expect(made.map == nil)
    }
  }

  @Test("Relative URLs resolve against the layer definition or its folder")
  func sitePlan() throws {
    let layer = try SampleLayers.sitePlan()
    for text in ["https://e.com/plans/layer.json", "https://e.com/plans/", "file:///plans/"] {
      let base = try #require(URL(string: text))
      try check(layer, base: base) {
        SitePlanTiles.tileURL(x: $0, y: $1, zoom: $2, relativeTo: base)
      }
      let plain = SitePlanTiles.makeLayer(overzoom: 0, relativeTo: base)
      try check(layer, base: base, try #require(plain as? GMSURLTileLayer).tileURL)
      let made = SitePlanTiles.makeLayer(relativeTo: base)
      #expect(made.tileSize == 256)
      #expect(made.zIndex == -3)
      #expect(made.opacity == 0.35)
    }
    #expect(
      SitePlanTiles.tileURL(
        x: 4, y: 2, zoom: 3, relativeTo: URL(fileURLWithPath: "/plans/layer.json"))?.absoluteString
        == "file:///plans/100%25/3/4/5.png?key=a%20b&v=0000000000000009")
  }

  @Test("Beyond the deepest zoom a map shows the pixels of the tile above, and nothing beside it")
  func enlarged() async throws {
    let layer = try SampleLayers.sitePlan()
    let coverage = layer.coverage
    let tile = try #require(
      coverage.tiles.first { tile in
        tile.zoom == 20
          && TileCoordinate(zoom: 20, x: tile.x + 1, y: tile.y).map(coverage.contains) == false
      })
    // Columns of 64 pixels, each of its own colour.
    let colours: [[UInt8]] = [
      [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [9, 8, 7, 255],
    ]
    let samples = (0..<65_536).flatMap { colours[$0 % 256 / 64] }
    let folder = try TemporaryDirectory()
    try folder.write(
      PNGTileEncoder(effort: .fast).encode(RGBAImage(width: 256, height: 256, samples: samples)),
      as: "100%/20/\(tile.x)/\(tile.tmsRow).png")
    let map = GMSMapView(frame: CGRect(x: 0, y: 0, width: 32, height: 32))
    for (overzoom, isThere) in [(UInt(4), true), (1, false)] {
      let made = SitePlanTiles.makeLayer(overzoom: overzoom, relativeTo: folder.url)
      made.opacity = 1
      made.map = map
      for column in 0...4 {
        let x = (Double(tile.x) + (Double(column) + 0.5) / 4) / Double(1 << 20)
        let y = (Double(tile.y) + 0.5) / Double(1 << 20)
        map.camera = GMSCameraPosition(
          latitude: atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi, longitude: 360 * x - 180, zoom: 21)
        // Two pixels a point ask for tiles of zoom 22.
        let picture = try await map.snapshot(scale: 2)
        let middle = 4 * (picture.width * picture.height / 2 + picture.width / 2)
        #expect(
          Array(picture.samples[middle..<(middle + 4)])
            == (isThere && column < 4 ? colours[column] : [0, 0, 0, 0]), "\(column)")
      }
      made.map = nil
    }
  }

  @Test("The switch shows one floor at a time")
  func floorSwitch() throws {
    let map = GMSMapView()
    let floors = MuseumFloorSwitch(map: map)
    #expect(floors.floor == nil && !map.isIndoorEnabled)
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

  @Test("A floor is shown in the variant of the map's style, or in one that is named")
  func variants() throws {
    #expect(GalleryFloorVariant(for: .dark) == .dark)
    #expect(GalleryFloorVariant(for: .light) == .light)
    #expect(GalleryFloorVariant(for: .unspecified) == .light)
    let layers = try SampleLayers.gallery()
    let made = GalleryFloor.allCases.flatMap { floor in
      GalleryFloorVariant.allCases.map { floor.makeLayer(in: $0, overzoom: 0) }
    }
    for (layer, made) in zip(layers, made) {
      try check(layer, try #require(made as? GMSURLTileLayer).tileURL)
    }
    let map = GMSMapView()
    let floors = GalleryFloorSwitch(map: map, overzoom: 0)
    func shown() -> String? {
      (map.tileLayers.last as? GMSURLTileLayer)?.tileURL(x: 1, y: 0, zoom: 1)?.path
    }
    floors.show(.firstFloor)
    #expect(shown() == "/L1/1/1/0.png")
    map.overrideUserInterfaceStyle = .dark
    floors.show(floors.floor)
    #expect(shown() == "/L1-dark/1/1/0.png")
    floors.show(.groundFloor, in: .light)
    #expect(shown() == "/L0/1/1/0.png" && map.tileLayers.count == 1)
  }

  @Test(
    "The switch follows the map's own floor picker, by names and then by the order of the floors")
  func indoorMaps() async throws {
    let map = GMSMapView()
    let floors = GalleryFloorSwitch(map: map)
    #expect(floors.floor == nil)
    // Google's names are those of floors in any case, then no name is.
    for (ids, expected) in [
      (["l0", "x", "L1"], [GalleryFloor.groundFloor, nil, .firstFloor]),
      (["a", "b"], [.groundFloor, .firstFloor]),
      (["FIRST FLOOR", "ground floor"], [.firstFloor, .groundFloor]),
      (["a", "b", "c"], [nil, nil, nil]),
    ] {
      let folder = try TemporaryDirectory()
      try await map.indoorDisplay.show(Self.building(ids, in: folder))
      let levels = try #require(map.indoorDisplay.activeBuilding).levels
      #expect(levels.compactMap(\.shortName) == ids.reversed())
      for (level, floor) in zip(levels, expected.reversed()) {
        map.indoorDisplay.activeLevel = level
        #expect(floors.floor == floor, "\(ids), \(level.shortName ?? "")")
      }
    }
    floors.show(.firstFloor)
    try await map.indoorDisplay.show(nil)
    #expect(map.indoorDisplay.activeLevel == nil && floors.floor == .firstFloor)
    // One that is created later takes the level that there is.
    let folder = try TemporaryDirectory()
    try await map.indoorDisplay.show(Self.building(["L1"], in: folder))
    #expect(GalleryFloorSwitch(map: map).floor == .firstFloor)
    #expect(map.isIndoorEnabled)
  }

  /// A building of floors with an identifier and a tile each, the lowest first.
  private static func building(
    _ ids: [String], in folder: TemporaryDirectory
  ) throws -> BuildingLayers {
    let tree = try OutputTree(path: folder.path("house"), overwrite: false)
    let floors = ids.enumerated().map { index, id in
      LayerDefinition.Floor(id: id, level: FloorLevel("\(index)"))
    }
    for floor in floors {
      var definition = try #require(try SampleLayers.annex().first)
      definition.floor = floor
      let writer = try DirectoryTileWriter(
        in: tree,
        layout: DirectoryTileWriter.Layout(
          template: try TileTemplate(
            path: "{floor}/{z}/{x}/{y}.png", floor: floor.id, format: .png),
          layerFile: "\(floor.id).layer.json"))
      let tile = try #require(definition.coverage.tiles.first { _ in true })
      try writer.write([1], at: tile)
      _ = try writer.finish(definition)
    }
    let document = BuildingDocument(
      BuildingDefinition(
        name: "House",
        floors: floors.map { BuildingDefinition.Floor($0, layer: "\($0.id).layer.json") }))
    try tree.place(try document.encoded(), named: BuildingDocument.fileName)
    _ = try tree.publish()
    return try BuildingLayers.open(folder.path("house"))
  }
}
