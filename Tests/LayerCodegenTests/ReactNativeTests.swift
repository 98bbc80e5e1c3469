import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Code for React Native")
struct ReactNativeTests {
  @Test(
    "TypeScript compiles strictly against the components' properties, and names every layer's tiles",
    .enabled(
      if: Compiler.typeScript != nil && Compiler.node != nil, "tsc and node are not installed"))
  func properties() throws {
    let layers = try HostileBuilding.floors(areHybrid: false)
    let folder = try TemporaryDirectory()
    let main = """
      import {
        MapUrlTileProps, RasterSource10Props, RasterSourceProps, exactly,
      } from "./properties";
      import { HostileFloors, TileLayer, rasterSource, urlTile } from "./HostileFloors";
      import * as plan from "./SitePlanTiles";

      declare const console: { log(text: string): void };
      const base = "\(HostileBuilding.base)";
      const facts = (layer: TileLayer) => {
        const tile = exactly<MapUrlTileProps>()(urlTile(layer, base));
        const source = exactly<RasterSourceProps & Omit<RasterSource10Props, "id">>()(
          rasterSource(layer, base));
        const versions: [RasterSourceProps, RasterSource10Props] = [source, { id: "", ...source }];
        for (const tiles of [versions[0].tiles, versions[1].tileUrlTemplates]) {
          if (tiles?.[0] !== tile.urlTemplate) throw new Error(layer.id);
        }
        return [layer.floor?.id, layer.floor?.name, layer.floor?.level ?? null, tile, source];
      };
      console.log(JSON.stringify(HostileFloors.map(facts)));
      console.log(JSON.stringify(facts(plan.SitePlanTiles)));
      const SitePlan = { ...plan.SitePlanTiles, urlTemplate: "{z}/{x}/{y}.png" };
      const root = { ...plan.SitePlanTiles, urlTemplate: "/{z}/{x}/{y}.png" };
      console.log(urlTile(root, base).urlTemplate);
      for (const base of ["https://a.example", "https://a.example/b/c", "https://a.example/b/?q=/d/", "file:///b/", "b/c#d/"]) {
        console.log(`${urlTile(SitePlan, base).urlTemplate} ${urlTile(root, base).urlTemplate}`);
      }
      console.log(`${urlTile(plan.SitePlanTiles, base, 99).maximumZ}`);
      try {
        urlTile(plan.SitePlanTiles);
      } catch (error) {
        console.log("refused");
      }

      """
    let files =
      try ClientCode.generate(.reactNative, for: layers, named: "Hostile")
      + ClientCode.generate(.reactNative, for: [SampleLayers.sitePlan()])
      + [GeneratedFile(path: "main.ts", contents: main)]
    try folder.write(files)
    try FileManager.default.copyItem(
      atPath: Compiler.standIn("ReactNative") + "/properties.ts",
      toPath: folder.path("properties.ts"))
    try Compiler.typeScript?.compile([
      "--strict", "--noUnusedLocals", "--noImplicitReturns", "--target", "es2019", "--lib",
      "es2019", "--module", "commonjs", "--outDir", folder.path("out"),
      folder.path("main.ts"),
    ])
    let node = try #require(Compiler.node)
    let lines = try node.output([folder.path("out/main.js")]).split(separator: "\n")
      .map { Data($0.utf8) }
    try #require(lines.count == 10)
    let answers = try lines.prefix(2).map { try JSONSerialization.jsonObject(with: $0) }
    let floors = try #require(answers[0] as? [[Any]])
    #expect(floors.count == layers.count)
    for (floor, layer) in zip(floors, layers) {
      let template = try #require(layer.urlTemplate).withVersionToken(layer.versionToken).text
      let url = layer.urlTemplate?.isRelative == true ? "https://base.example/dir/" : ""
      let tile = try #require(floor[3] as? [String: Any])
      #expect(tile["urlTemplate"] as? String == url + template)
      #expect(tile["flipY"] as? Bool == (layer.scheme == .tms))
      // Foundation drops the byte order mark from texts.
      if let id = layer.floor?.id, !id.unicodeScalars.contains("\u{FEFF}") {
        #expect(floor[0] as? String == id)
      }
      #expect((floor[2] as? NSNumber)?.doubleValue == layer.floor?.level.map { $0.storeys })
    }
    let plan = try #require(answers[1] as? [Any])
    let tile = try #require(plan[3] as? [String: Any])
    let source = try #require(plan[4] as? [String: Any])
    #expect(tile["tileSize"] as? Int == 256 && source["tileSize"] as? Int == 256)
    // Beside the other, react-native-maps 1 throws on Android at shallower zooms.
    #expect(tile["minimumZ"] == nil && source["minzoom"] as? Int == 3)
    #expect(source["maxzoom"] as? Int == 20 && source["maxZoomLevel"] as? Int == 20)
    #expect(tile["maximumNativeZ"] as? Int == 20 && tile["maximumZ"] as? Int == 24)
    #expect(tile["zIndex"] as? Int == -3 && tile["opacity"] as? Double == 0.35)
    #expect(source["tms"] as? Bool == true && source["scheme"] as? String == "tms")
    #expect(String(decoding: lines[2], as: UTF8.self) == "https://base.example/{z}/{x}/{y}.png")
    // Resolved by Python's urllib.parse.urljoin.
    let template = "{z}/{x}/{y}.png"
    let resolved = [
      ("https://a.example/", "https://a.example/"), ("https://a.example/b/", "https://a.example/"),
      ("https://a.example/b/", "https://a.example/"), ("file:///b/", "file:///"), ("b/", "/"),
    ].map { "\($0)\(template) \($1)\(template)" }
    #expect(lines[3..<8].map { String(decoding: $0, as: UTF8.self) } == resolved)
    #expect(lines[8...].map { String(decoding: $0, as: UTF8.self) } == ["28", "refused"])
  }

  @Test(
    "A folder packed with the app is read by its path, and what cannot be read is refused",
    .enabled(
      if: Compiler.typeScript != nil && Compiler.node != nil, "tsc and node are not installed"))
  func packed() throws {
    var plan = LocatedLayer(try SampleLayers.sitePlan(), location: .bundle)
    #expect(throws: CodegenError.southernRows(layer: "Site plan", client: "react-native")) {
      try ClientCode.generate(.reactNative, forLocated: [plan])
    }
    let file = LocatedLayer(try SampleLayers.sitePlan(), location: .file(name: "plan.mbtiles"))
    #expect(throws: CodegenError.noAppFiles(layer: "Site plan", client: "react-native")) {
      try ClientCode.generate(.reactNative, forLocated: [file])
    }
    plan.definition.scheme = .xyz
    plan.definition.urlTemplate = try TileTemplate(path: "my plan é/{z}/{x}-{y}.png", format: .png)
      .relativeURL
    #expect(throws: CodegenError.noAppFiles(layer: "Site plan", client: "tilejson")) {
      try ClientCode.generate(.tileJSON, forLocated: [plan])
    }
    let folder = try TemporaryDirectory()
    let main = """
      import { MapLocalTileProps, MapUrlTileProps, exactly } from "./properties";
      import { SitePlanTiles, localTile, rasterSource, tileURL, urlTile } from "./SitePlanTiles";

      declare const console: { log(text: string): void };
      const android = exactly<MapLocalTileProps>()(localTile(SitePlanTiles));
      const resources = "file://" + encodeURI("/My app") + "/";
      const apple = exactly<MapUrlTileProps>()(urlTile(SitePlanTiles, resources, 0));
      console.log(JSON.stringify([android, apple, tileURL(SitePlanTiles, "file:///app/"),
        rasterSource(SitePlanTiles).tiles[0], rasterSource(SitePlanTiles, "file:///app/").tiles[0]]));
      if (apple.flipY) throw new Error("flipped");

      """
    for file in try ClientCode.generate(.reactNative, forLocated: [plan])
      + [GeneratedFile(path: "main.ts", contents: main)]
    {
      try folder.write(file.contents.utf8, as: file.path)
    }
    try FileManager.default.copyItem(
      atPath: Compiler.standIn("ReactNative") + "/properties.ts",
      toPath: folder.path("properties.ts"))
    try Compiler.typeScript?.compile([
      "--strict", "--noUnusedLocals", "--noImplicitReturns", "--target", "es2019", "--lib",
      "es2019", "--module", "commonjs", "--outDir", folder.path("out"), folder.path("main.ts"),
    ])
    let node = try #require(Compiler.node)
    let output = try node.output([folder.path("out/main.js")])
    let answers = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [Any])
    let android = try #require(answers[0] as? [String: Any])
    let apple = try #require(answers[1] as? [String: Any])
    #expect(android["pathTemplate"] as? String == "my plan é/{z}/{x}-{y}.png")
    #expect(android["useAssets"] as? Bool == true)
    #expect(android["zIndex"] as? Int == -3 && android["tileSize"] as? Int == 256)
    #expect(
      apple["urlTemplate"] as? String == "file:///My%20app/my%20plan%20%C3%A9/{z}/{x}-{y}.png")
    #expect(apple["maximumZ"] as? Int == 20 && apple["minimumZ"] as? Int == 3)
    #expect(apple["maximumNativeZ"] == nil)
    let elsewhere = "file:///app/my%20plan%20%C3%A9/{z}/{x}-{y}.png"
    #expect(answers[2] as? String == elsewhere && answers[4] as? String == elsewhere)
    // MapLibre Native decodes the path of an asset.
    #expect(answers[3] as? String == "asset://my%20plan%20%C3%A9/{z}/{x}-{y}.png")
  }

  /// Compiles and runs what the comment of the code says, with each floor in place of the first.
  private func shownFloors(_ code: GeneratedFile, _ change: (String) -> String) throws -> String {
    let folder = try TemporaryDirectory()
    let lines = code.contents.split(separator: "\n").filter { $0.contains(/^\/\/ +</) }
    let elements = change(lines.map { String($0.dropFirst(5)) }.joined(separator: "\n"))
      .replacing("MuseumFloors[0]", with: "floor")
      .split(separator: /\n(?=<[UR])/)
    let main = """
      import { Layer, LocalTile, Place, RasterSource, React, UrlTile } from "./components";
      import { MuseumFloors, TileLayer, \(elements.count == 3 ? "localTile, " : "")rasterSource, urlTile }
        from "./MuseumFloors";

      declare const console: { log(...values: unknown[]): void };
      void LocalTile;
      const elements: ((floor: TileLayer) => JSX.Element)[] = [
      \(elements.map { "(floor) => (\($0)),\n" }.joined())];
      for (const element of elements) {
        const place = new Place();
        console.log(new Set(MuseumFloors.map((floor) => place.render(element(floor)))).size);
      }

      """
    try folder.write([code, GeneratedFile(path: "main.tsx", contents: main)])
    for name in ["properties.ts", "components.tsx"] {
      try FileManager.default.copyItem(
        atPath: Compiler.standIn("ReactNative/\(name)"), toPath: folder.path(name))
    }
    try Compiler.typeScript?.compile([
      "--strict", "--noUnusedLocals", "--target", "es2019", "--lib", "es2019", "--module",
      "commonjs", "--jsx", "react", "--outDir", folder.path("out"), folder.path("main.tsx"),
    ])
    return try #require(Compiler.node).output([folder.path("out/main.js")])
  }

  @Test(
    "What the comment says shows every floor, though components keep what they showed first",
    .enabled(
      if: Compiler.typeScript != nil && Compiler.node != nil, "tsc and node are not installed"))
  func switching() throws {
    let served = try ClientCode.generate(.reactNative, for: SampleLayers.museum(), named: "Museum")
    #expect(try shownFloors(served[0]) { $0 } == "3\n3\n")
    #expect(try shownFloors(served[0]) { $0.replacing(#/ key=\{[^}]*\}/#, with: "") } == "1\n1\n")
    let packed = try SampleLayers.museum().map { layer in
      var layer = layer
      layer.scheme = .xyz
      layer.urlTemplate = try TileTemplate(
        path: "tiles/\(layer.floor?.id ?? "")/{z}/{x}/{y}.png", format: .png
      ).relativeURL
      return LocatedLayer(layer, location: .bundle)
    }
    let code = try ClientCode.generate(.reactNative, forLocated: packed, named: "Museum")
    #expect(
      try shownFloors(code[0]) { $0.replacing(", base)", with: ", 'file:///app/')") } == "3\n3\n3\n"
    )
  }

  @Test("Tiles of two formats have no one template, so they are refused")
  func hybrid() throws {
    let layers = try HostileBuilding.floors(areHybrid: true)
    let hybrid = try #require(layers.first { $0.isHybrid })
    #expect(throws: CodegenError.mixedFormats(layer: hybrid.name, client: "React Native")) {
      try ClientCode.generate(.reactNative, for: [hybrid])
    }
  }
}
