import Foundation
import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("ES modules")
struct ModuleTests {
  private static let kinds: [ClientKind] = [
    .javaScript, .leaflet, .mapLibre, .openLayers, .openSeadragon,
  ]

  /// An app in TypeScript, after declarations of as much of the library as it uses, strictly typed.
  private static func app(_ kind: ClientKind) -> String {
    switch kind {
    case .javaScript:
      """
      declare const google: {
        maps: { Size: { new (width: number, height: number): { width: number } }; ControlPosition: { TOP: 1 } } };
      declare const map: { overlayMapTypes: { push(type: { radius: number }): void }; controls: unknown[] };
      const shown = SitePlanTiles.addTo(map, { google, base: "tiles/", overzoom: 0 });
      shown.mapType.setOpacity(0.5);
      map.overlayMapTypes.push(SitePlanTiles.createMapType({ google }));
      const floors = MuseumFloors.createFloorSwitch(map, { google, floor: "0" });
      """
    case .leaflet:
      """
      declare class Layer { addTo(map: LeafletMap): this; options: { opacity?: number } }
      declare class LeafletMap { on(event: string, listener: () => void): this; addLayer(layer: Layer): this; fitBounds(bounds: [number, number][]): this }
      declare namespace L {
        class TileLayer extends Layer { constructor(url: string, options?: { opacity?: number; pane?: string }) }
        class Control { constructor(options?: { position?: "topright" }) }
        namespace DomEvent { function disableClickPropagation(element: HTMLElement): typeof DomEvent }
        namespace DomUtil { function getPosition(element: HTMLElement): { x: number; y: number } }
      }
      declare const map: LeafletMap;
      const shown = SitePlanTiles.createLayer({ leaflet: L, opacity: 0.5, pane: "plans" }).addTo(map);
      const opacity: number | undefined = shown.options.opacity;
      // @ts-expect-error
      SitePlanTiles.createLayer({ leaflet: L, opacity: "0.5" });
      map.fitBounds(SitePlanTiles.latLngBounds());
      const floors = MuseumFloors.createFloorSwitch(map, { leaflet: L, position: "topleft" });
      """
    case .mapLibre:
      """
      declare const maplibregl: {
        addProtocol(name: string, load: (request: { url: string; type?: string }, controller: AbortController) =>
          Promise<{ data: any; expires?: Date }>): void };
      declare const map: {
        addSource(id: string, source: { type: "raster"; tiles?: string[] } | { type: "geojson"; data: object }): object;
        getSource<S extends object>(id: string): S | undefined; removeSource(id: string): object;
        addLayer(layer: { id: string }, before?: string): object; getLayer(id: string): object | undefined;
        removeLayer(id: string): object; addControl(control: { onAdd(): HTMLElement }, at?: "top-right"): object;
        removeControl(control: { onAdd(): HTMLElement }): object; on(event: string, listener: () => void): object };
      map.addSource("tiles", SitePlanTiles.createSource({ maplibregl }));
      SitePlanTiles.addTo(map, { maplibregl, before: "labels" });
      const floors = MuseumFloors.createFloorSwitch(map, { maplibregl, buttons: false });
      """
    case .openLayers:
      """
      declare namespace ol {
        namespace source { class XYZ { constructor(options?: { url?: string }); getUrls(): string[] | null } }
        namespace layer { class Tile<S> { constructor(options?: { source?: S }); getOpacity(): number } }
        namespace control { class Control { constructor(options: { element?: HTMLElement }) } }
      }
      declare const map: {
        addLayer(layer: { getOpacity(): number }): void; removeLayer(layer: object): object | undefined;
        addControl(control: ol.control.Control): void; removeControl(control: ol.control.Control): object | undefined };
      map.addLayer(SitePlanTiles.createLayer({ ol }));
      const urls: string[] | null = SitePlanTiles.createSource({ ol }).getUrls();
      const floors = MuseumFloors.createFloorSwitch(map, { ol });
      """
    default:
      """
      declare class TileSource { constructor(options: { width?: number }); getNumTiles(level: number): { x: number } }
      declare const OpenSeadragon: {
        TileSource: typeof TileSource; Rect: { new (x?: number, y?: number, width?: number, height?: number): object } };
      const tiles: { x: number } = PlanTiles.createTileSource({ OpenSeadragon }).getNumTiles(0);
      const { x, y } = PlanTiles.viewportPoint(PlanTiles.imageSize.width, 0);
      """
    }
  }

  /// The generated files of a layer, and those of a building beside them, by the names of their exports.
  private static func files(_ kind: ClientKind) throws -> [String: [GeneratedFile]] {
    if kind == .openSeadragon {
      return [
        "PlanTiles": try ClientCode.generate(
          kind, forLocated: [LocatedLayer(SampleLayers.picture(.standard))], module: .esm)
      ]
    }
    let museum = try SampleLayers.museum().map { LocatedLayer($0) }
    return [
      "SitePlanTiles": try ClientCode.generate(
        kind, forLocated: [LocatedLayer(SampleLayers.sitePlan())], module: .esm),
      "MuseumFloors": try ClientCode.generate(
        kind, forLocated: museum, named: "Museum", module: .esm),
    ]
  }

  @Test(
    "An app compiles strictly against the types, whether it names the module with its extension or not",
    .enabled(if: Compiler.typeScript != nil, "tsc is not installed"), arguments: kinds)
  func types(kind: ClientKind) throws {
    let folder = try TemporaryDirectory()
    let generated = try Self.files(kind)
    for ending in ["", ".mjs"] {
      var main =
        generated.keys.sorted().map {
          "import { \($0), Layer as \($0)Layer } from \"./\($0)\(ending)\";\n"
        }
        .joined() + Self.app(kind)
      if kind != .openSeadragon {
        main += """

          floors.showFloor(MuseumFloors.entrance);
          const ground: MuseumFloorsLayer | undefined = MuseumFloors.floor("0");
          const name: string = ground!.floor.name + floors.element.tagName;
          // @ts-expect-error
          const url: string = SitePlanTiles.tileURL(1, 2, 3, "tiles/");

          """
      }
      try folder.write(
        Array(generated.values.joined()) + [GeneratedFile(path: "main.ts", contents: main)])
      try Compiler.typeScript?.compile([
        "--strict", "--noEmit", "--target", "es2022", "--module", "esnext", "--moduleResolution",
        "node", folder.path("main.ts"),
      ])
    }
  }

  @Test(
    "A module that is not handed the library says which option lacks",
    .enabled(if: Compiler.node != nil, "node is not installed"), arguments: kinds)
  func withoutLibrary(kind: ClientKind) throws {
    let calls: [ClientKind: (call: String, option: String)] = [
      .javaScript: ("createMapType()", "google"), .leaflet: ("createLayer({})", "leaflet"),
      .mapLibre: ("createSource({ base: '' })", "maplibregl"), .openLayers: ("createLayer()", "ol"),
      .openSeadragon: ("createTileSource()", "OpenSeadragon"),
    ]
    let folder = try TemporaryDirectory()
    let (call, option) = try #require(calls[kind])
    let (name, files) = try #require(Self.files(kind).max { $0.key < $1.key })
    try folder.write(files)
    let main = """
      import { \(name) } from "./\(name).mjs";
      Object.assign(globalThis, { google: {}, L: {}, maplibregl: {}, ol: {}, OpenSeadragon: {} });
      try { \(name).\(call); } catch (error) { console.log(String(error)); }

      """
    try folder.write(main.utf8, as: "main.mjs")
    #expect(
      try Compiler.node?.output([folder.path("main.mjs")])
        == "TypeError: no library: pass the option \(option)\n")
  }

  @Test("Only scripts for the web are modules; those of MapLibre without being asked")
  func clients() throws {
    let plan = LocatedLayer(try SampleLayers.sitePlan())
    for kind in ClientKind.allCases where !Self.kinds.contains(kind) {
      for module in ModuleFormat.allCases {
        let failure = #expect(throws: CodegenError.noModules(client: kind.rawValue)) {
          try ClientCode.generate(kind, forLocated: [plan], module: module)
        }
        let list = "javascript, leaflet, maplibre, openlayers, openseadragon"
        #expect(failure?.report.expected == list)
      }
    }
    for kind in Self.kinds where kind != .openSeadragon {
      let esm = try ClientCode.generate(kind, forLocated: [plan], module: .esm).map(\.path)
      #expect(esm == ["SitePlanTiles.mjs", "SitePlanTiles.d.mts", "SitePlanTiles.d.ts"])
      let script = try ClientCode.generate(kind, forLocated: [plan], module: .script).map(\.path)
      #expect(script == ["SitePlanTiles.js"])
      let usual = try ClientCode.generate(kind, forLocated: [plan]).map(\.path)
      #expect(usual == (kind == .mapLibre ? esm : script))
    }
  }
}
