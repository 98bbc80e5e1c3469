import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Documents for map clients")
struct DocumentTests {
  private func object(_ file: GeneratedFile) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(file.contents.utf8))
    return try #require(value as? [String: Any])
  }

  private func numbers(_ value: Any?) throws -> [Double] {
    try (#require(value as? [Any])).map { try #require(($0 as? NSNumber)?.doubleValue) }
  }

  /// Checks a box of degrees that does not cross the antimeridian.
  private func checkBounds(_ value: Any?) throws {
    let edges = try numbers(value)
    #expect(edges.count == 4)
    #expect(-180 <= edges[0] && edges[0] <= edges[2] && edges[2] <= 180)
    #expect(-85.06 <= edges[1] && edges[1] <= edges[3] && edges[3] <= 85.06)
  }

  private func buildings() throws -> [[LayerDefinition]] {
    try [
      SampleLayers.museum(), [SampleLayers.sitePlan()], HostileBuilding.floors(areHybrid: false),
    ]
  }

  /// The layer with its URLs below a server's, if they are relative.
  private func absolute(_ layer: LayerDefinition) throws -> LayerDefinition {
    var layer = layer
    if let template = layer.urlTemplate, template.isRelative {
      layer.urlTemplate = try TileTemplate(
        url: "https://www.example.com/" + template.text, format: layer.templateFormat)
    }
    return layer
  }

  @Test("A style is left out where URLs are relative, which MapLibre would not resolve")
  func relativeStyle() throws {
    var museum = try SampleLayers.museum()
    museum[1].urlTemplate = try TileTemplate(url: "0/{z}/{x}/{y}.png", format: .png)
    #expect(
      try ClientCode.generate(.mapLibre, for: museum, named: "Museum").first?.path
        == "MuseumFloors.mjs")
    #expect(
      try ClientCode.generate(.mapLibre, for: [absolute(museum[1])], named: "Museum").prefix(2).map(
        \.path)
        == ["MuseumTilesStyle.json", "MuseumTiles.mjs"])
  }

  @Test("Styles keep to the MapLibre style specification")
  func style() throws {
    for layers in try buildings().map({ try $0.map(absolute) }) {
      let files = try ClientCode.generate(.mapLibre, for: layers, named: "House")
      let style = try object(
        try #require(
          files.first {
            $0.path == "HouseFloorStyle.json"
              || $0.path == "HouseTilesStyle.json"
          }))
      #expect(Set(style.keys) == ["version", "name", "center", "zoom", "sources", "layers"])
      #expect(style["version"] as? Int == 8)
      #expect(try numbers(style["center"]).count == 2)
      #expect((0...24).contains(try #require(style["zoom"] as? Int)))
      let sources = try #require(style["sources"] as? [String: [String: Any]])
      #expect(sources.count == layers.count)
      for source in sources.values {
        #expect(
          Set(source.keys) == [
            "type", "tiles", "scheme", "tileSize", "minzoom", "maxzoom", "bounds", "attribution",
          ])
        #expect(source["type"] as? String == "raster")
        #expect(source["tileSize"] as? Int == 256)
        #expect(["xyz", "tms"].contains(source["scheme"] as? String))
        let zooms = try #require([source["minzoom"] as? Int, source["maxzoom"] as? Int] as? [Int])
        #expect(0 <= zooms[0] && zooms[0] <= zooms[1])
        let tiles = try #require(source["tiles"] as? [String])
        for location in ["{z}", "{x}", "{y}"] {
          #expect(tiles.count == 1 && tiles[0].components(separatedBy: location).count == 2)
        }
        try checkBounds(source["bounds"])
      }
      let styled = try #require(style["layers"] as? [[String: Any]])
      let identifiers = styled.compactMap { $0["id"] as? String }
      #expect(identifiers.count == layers.count && Set(identifiers).count == layers.count)
      var visible = 0
      for layer in styled {
        #expect(Set(layer.keys) == ["id", "type", "source", "metadata", "layout", "paint"])
        #expect(layer["type"] as? String == "raster")
        #expect(sources[try #require(layer["source"] as? String)] != nil)
        let opacity = try #require((layer["paint"] as? [String: Double])?["raster-opacity"])
        #expect((0...1).contains(opacity))
        let visibility = try #require((layer["layout"] as? [String: String])?["visibility"])
        #expect(["visible", "none"].contains(visibility))
        visible += visibility == "visible" ? 1 : 0
      }
      #expect(visible == 1)
    }
  }

  @Test("Of tiles packed with an app there is a style alone, whose URLs are those of assets")
  func packedStyle() throws {
    var layer = try SampleLayers.sitePlan()
    layer.urlTemplate = try TileTemplate(path: "my é plans#1/{z}/{x}/{y}.png", format: .png)
      .relativeURL
    func generate() throws -> [GeneratedFile] {
      try ClientCode.generate(
        .mapLibre, forLocated: [LocatedLayer(layer, location: .bundle)], named: "Site")
    }
    for scheme in [TileScheme.xyz, .tms] {
      layer.scheme = scheme
      let files = try generate()
      #expect(files.map(\.path) == ["SiteTilesStyle.json"])
      let sources = try #require(object(files[0])["sources"] as? [String: [String: Any]])
      let source = try #require(sources["SiteTiles"])
      // A file has no version token.
      #expect(source["tiles"] as? [String] == ["asset://my%20%C3%A9%20plans%231/{z}/{x}/{y}.png"])
      #expect(source["scheme"] as? String == scheme.rawValue && source["tileSize"] as? Int == 256)
    }
    layer.elevation = .init(.mapbox)
    #expect(throws: CodegenError.southernRows(layer: layer.name, client: "maplibre")) {
      try generate()
    }
    (layer.elevation, layer.format) = (nil, .avif)
    layer.urlTemplate = try TileTemplate(path: "plans/{z}/{x}/{y}.avif", format: .avif).relativeURL
    #expect(throws: CodegenError.nativeAVIF(layer: layer.name)) { try generate() }
  }

  @Test("A style draws floors in the order of their z-index and shows the entrance")
  func styleOrder() throws {
    var museum = try SampleLayers.museum()
    museum[0].zIndex = 300
    let files = try ClientCode.generate(.mapLibre, for: museum, named: "Museum")
    let style = try object(try #require(files.first))
    let layers = try #require(style["layers"] as? [[String: Any]])
    #expect(
      layers.compactMap { $0["id"] as? String } == [
        "MuseumGroundFloorTiles", "MuseumEtage1CafeTiles", "MuseumBasementTiles",
      ])
    #expect(
      layers.compactMap { ($0["layout"] as? [String: String])?["visibility"] } == [
        "visible", "none", "none",
      ])
    let floor = (layers[1]["metadata"] as? [String: Any])?["tilepyramid:floor"] as? [String: Any]
    #expect(floor?["name"] as? String == "Étage 1 \"Café\"")
    #expect(floor?["level"] is NSNull)
  }

  @Test("TileJSON documents keep to version 3.0.0 and say what the definition says")
  func tileJSON() throws {
    for layers in try buildings() {
      let files = try ClientCode.generate(.tileJSON, for: layers, named: "House")
      #expect(files.count == layers.count + (layers.count > 1 ? 1 : 0))
      // Foundation drops the byte order mark from texts.
      for (file, layer) in zip(files, layers) where !layer.name.unicodeScalars.contains("\u{FEFF}")
      {
        let document = try object(file)
        #expect(document["tilejson"] as? String == "3.0.0")
        #expect(document["name"] as? String == layer.name)
        #expect(
          document["attribution"] as? String
            == layer.attribution.map(AttributionPart.html(cleaning:)))
        #expect(document["scheme"] as? String == layer.scheme.rawValue)
        #expect(document["minzoom"] as? Int == layer.minimumZoom)
        #expect(document["maxzoom"] as? Int == layer.maximumZoom)
        #expect((document["vector_layers"] as? [Any])?.isEmpty == true)
        let template = try #require(layer.urlTemplate).withVersionToken(layer.versionToken)
        #expect(document["tiles"] as? [String] == [template.text])
        try checkBounds(document["bounds"])
        let bounds = try numbers(document["bounds"])
        let center = try numbers(document["center"])
        #expect(bounds[0] <= center[0] && center[0] <= bounds[2])
        #expect(bounds[1] <= center[1] && center[1] <= bounds[3])
        #expect(Double(layer.minimumZoom) <= center[2] && center[2] <= Double(layer.maximumZoom))
      }
    }
  }

  /// A floor with the heights of a site in place of its plan.
  private func heights(_ encoding: ElevationEncoding) throws -> LayerDefinition {
    var layer = try SampleLayers.museum()[1]
    layer.elevation = .init(encoding)
    return layer
  }

  @Test("Tiles of heights are a hillshade in a style", arguments: ElevationEncoding.allCases)
  func hillshade(encoding: ElevationEncoding) throws {
    let layers = try [heights(encoding), SampleLayers.museum()[2]]
    let files = try ClientCode.generate(.mapLibre, for: layers, named: "Museum")
    let style = try object(try #require(files.first { $0.path.hasSuffix("Style.json") }))
    let sources = try #require(style["sources"] as? [String: [String: Any]])
    let styled = try #require(style["layers"] as? [[String: Any]])
    let source = try #require(sources["MuseumGroundFloorTiles"])
    // Sources of heights know no scheme.
    #expect(
      Set(source.keys) == [
        "type", "encoding", "tiles", "tileSize", "minzoom", "maxzoom", "bounds", "attribution",
      ])
    #expect(source["type"] as? String == "raster-dem")
    #expect(source["encoding"] as? String == encoding.rawValue)
    let documents = try ClientCode.generate(.tileJSON, for: layers, named: "Museum")
    #expect(
      try documents.prefix(2).map { try object($0)["encoding"] as? String }
        == [encoding.rawValue, nil])
    let layer = try #require(styled.first { $0["id"] as? String == "MuseumGroundFloorTiles" })
    #expect(Set(layer.keys) == ["id", "type", "source", "metadata", "layout"])
    #expect(layer["type"] as? String == "hillshade")
    // The floor beside it is as it is without heights.
    let plain = try object(
      try #require(
        ClientCode.generate(
          .mapLibre, for: SampleLayers.museum().dropFirst().map(\.self), named: "Museum"
        ).first {
          $0.path.hasSuffix("Style.json")
        }))
    let others = try #require(plain["sources"] as? [String: NSDictionary])
    #expect(
      sources["MuseumEtage1CafeTiles"] as NSDictionary? == others["MuseumEtage1CafeTiles"])
  }

  @Test(
    "An archive of heights is a hillshade; heights whose rows count from the south have no style")
  func hillshadeSources() throws {
    var layer = try heights(.mapbox)
    let files = try ClientCode.generate(
      .mapLibre,
      forLocated: [LocatedLayer(layer, location: .archive(url: "https://a.example/a.pmtiles"))])
    let style = try object(try #require(files.first { $0.path.hasSuffix("Style.json") }))
    let source = try #require((style["sources"] as? [String: [String: Any]])?.values.first)
    #expect(Set(source.keys) == ["type", "encoding", "url", "tileSize", "attribution"])
    #expect(source["type"] as? String == "raster-dem")
    layer.scheme = .tms
    #expect(
      try ClientCode.generate(.mapLibre, for: [layer], named: "Museum").first?.path
        == "MuseumTiles.mjs")
    layer.elevation = nil
    #expect(try ClientCode.generate(.mapLibre, for: [layer], named: "Museum").count == 4)
  }
}
