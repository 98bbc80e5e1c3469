import LayerCodegen
import Testing
import TileModel
import TilePyramidTesting

@Suite("Tiles on the screen", .enabled(if: Compiler.node != nil, "node is not installed"))
struct ScreenTests {
  @Test("Beyond the deepest zoom Google's maps show the part of the tile there, up to four zooms")
  func overzoom() throws {
    let layer = try SampleLayers.sitePlan()
    let deepest = layer.maximumZoom
    let tiles = Array(layer.coverage.tiles.filter { $0.zoom == deepest }.prefix(20))
    let output = try ScriptTests().run(
      .javaScript, ClientCode.generate(.javaScript, for: [layer]),
      """
      const enlarging = script.createMapType({ base: "https://a.example/" });
      const plain = script.createMapType({ base: "https://a.example/", overzoom: 0 });
      const css = (image, name) => parseFloat(image.style.cssText.match(`${name}: (-?[0-9.]+)px`)[1]);
      for (const [x, y] of [\(tiles.map { "[\($0.x), \($0.y)]" }.joined(separator: ", "))]) {
        for (let levels = 1; levels <= 5; levels++) {
          const scale = 2 ** levels;
          // The first and the last cell within the tile, and those beside it, which other tiles hold.
          for (const step of [0, scale - 1, -1, scale]) {
            const point = { x: x * scale + step, y: y * scale + step };
            const [image] = enlarging.getTile(point, \(deepest) + levels, document).children;
            const column = Math.floor(point.x / scale), row = Math.floor(point.y / scale);
            const url = levels > 4 ? null : script.tileURL(column, row, \(deepest), "https://a.example/");
            if ((image ? image.src : null) !== url) throw new Error(`${[levels, step]}: ${image && image.src}`);
            if (plain.getTile(point, \(deepest) + levels, document).children.length) throw new Error("plain");
            if (!image) continue;
            // The edges of the tile in pixels of the map are where its first cell begins and its last ends.
            const [left, top] = [css(image, "left"), css(image, "top")].map((at, n) => at + (n ? point.y : point.x) * 256);
            const [width, height] = [css(image, "width"), css(image, "height")];
            if (left !== column * scale * 256 || top !== row * scale * 256) throw new Error("moved");
            if (width !== scale * 256 || height !== scale * 256) throw new Error("not enlarged");
          }
        }
      }
      console.log(enlarging.maxZoom, plain.maxZoom, script.createMapType({ overzoom: 2 }).maxZoom);
      """)
    #expect(output == "\(deepest + 4) \(deepest) \(deepest + 2)\n")
  }

  @Test(
    "Google's maps show the nearest tile above where there is none so deep, and holes stay holes")
  func nearest() throws {
    var layer = try SampleLayers.sitePlan()
    layer.scheme = .xyz
    let (x, y) = (549_178, 367_242)
    layer.coverage = TileCoverage(ranges: [
      TileRange(zoom: 20, x: x..<(x + 2), y: y..<(y + 1)),
      TileRange(zoom: 21, x: (2 * x)..<(2 * x + 2), y: (2 * y)..<(2 * y + 1)),
    ])
    let output = try ScriptTests().run(
      .javaScript, ClientCode.generate(.javaScript, for: [layer]),
      """
      const found = (overzoom, column, row, zoom) => {
        const type = script.createMapType({ base: "https://a.example/", overzoom });
        const side = 2 ** (zoom - 20);
        const point = { x: Math.floor(column * side), y: Math.floor(row * side) };
        const [image] = type.getTile(point, zoom, document).children;
        return image ? image.src.match(/[0-9]+\\/[0-9]+\\/[0-9]+\\.png/)[0] : "none";
      };
      // In the tile with two children: in a child, and in the hole below it; in the tile without; beside them.
      for (const zoom of [20, 21, 24, 25, 29]) {
        console.log(zoom, ...[[0.1, 0.1], [0.1, 0.6], [1.1, 0.6], [2.1, 0.1]].map(
          ([column, row]) => found(4, \(x) + column, \(y) + row, zoom)));
      }
      console.log(found(99, \(x) + 1.1, \(y), 28), found(99, \(x) + 1.1, \(y), 29));
      """)
    let (whole, plain) = ("20/\(x)/\(y).png", "20/\(x + 1)/\(y).png")
    let child = "21/\(2 * x)/\(2 * y).png"
    #expect(
      output == """
        20 \(whole) \(whole) \(plain) none
        21 \(child) none \(plain) none
        24 \(child) none \(plain) none
        25 \(child) none none none
        29 none none none none
        \(plain) none

        """)
  }

  @Test(
    "Leaflet's tiles begin and end on pixels of the screen, each where its neighbour ends",
    arguments: [1, 1.25, 2, 2.625])
  func alignment(density: Double) throws {
    let output = try ScriptTests().run(
      .leaflet,
      ClientCode.generate(
        .leaflet, forLocated: [LocatedLayer(SampleLayers.sitePlan())], module: .esm),
      """
      globalThis.devicePixelRatio = \(density);
      globalThis.DOMMatrix = class { constructor(text) { 
        [this.e, this.f, this.a] = text.match(/^translate3d\\((.+)px, (.+)px, 0px\\) scale\\((.+)\\)$/).slice(1).map(Number);
      } };
      const layer = script.createLayer(hand({}));
      libraries.leaflet.TileLayer.prototype.onAdd = libraries.leaflet.TileLayer.prototype.onRemove = () => {};
      const screen = new EventTarget(), densities = {};
      globalThis.addEventListener = screen.addEventListener.bind(screen);
      globalThis.matchMedia = (query) => densities[query] = densities[query] || new EventTarget();
      const page = { getBoundingClientRect: () => ({ left: 9, top: 1 }), clientLeft: 1, clientTop: 2 };
      for (const zoom of [14, 14.3, 14.77, 13.51, 17.9]) {
        const scale = 2 ** (zoom - Math.round(zoom));
        for (const [left, top] of [[0, 0], [-311, 57], [12.4, 7.25]]) {
          const tiles = [];
          for (let y = -2; y < 3; y++) for (let x = -2; x < 3; x++) {
            const position = { x: 256 * x, y: 256 * y };
            tiles.push({ position, _leaflet_pos: position, style: { width: "256px", height: "256px" } });
          }
          const level = {
            style: { transform: `translate3d(${left - 30}px, ${top - 7}px, 0px) scale(${scale})` },
            closest: () => ({ parentNode: page, position: { x: 20, y: 4 }, _leaflet_pos: { x: 20, y: 4 } }),
            children: tiles,
          };
          layer.getContainer = () => ({ children: [level] });
          layer.getEvents().move();
          const edges = tiles.map((tile) => {
            const [x, y, across, down] = tile.style.transform
              .match(/^translate3d\\((.+)px, (.+)px, 0\\) scale\\((.+), (.+)\\)$/).slice(1).map(Number);
            return [left + x * scale, top + y * scale, left + (x + 256 * across) * scale, top + (y + 256 * down) * scale]
              .map((edge) => edge * \(density));
          });
          edges.forEach((edge, n) => {
            for (const at of edge) if (Math.abs(at - Math.round(at)) > 1e-6) throw new Error(`${zoom}: ${at}`);
            const { x, y } = tiles[n].position;
            if (Math.abs(edge[0] - (left + x * scale) * \(density)) > 0.501) throw new Error("moved across");
            if (Math.abs(edge[1] - (top + y * scale) * \(density)) > 0.501) throw new Error("moved down");
            if (n % 5 < 4 && Math.round(edge[2]) !== Math.round(edges[n + 1][0])) throw new Error("apart across");
            if (n < 20 && Math.round(edge[3]) !== Math.round(edges[n + 5][1])) throw new Error("apart down");
          });
          // A tile that loads later goes where it would have gone.
          const [one] = tiles, before = one.style.transform;
          one.style.transform = "";
          one.parentNode = level;
          layer.fire("tileload", { tile: one });
          layer.fire("tileload", { tile: { parentNode: null } });
          if (one.style.transform !== before) throw new Error("loaded elsewhere");
          // Tiles move there again in another window or at another density, as long as the layer is
          // on a map.
          layer.onAdd({});
          one.style.transform = "";
          screen.dispatchEvent(new Event("resize"));
          if (one.style.transform !== before) throw new Error("not resized");
          for (const density of [\(density) + 1, \(density)]) {
            const last = densities[`(resolution: ${devicePixelRatio}dppx)`];
            globalThis.devicePixelRatio = density;
            one.style.transform = "";
            last.dispatchEvent(new Event("change"));
            if (one.style.transform === "" || density === \(density) && one.style.transform !== before) {
              throw new Error("density " + density);
            }
          }
          layer.onRemove({});
          one.style.transform = "";
          for (const target of [screen, ...Object.values(densities)]) {
            for (const name of ["resize", "change"]) target.dispatchEvent(new Event(name));
          }
          if (one.style.transform !== "") throw new Error("removed, and still aligned");
          // Without transforms Leaflet places levels and tiles by whole pixels itself.
          level.style.transform = one.style.transform = "";
          layer.getEvents().moveend();
          if (one.style.transform !== "") throw new Error("moved twice");
        }
      }
      console.log("aligned");
      """)
    #expect(output == "aligned\n")
  }
}
