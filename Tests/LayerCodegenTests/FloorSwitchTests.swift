import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Floors on a map of the web", .enabled(if: Compiler.node != nil, "node is not installed"))
struct FloorSwitchTests {
  /// Counts the layers on a map, and their credits.
  private static func count(_ kind: ClientKind) -> String {
    switch kind {
    case .javaScript: "map.overlayMapTypes.getLength() + map.controls[12].getLength()"
    case .mapLibre: "map.layers.size + map.sources.size"
    default: "map.layers.length"
    }
  }

  @Test(
    "Floors are shown in the variant of the browser's scheme until one is chosen",
    arguments: ScriptTests.kinds)
  func variants(kind: ClientKind) throws {
    let output = try ScriptTests().run(
      kind, ClientCode.generate(kind, for: SampleLayers.gallery(), named: "Gallery"),
      """
      const scheme = Object.assign(new EventTarget(), { matches: true });
      const change = (isDark) => { scheme.matches = isDark; scheme.dispatchEvent(new Event("change")); };
      globalThis.matchMedia = (query) => (query === "(prefers-color-scheme: dark)" ? scheme : null);
      const shown = [];
      for (const layer of script.floors) {
        for (const one of [layer, layer.inVariant("dark")]) {
          for (const name of ["createLayer", "createSource", "createMapType"]) {
            const make = one[name];
            if (make) one[name] = function (...rest) { shown.push(one.floor.id); return make.apply(this, rest); };
          }
        }
      }
      const last = () => shown[shown.length - 1];
      const map = \(ScriptTests.map(kind));
      const floors = script.createFloorSwitch(map, hand({ buttons: false }));
      const seen = [script.variants, script.floors.map((floor) => floor.floor.id), floors.variant, last()];
      change(false);
      seen.push(floors.variant, last());
      floors.showVariant("dark"); seen.push(floors.floor, last());
      change(false); seen.push(last());
      floors.showVariant(null); floors.showFloor("L1"); seen.push(last());
      try { floors.showVariant("constructor"); } catch (error) { seen.push(error.name); }
      try { script.createFloorSwitch(map, hand({ buttons: false, variant: "sepia" })); } catch (error) { seen.push(error.name); }
      seen.push(script.floors[0].inVariant("constructor") === script.floors[0]);
      // A removed layer follows nothing.
      const gone = \(kind == .leaflet ? "\"unload\"" : kind == .mapLibre ? "\"remove\"" : "null");
      const count = shown.length;
      if (gone !== null) map.listeners[gone]();
      else floors.remove();
      change(true); seen.push(shown.length - count, floors.variant, floors.floor);
      console.log(JSON.stringify(seen));
      """)
    let floor = kind == .leaflet || kind == .mapLibre ? #""L1""# : "null"
    #expect(
      output == #"[["light","dark"],["L0","L1"],"dark","L0-dark","light","L0","L0","L0-dark","#
        + #""L0-dark","L1","RangeError","RangeError",true,0,"light",\#(floor)]"# + "\n")
  }

  @Test(
    "The floor switch shows one floor at a time, and names all of them",
    arguments: ScriptTests.kinds)
  func floorSwitch(kind: ClientKind) throws {
    let output = try ScriptTests().run(
      kind, ClientCode.generate(kind, for: SampleLayers.museum(), named: "Museum"),
      """
      const map = \(ScriptTests.map(kind));
      const floors = script.createFloorSwitch(map, hand({ buttons: \(kind != .leaflet) }));
      const buttons = floors.element.children;
      const state = () => [
        floors.floor, \(Self.count(kind)), buttons.map((button) => button.attributes["aria-pressed"]),
      ].join(" ");
      console.log(buttons.map((button) => button.textContent).join(", "));
      console.log(state());
      buttons[0].click();
      console.log(state());
      floors.showFloor("-1");
      floors.showFloor("-1");
      console.log(state());
      try { floors.showFloor("9"); } catch (error) { console.log(error.name, state()); }
      floors.showFloor(null);
      console.log(state());
      """)
    let one = kind == .javaScript || kind == .mapLibre ? 2 : 1
    #expect(
      output == """
        Étage 1 "Café", Ground floor, Basement
        0 \(one) false,true,false
        1a \(one) true,false,false
        -1 \(one) false,false,true
        RangeError -1 \(one) false,false,true
         0 false,false,false

        """)
  }

  @Test(
    "A switch that ends or cannot be made leaves nothing on the map", arguments: ScriptTests.kinds)
  func nothingLeft(kind: ClientKind) throws {
    let controls =
      kind == .javaScript
      ? "map.controls[1].getLength() + map.controls[9].getLength()" : "map.controls.length"
    let output = try ScriptTests().run(
      kind, ClientCode.generate(kind, for: SampleLayers.museum(), named: "Museum"),
      """
      const map = \(ScriptTests.map(kind));
      const left = () => [\(controls), \(Self.count(kind))].join();
      const make = (options) => {
        try { return script.createFloorSwitch(map, hand(options)); } catch (error) { console.log(error.name, left()); }
      };
      make({ floor: "9" });
      \(kind == .openLayers || kind == .mapLibre ? "const { addControl } = map; map.addControl = null;" : "")
      // The stand-in for a map of Leaflet has no corners at all.
      make({ position: "NOWHERE" });
      \(kind == .openLayers || kind == .mapLibre ? "map.addControl = addControl;" : "")
      const floors = make({ buttons: \(kind != .leaflet) });
      console.log(left());
      floors.remove();
      console.log(left(), floors.floor);
      """)
    let one = kind == .javaScript || kind == .mapLibre ? 2 : 1
    #expect(
      output == """
        RangeError 0,0
        TypeError 0,0
        \(kind == .leaflet ? 0 : 1),\(one)
        0,0 null

        """)
  }

  @Test(
    "Buttons are where the library or the style puts them",
    arguments: [ClientKind.javaScript, .openLayers])
  func position(kind: ClientKind) throws {
    let output = try ScriptTests().run(
      kind, ClientCode.generate(kind, for: SampleLayers.museum(), named: "Museum"),
      """
      const map = \(ScriptTests.map(kind));
      const options = { position: \(kind == .javaScript ? "\"TOP_LEFT\"" : "\"bottom-left\"") };
      const places = [script.createFloorSwitch(map, hand(options)), script.createFloorSwitch(map, hand())].map(
        ({ element: { style } }) => ["top", "right", "bottom", "left"].filter((side) => style[side] === "0").join());
      console.log(JSON.stringify(map.overlayMapTypes ? [1, 9].map((at) => map.controls[at].getLength()) : places));
      """)
    #expect(output == (kind == .javaScript ? "[1,1]\n" : "[\"bottom,left\",\"top,right\"]\n"))
  }

  @Test(
    "Maps of MapLibre on a page have each their base, and a floor that one shows already is taken over"
  )
  func mapLibre() throws {
    let output = try ScriptTests().run(
      .mapLibre,
      ClientCode.generate(
        .mapLibre, forLocated: HostileBuilding.floors().prefix(4).map { LocatedLayer($0) },
        named: "Hostile"),
      """
      const maps = ["https://a.example/b%20c/", "https://b.example/?q={z}/", undefined].map((base) => {
        const map = new libraries.maplibregl.Map();
        return [map, base, script.createFloorSwitch(map, hand({ base, buttons: false }))];
      });
      let relative = 0;
      for (const floor of script.floors) {
        for (const [, , floors] of maps) floors.showFloor(floor.floor.id);
        for (const [map, base] of maps) {
          const [source] = map.sources.values();
          for (let at = 0; at < 36 * 36; at++) {
            const [x, y] = [at % 36, Math.floor(at / 36)];
            const url = floor.tileURL(x, y, 5, base);
            if (url === null) continue;
            const { data } = await map.load(source, 5, x, y);
            const found = new TextDecoder().decode(data);
            relative += floor.isRelative;
            if (found !== url) throw new Error(`${found}, not ${url}`);
          }
        }
      }
      const [[map]] = maps;
      const again = script.createFloorSwitch(map, hand({ buttons: false, floor: maps[0][2].floor }));
      again.showFloor(null);
      console.log(relative > 0, map.layers.size, map.sources.size);
      """)
    #expect(output == "true 0 0\n")
  }

  @Test("A map is never without a layer while floors are switched, so that it stays at its zoom")
  func neverEmpty() throws {
    let output = try ScriptTests().run(
      .leaflet, ClientCode.generate(.leaflet, for: SampleLayers.museum(), named: "Museum"),
      """
      const map = \(ScriptTests.map(.leaflet));
      const floors = script.createFloorSwitch(map, hand({ buttons: false }));
      const { remove } = L.GridLayer.prototype;
      const left = [];
      L.GridLayer.prototype.remove = function () {
        remove.call(this);
        left.push(map.layers.length);
      };
      for (const id of ["-1", "1a", "1a", "0"]) floors.showFloor(id);
      console.log(left.join(" "));
      """)
    #expect(output == "1 1 1\n")
  }

  @Test("A viewer of OpenSeadragon shows one floor, whichever of its images opens last")
  func openSeadragon() throws {
    let floors = try ["A", "B"].map { id in
      var layer = try SampleLayers.picture(.standard)
      layer.floor = LayerDefinition.Floor(id: id)
      return layer
    }
    let output = try ScriptTests().run(
      .openSeadragon, ClientCode.generate(.openSeadragon, for: floors, named: "Museum"),
      """
      globalThis.OpenSeadragon = {
        TileSource: class { constructor(options) { Object.assign(this, options); } }, Rect: class {},
        ControlAnchor: { TOP_RIGHT: 2, BOTTOM_LEFT: 4 },
      };
      const items = [], opening = [], controls = [];
      const viewer = {
        addTiledImage: ({ tileSource, success }) => opening.push(() => {
          const item = tileSource.getTileUrl(0, 0, 0);
          items.push(item);
          success({ item });
        }),
        world: { removeItem: (item) => items.splice(items.indexOf(item), 1) },
        addControl: (element, { anchor }) => controls.push(anchor),
        removeControl: () => controls.pop(),
      };
      const floors = script.createFloorSwitch(viewer, { floor: "A", position: "BOTTOM_LEFT" });
      floors.showFloor("B");
      opening.reverse().forEach((open) => open());
      console.log(items.length, floors.floor, controls.join());
      floors.showFloor("A");
      opening.pop()();
      console.log(items.length, floors.floor);
      floors.remove();
      console.log(items.length, controls.length);
      """)
    #expect(output == "1 B 4\n1 A\n0 0\n")
  }

  @Test("Google's map types are in the order of their z-index, and take their credit with them")
  func googleOrder() throws {
    let output = try ScriptTests().run(
      .javaScript, ClientCode.generate(.javaScript, for: SampleLayers.museum()),
      """
      const map = new google.maps.Map();
      map.overlayMapTypes.push({ name: "other" });
      const [low, middle, high] = script.floors;
      low.zIndex = -1;
      high.zIndex = 200;
      const shown = [high, low, middle].map((layer) => layer.addTo(map));
      const names = () => map.overlayMapTypes.getArray().map((type) => type.name).join(" | ");
      console.log(names());
      console.log(map.controls[12].getArray().map((credit) => credit.innerHTML)[0]);
      shown[2].remove();
      // A second removal takes nothing else away.
      shown[2].remove();
      console.log(names(), map.controls[12].getLength());
      """)
    #expect(
      output == """
        Museum, Basement | other | Museum, Ground floor | Museum, Étage 1 "Café"
        © <a href="https://www.example.com">Museum</a>
        Museum, Basement | other | Museum, Étage 1 "Café" 2

        """)
  }
}
