import LayerCodegen
import Testing

@Suite("Floors on a map of the web", .enabled(if: Compiler.node != nil, "node is not installed"))
struct FloorSwitchTests {
  @Test(
    "Floors are shown in the variant of the browser's scheme until one is chosen",
    arguments: ScriptTests.kinds)
  func variants(kind: ClientKind) throws {
    let output = try ScriptTests().run(
      kind, ClientCode.generate(kind, for: SampleLayers.gallery(), named: "Gallery"),
      """
      const scheme = { matches: true, addEventListener: (name, listener) => { scheme[name] = listener; } };
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
      scheme.matches = false; scheme.change();
      seen.push(floors.variant, last());
      floors.showVariant("dark"); seen.push(floors.floor, last());
      scheme.change(); seen.push(last());
      floors.showVariant(null); floors.showFloor("L1"); seen.push(last());
      try { floors.showVariant("constructor"); } catch (error) { seen.push(error.name); }
      try { script.createFloorSwitch(map, hand({ buttons: false, variant: "sepia" })); } catch (error) { seen.push(error.name); }
      seen.push(script.floors[0].inVariant("constructor") === script.floors[0]);
      console.log(JSON.stringify(seen));
      """)
    #expect(
      output == #"[["light","dark"],["L0","L1"],"dark","L0-dark","light","L0","L0","L0-dark","#
        + #""L0-dark","L1","RangeError","RangeError",true]"# + "\n")
  }

  @Test(
    "The floor switch shows one floor at a time, and names all of them",
    arguments: ScriptTests.kinds)
  func floorSwitch(kind: ClientKind) throws {
    let count =
      switch kind {
      case .javaScript: "map.overlayMapTypes.getLength() + map.controls[12].getLength()"
      case .mapLibre: "map.layers.size + map.sources.size"
      default: "map.layers.length"
      }
    let output = try ScriptTests().run(
      kind, ClientCode.generate(kind, for: SampleLayers.museum(), named: "Museum"),
      """
      const map = \(ScriptTests.map(kind));
      const floors = script.createFloorSwitch(map, hand({ buttons: \(kind != .leaflet) }));
      const buttons = floors.element.children;
      const state = () => [
        floors.floor, \(count), buttons.map((button) => button.attributes["aria-pressed"]),
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
      // What is gone already takes nothing else away.
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
