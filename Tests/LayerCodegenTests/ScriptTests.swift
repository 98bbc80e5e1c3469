import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Scripts for the web", .enabled(if: Compiler.node != nil, "node is not installed"))
struct ScriptTests {
  static let kinds: [ClientKind] = [.javaScript, .leaflet, .mapLibre, .openLayers]

  /// Debian's path of Leaflet; elsewhere a stand-in takes its place.
  private static let leaflet = "/usr/share/javascript/leaflet/leaflet.js"

  /// Statements that load the library, or what stands in for it, and how `ask` asks it for the URL of
  /// an address, null for none.
  private static func library(_ kind: ClientKind) -> String {
    let name =
      switch kind {
      case .javaScript: "google"
      case .leaflet: "leaflet"
      case .mapLibre: "maplibregl"
      default: "ol"
      }
    let ask =
      switch kind {
      case .javaScript:
        """
        const type = layer.createMapType(hand({ base, overzoom: 0 }));
        // Google does not wrap columns.
        return async (x, y, z) => {
          const [image] = type.getTile({ x: x - 3 * 2 ** z, y }, z, document).children;
          return image ? image.src : null;
        };
        """
      case .leaflet:
        """
        const shown = layer.createLayer(hand({ base }));
        return async (x, y, z) => {
          const url = shown.getTileUrl({ x, y, z });
          return url.startsWith("data:image/png;base64,") ? null : url;
        };
        """
      case .mapLibre:
        """
        const source = layer.createSource(hand({ base }));
        return async (x, y, z) => {
          const { data } = await new libraries.maplibregl.Map().load(source, z, x, y);
          const text = new TextDecoder().decode(data);
          return text.slice(1, 4) === "PNG" ? null : text;
        };
        """
      default:
        """
        const source = layer.createSource(hand({ base }));
        return async (x, y, z) => source.options.tileUrlFunction([z, x, y], 1) || null;
        """
      }
    let real = FileManager.default.fileExists(atPath: leaflet) && kind == .leaflet
    let path = real ? leaflet : Compiler.standIn("Web/\(name).js")
    return """
      require(\(StringLiteral.javaScript(Compiler.standIn("Web/page.js"))));
      globalThis.window = globalThis;
      globalThis.addEventListener = () => {};
      globalThis.navigator = globalThis.navigator || { userAgent: "", platform: "" };
      const loaded = require(\(StringLiteral.javaScript(path)));
      if (\(real)) globalThis.L = loaded;
      const libraries = { google: globalThis.google, leaflet: globalThis.L,
        maplibregl: globalThis.maplibregl, ol: globalThis.ol };
      // A module is handed what a plain script finds as a global.
      const hand = (options) => isModule ? { ...options, ...libraries, pmtiles: globalThis.pmtiles } : options;
      if (isModule) for (const name of ["google", "L", "maplibregl", "ol"]) delete globalThis[name];
      function asker(layer, base) {
      \(ask)
      }

      """
  }

  /// A map of the library, or of Leaflet what stands in for one.
  static func map(_ kind: ClientKind) -> String {
    switch kind {
    case .javaScript: "new libraries.google.maps.Map()"
    case .mapLibre: "new libraries.maplibregl.Map()"
    case .leaflet:
      """
      { layers: [], controls: [], listeners: {}, on(name, call) { this.listeners[name] = call; }, addLayer(layer) { this.layers.push(layer); layer._map = this; },
        removeLayer(layer) { this.layers = this.layers.filter((other) => other !== layer); } }
      """
    default: "new libraries.ol.Map()"
    }
  }

  /// Runs statements after a generated script, which they find as `script`.
  func run(_ kind: ClientKind, _ files: [GeneratedFile], _ statements: String) throws
    -> String
  {
    let folder = try TemporaryDirectory()
    let file = try #require(files.first { $0.path.hasSuffix("js") })
    let isModule = file.path.hasSuffix(".mjs")
    try folder.write(file.contents.utf8, as: file.path)
    let main = """
      "use strict";
      const isModule = \(isModule);
      \(Self.library(kind))
      const path = \(StringLiteral.javaScript(folder.path(file.path)));
      (async () => {
      const script = isModule ? Object.values(await import(path))[0] : require(path);
      \(statements)
      })().catch((error) => { console.error(error); process.exit(1); });

      """
    try folder.write(main.utf8, as: "main.js")
    return try #require(try Compiler.node?.output([folder.path("main.js")]))
  }

  @Test(
    "On a fine screen the library is told the tiles of 512 pixels, and where there are none the others",
    arguments: kinds, [1, 2])
  func retina(kind: ClientKind, pixelRatio: Int) throws {
    var layer = try SampleLayers.sitePlan()
    layer.urlTemplate = try TileTemplate(url: "https://a.example/{z}/{x}/{y}.png", format: .png)
    let above = layer.coverage.tiles.compactMap(\.parent).filter { $0.zoom > 2 }
    layer.retina = LayerDefinition.Retina(
      urlTemplate: try TileTemplate(url: "https://a.example/{z}/{x}/{y}@2x.png", format: .png),
      digest: ContentDigest(low: 1, high: 2), coverage: TileCoverage(above))
    let retina = try #require(layer.retinaLayer)
    // Some of either, and tiles of zooms that only one of them has.
    let asked = Array(layer.coverage.tiles).spread(60) + above.spread(60)
    let output = try run(
      kind, ClientCode.generate(kind, for: [layer]),
      """
      globalThis.devicePixelRatio = \(pixelRatio);
      const ask = asker(script, "https://a.example/");
      for (const [z, x, y] of [\(asked.map { "[\($0.zoom), \($0.x), \($0.y)]" }.joined(separator: ", "))]) {
        process.stdout.write(((await ask(x, y, z)) || "nil") + "\\n");
      }
      """)
    func url(_ tile: TileCoordinate, _ layer: LayerDefinition) -> String? {
      guard layer.coverage.contains(tile) else { return nil }
      return layer.url(of: tile).map { $0 + "?v=\(layer.versionToken)" }
    }
    let expected = asked.map { tile in
      let small = url(tile, layer)
      guard pixelRatio > 1 else { return small ?? "nil" }
      let large = url(tile, retina)
      return (kind == .openLayers ? large : large ?? small) ?? "nil"
    }
    #expect(output.split(separator: "\n").map(String.init) == expected)
    #expect(expected.contains { $0.contains("@2x") } == (pixelRatio > 1))
  }

  @Test(
    "Clients of pictures are told where the pixels of an image are", arguments: TileSize.allCases)
  func imageGrid(size: TileSize) throws {
    let layer = try SampleLayers.picture(size)
    // In Leaflet's and OpenLayers' units, and in widths of the image.
    let leaflet = try run(
      .leaflet, ClientCode.generate(.leaflet, for: [layer]),
      """
      const { lng, lat } = { lat: script.latLng(250, 500)[0], lng: script.latLng(250, 500)[1] };
      const back = script.pixel({ lat, lng });
      console.log(JSON.stringify([lat, lng, back.x, back.y, script.latLngBounds()]));
      """)
    #expect(leaflet == "[-125,62.5,250,500,[[-175,0],[0,250]]]\n")
    let openLayers = try run(
      .openLayers, ClientCode.generate(.openLayers, for: [layer]),
      """
      const source = script.createSource({}).options;
      const { resolutions, origin, tileSize } = source.tileGrid.options;
      console.log(JSON.stringify([
        script.coordinate(250, 500), script.extent(), resolutions, origin, tileSize,
        source.tilePixelRatio, source.tileUrlFunction([1, 1, 0]), source.tileUrlFunction([1, 2, 0]) ?? null,
      ]));
      """)
    let levels = size == .standard ? "[4,2,1]" : "[4,2]"
    #expect(
      openLayers
        == "[[250,-500],[0,-700,1000,0],\(levels),[0,0],256,\(size.rawValue / 256),"
        + "\"https://a.example/1/1/0.png?v=\(layer.versionToken)\",null]\n")
    let seadragon = try run(
      .openSeadragon, ClientCode.generate(.openSeadragon, for: [layer]),
      """
      globalThis.OpenSeadragon = {
        TileSource: class { constructor(options) { Object.assign(this, options); } },
        Rect: class { constructor(...values) { this.values = values; } },
      };
      const source = script.createTileSource();
      const deepest = source.maxLevel;
      console.log(JSON.stringify([
        source.width, source.height, source.minLevel, deepest,
        source.getTileBounds(deepest, 1, 0).values, source.getTileBounds(0, 0, 0, true).values,
        source.tileExists(deepest, 0, 0), source.tileExists(deepest, 4, 0),
        source.hasTransparency(null, "a/1.webp?v=1"), source.hasTransparency(null, "a/1.jpg?v=1"),
        script.viewportPoint(500, 250),
      ]));
      """)
    let (deepest, side) = (layer.maximumZoom, Double(size.rawValue) / 1000)
    #expect(
      seadragon
        == "[1000,700,0,\(deepest),[\(side),0,\(side),\(side)],[0,0,\(size.rawValue),\(size.rawValue)],"
        + "true,false,true,false,{\"x\":0.5,\"y\":0.25}]\n")
  }

  @Test(
    "Tiles of an image are refused by clients of the world, and those of the world by OpenSeadragon"
  )
  func refusedGrids() throws {
    let image = try SampleLayers.picture(.standard)
    let shown: Set<ClientKind> = [.leaflet, .openLayers, .openSeadragon, .flutterMap]
    for kind in ClientKind.allCases where !shown.contains(kind) {
      #expect(throws: CodegenError.imageGrid(layer: "Plan", client: kind.rawValue)) {
        try ClientCode.generate(kind, for: [image])
      }
    }
    let plan = try SampleLayers.sitePlan()
    #expect(throws: CodegenError.worldGrid(layer: plan.name, client: "openseadragon")) {
      try ClientCode.generate(.openSeadragon, for: [plan])
    }
    let floors = try SampleLayers.museum()
    var first = floors[0]
    first.imageGrid = image.imageGrid
    #expect(throws: CodegenError.besideImageGrids(layer: floors[1].name)) {
      try ClientCode.generate(.leaflet, for: [first, floors[1]])
    }
    let dart = try #require(try ClientCode.generate(.flutterMap, for: [image]).first).contents
    #expect(dart.contains("pixelsAcross: 1024,") && dart.contains("crs: const CrsSimple()"))
    #expect(!dart.contains("this.west"))
  }

  @Test(
    "The library is told exactly the tiles, whatever floors are called", arguments: kinds,
    ModuleFormat.allCases)
  func answers(kind: ClientKind, module: ModuleFormat) throws {
    let layers = try HostileBuilding.floors()
    let output = try run(
      kind,
      ClientCode.generate(
        kind, forLocated: layers.map { LocatedLayer($0) }, named: "Hostile", module: module),
      """
      const bytes = (text) => Array.from(Buffer.from(text)).join(" ");
      const lines = [];
      for (const [index, layer] of script.floors.entries()) {
        const floor = layer.floor;
        if (script.floor(floor.id) !== layer) throw new Error(floor.id);
        lines.push(bytes(floor.id), bytes(floor.name), floor.level === null ? "nil" : floor.level);
        if (index % 11 !== 1) continue;
        const ask = asker(layer, "\(HostileBuilding.base)");
        for (let zoom = 3; zoom <= 6; zoom++) {
          for (let y = 0; y < 36; y++) {
            for (let x = 0; x < 36; x++) {
              // Asked as the client does: MapLibre and Leaflet wrap columns themselves.
              const isInside = x < 2 ** zoom;
              lines.push((isInside && (await ask(x, y, zoom))) || "nil");
            }
          }
        }
        for (const [x, y, zoom] of [[-1, 0, 0], [0, -1, 0], [0, 0, -1], [0, 0, 31], [0.5, 0, 0]]) {
          if (layer.tileURL(x, y, zoom, "https://a.example/") !== null) throw new Error(floor.id);
        }
      }
      process.stdout.write(lines.join("\\n") + "\\n");
      """)
    try HostileBuilding.check(output, of: layers, asked: HostileBuilding.isAsked)
  }

  @Test(
    "An archive is asked for exactly the tiles of the layer, by the library that reads it",
    arguments: [ClientKind.leaflet, .mapLibre, .openLayers])
  func archive(kind: ClientKind) throws {
    let layer = try SampleLayers.sitePlan()
    let files = try ClientCode.generate(
      kind, forLocated: [LocatedLayer(layer, location: .archive(url: "plans/site.pmtiles"))])
    let output = try run(
      kind, files,
      """
      const asked = [];
      globalThis.pmtiles = {
        PMTiles: class {
          constructor(url) { this.url = url; }
          async getZxy(z, x, y) {
            const address = [this.url, z, x, y].join(" ");
            asked.push(address);
            return { data: new TextEncoder().encode(address).buffer };
          }
        },
      };
      const base = "https://a.example/b/layer.json";
      const read = async (x, y, z) => {
        const data = await script.tileData(x, y, z, hand({ base }));
        return data === null ? null : new TextDecoder().decode(data);
      };
      console.log(script.archiveURL(base));
      console.log(await read(4, 2, 3));
      console.log(await read(0, 0, 3), asked.length);
      if (\(kind == .mapLibre)) {
        const source = script.createSource(hand({ base }));
        const { data } = await new libraries.maplibregl.Map().load(source, 3, 4, 2);
        console.log(new TextDecoder().decode(data));
      } else {
        console.log(await read(4, 2, 3));
      }
      """)
    let url = "https://a.example/b/plans/site.pmtiles?v=\(layer.versionToken)"
    #expect(
      output.split(separator: "\n").map(String.init) == [
        url, "\(url) 3 4 2", "null 1", "\(url) 3 4 2",
      ])
    #expect(!files.contains { $0.path.hasSuffix(".json") })
  }

  @Test(
    "A MapLibre script shows heights as a hillshade, to which an absent tile is an error that is an answer",
    arguments: [false, true])
  func heights(isArchive: Bool) throws {
    var heights = try SampleLayers.sitePlan()
    heights.elevation = .init(.mapbox)
    let files = try ClientCode.generate(
      .mapLibre,
      forLocated: [
        LocatedLayer(heights, location: isArchive ? .archive(url: "a.pmtiles") : .urls)
      ])
    let output = try run(
      .mapLibre, files,
      """
      globalThis.pmtiles = {
        PMTiles: class {
          async getZxy(z, x, y) { return { data: new TextEncoder().encode("tile").buffer }; }
        },
      };
      const map = new libraries.maplibregl.Map();
      script.addTo(map, hand({ base: "https://a.example/b/layer.json" }));
      const source = map.getSource(script.sourceID);
      const layer = map.getLayer(script.sourceID);
      console.log(source.type, source.encoding, layer.type, JSON.stringify(layer.paint));
      const { data } = await map.load(source, 3, 4, 2);
      console.log(data.byteLength > 0);
      try {
        await map.load(source, 3, 0, 0);
        console.log("a tile");
      } catch (error) {
        console.log(error.status);
      }
      """)
    #expect(output == "raster-dem mapbox hillshade {}\ntrue\n404\n")
  }

  @Test("A MapLibre script of colours says nothing of heights, and beside heights shows colours")
  func heightsBesideColors() throws {
    var layers = try SampleLayers.museum()
    let plain = try ClientCode.generate(.mapLibre, for: layers, named: "Museum")
    #expect(plain.allSatisfy { !$0.contents.contains("encoding") })
    layers[0].elevation = .init(.terrarium)
    let output = try run(
      .mapLibre, ClientCode.generate(.mapLibre, for: layers, named: "Museum"),
      """
      for (const floor of script.floors) {
        const source = floor.createSource(hand());
        const { data } = await new libraries.maplibregl.Map().load(source, 3, 0, 0).catch((error) => error);
        console.log(source.type, source.encoding, data instanceof ArrayBuffer);
      }
      """)
    #expect(output == "raster-dem terrarium false\nraster undefined true\nraster undefined true\n")
  }

  @Test("A MapLibre style names an archive at an absolute URL; other clients and texts are refused")
  func archiveStyle() throws {
    let layer = try SampleLayers.sitePlan()
    func generate(_ kind: ClientKind, _ url: String) throws(CodegenError) -> [GeneratedFile] {
      try ClientCode.generate(
        kind, forLocated: [LocatedLayer(layer, location: .archive(url: url))])
    }
    let style = try #require(
      try generate(.mapLibre, "https://a.example/site.pmtiles").first {
        $0.path.hasSuffix("Style.json")
      })
    #expect(
      style.contents.contains(
        "\"url\": \"pmtiles://https://a.example/site.pmtiles?v=\(layer.versionToken)\""))
    #expect(throws: CodegenError.noArchives(layer: layer.name, client: "swift")) {
      try generate(.swift, "https://a.example/site.pmtiles")
    }
    for url in [
      "", "https://a.example/a b.pmtiles", "a\".pmtiles", "a</script>.pmtiles", "é.pmtiles",
    ] {
      #expect(throws: CodegenError.invalidArchive(layer: layer.name, url)) {
        try generate(.leaflet, url)
      }
    }
    #expect(throws: CodegenError.self) {
      try ClientCode.generate(
        .leaflet,
        forLocated: try HostileBuilding.floors().enumerated().map { index, floor in
          LocatedLayer(floor, location: index == 0 ? .archive(url: "a.pmtiles") : .urls)
        })
    }
  }

  @Test("Relative URLs begin at the page's when no base is given", arguments: kinds)
  func relative(kind: ClientKind) throws {
    let output = try run(
      kind, ClientCode.generate(kind, for: [SampleLayers.sitePlan()]),
      """
      console.log(await asker(script)(4, 2, 3));
      console.log(await asker(script, "plans/")(4, 2, 3));
      console.log(await asker(script, "file:///p/layer.json")(4, 2, 3));
      """)
    let address = "100%25/3/4/5.png?key=a%20b&v=0000000000000009"
    #expect(
      output == """
        https://base.example/dir/\(address)
        https://base.example/dir/plans/\(address)
        file:///p/\(address)

        """)
  }

  @Test("Layers state cells, zooms, order, opacity and attribution in the library's terms")
  func properties() throws {
    let museum = try SampleLayers.museum()
    let plan = try [SampleLayers.sitePlan()]
    func text(_ kind: ClientKind, _ statements: String) throws -> [String] {
      try [
        run(
          kind, ClientCode.generate(kind, for: museum),
          "const tiles = script.floors[1];" + statements),
        run(kind, ClientCode.generate(kind, for: plan), "const tiles = script;" + statements),
      ]
    }
    #expect(
      try text(
        .leaflet,
        """
        const o = tiles.createLayer({ pane: "plans" }).options;
        const retina = tiles.createLayer({ zoomOffset: 1, minZoom: 0 });
        const zooms = [retina.options.minNativeZoom, retina.options.maxNativeZoom];
        if (zooms[0] !== undefined || zooms[1] !== tiles.maximumZoom - 1) throw new Error(zooms);
        if (tiles.createLayer({ zoomOffset: 1, maxNativeZoom: 18 }).options.maxNativeZoom !== 18) throw new Error("18");
        console.log(o.tileSize, o.minZoom, o.maxNativeZoom, o.maxZoom, o.zIndex,
          o.opacity, o.attribution.length, o.pane, tiles.latLngBounds().join(" "));
        """) == [
          "256 3 20 24 101 1 46 plans 53.54,9.98 53.56,10.01\n",
          "256 3 20 24 -2 0.35 0 plans -1e-7,179.5 0.5,180.5\n",
        ])
    #expect(
      try text(
        .openLayers,
        """
        const o = tiles.createLayer().options;
        const s = o.source.options;
        console.log(s.tileSize, s.tilePixelRatio, s.minZoom, s.maxZoom, o.minZoom, o.zIndex,
          o.opacity, typeof s.attributions);
        """) == ["256 2 3 20 2 100 1 string\n", "256 1 3 20 2 -3 0.35 undefined\n"])
    #expect(
      try text(
        .javaScript,
        """
        const o = tiles.createMapType();
        const cell = o.getTile({ x: 0, y: 0 }, 3, document);
        o.setOpacity(cell.style.opacity / 2);
        console.log(o.tileSize.width, o.tileSize.height, o.minZoom, o.maxZoom, o.zIndex,
          cell.style.opacity, o.getTile({ x: 0, y: 0 }, 3, document).style.opacity);
        """) == ["256 256 3 24 100 0.5 0.5\n", "256 256 3 24 -3 0.175 0.175\n"])
    #expect(
      try text(
        .mapLibre,
        """
        const map = new libraries.maplibregl.Map();
        tiles.addTo(map, hand());
        const s = map.sources.get(tiles.sourceID);
        const l = map.layers.get(tiles.sourceID);
        console.log(s.type, s.tileSize, s.minzoom, s.maxzoom, s.bounds.join(), s.scheme,
          s.attribution.length, l.type, l.paint["raster-opacity"]);
        """) == [
          "raster 256 3 20 9.98,53.54,10.01,53.56 undefined 46 raster 1\n",
          "raster 256 3 20 -180,-1e-7,180,0.5 undefined 0 raster 0.35\n",
        ])
  }

  @Test("Nothing in a script ends the element of a page that holds it", arguments: kinds)
  func insideHTML(kind: ClientKind) throws {
    for file in try ClientCode.generate(kind, for: HostileBuilding.floors(), named: "</script>") {
      let text = file.contents.lowercased()
      for end in ["</script", "<script", "<!--"] where file.path.hasSuffix("js") {
        #expect(!text.contains(end), "\(file.path)")
      }
    }
  }
}

extension Array {
  /// Picks `count` elements from all over the array, the same each time.
  fileprivate func spread(_ count: Int) -> [Element] {
    stride(from: 0, to: self.count, by: Swift.max(1, self.count / count)).map { self[$0] }
  }
}
