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
      import { MapUrlTileProps, RasterSourceProps, exactly } from "./properties";
      import { HostileFloors, TileLayer, rasterSource, urlTile } from "./HostileFloors";
      import * as plan from "./SitePlanTiles";

      declare const console: { log(text: string): void };
      const base = "\(HostileBuilding.base)";
      const facts = (layer: TileLayer) => {
        const tile = exactly<MapUrlTileProps>()(urlTile(layer, base));
        const source = exactly<RasterSourceProps>()(rasterSource(layer, base));
        if (source.tileUrlTemplates[0] !== tile.urlTemplate) throw new Error(layer.id);
        return [layer.floor?.id, layer.floor?.name, layer.floor?.level ?? null, tile, source];
      };
      console.log(JSON.stringify(HostileFloors.map(facts)));
      console.log(JSON.stringify(facts(plan.SitePlanTiles)));
      const root = { ...plan.SitePlanTiles, urlTemplate: "/{z}/{x}/{y}.png" };
      console.log(urlTile(root, base).urlTemplate);
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
    for file in files {
      try Data(file.contents.utf8).write(to: folder.url.appendingPathComponent(file.path))
    }
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
    try #require(lines.count == 4)
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
    #expect(tile["minimumZ"] as? Int == 3 && source["maxZoomLevel"] as? Int == 20)
    #expect(tile["zIndex"] as? Int == -3 && tile["opacity"] as? Double == 0.35)
    #expect(source["tms"] as? Bool == true)
    #expect(String(decoding: lines[2], as: UTF8.self) == "https://base.example/{z}/{x}/{y}.png")
    #expect(String(decoding: lines[3], as: UTF8.self) == "refused")
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
    #expect(throws: CodegenError.noAppFiles(layer: "Site plan", client: "flutter-map")) {
      try ClientCode.generate(.flutterMap, forLocated: [plan])
    }
    let folder = try TemporaryDirectory()
    let main = """
      import { MapLocalTileProps, exactly } from "./properties";
      import { SitePlanTiles, localTile, tileURL, urlTile } from "./SitePlanTiles";

      declare const console: { log(text: string): void };
      const android = exactly<MapLocalTileProps>()(localTile(SitePlanTiles));
      const apple = exactly<MapLocalTileProps>()(localTile(SitePlanTiles, "/app"));
      console.log(JSON.stringify([android, apple, tileURL(SitePlanTiles, "file:///app/")]));
      if (urlTile(SitePlanTiles, "file:///app/").flipY) throw new Error("flipped");

      """
    for file in try ClientCode.generate(.reactNative, forLocated: [plan])
      + [GeneratedFile(path: "main.ts", contents: main)]
    {
      try Data(file.contents.utf8).write(to: folder.url.appendingPathComponent(file.path))
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
    #expect(android["useAssets"] as? Bool == true && apple["useAssets"] as? Bool == false)
    #expect(apple["pathTemplate"] as? String == "/app/my plan é/{z}/{x}-{y}.png")
    #expect(apple["zIndex"] as? Int == -3 && apple["tileSize"] as? Int == 256)
    #expect(answers[2] as? String == "file:///app/my%20plan%20%C3%A9/{z}/{x}-{y}.png")
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
