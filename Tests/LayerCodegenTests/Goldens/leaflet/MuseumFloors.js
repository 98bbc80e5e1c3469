// Generated from a layer definition by tilepyramid; do not edit.
//
// The floors of "Museum" for Leaflet 1 or 2.
//
//   const floors = MuseumFloors.createFloorSwitch(map);
//   floors.showFloor("1a");
//
// A plain script, which defines MuseumFloors, and a CommonJS module.

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> MuseumEtage1CafeTiles

var MuseumFloors = (function () {
  "use strict";

  /** The library that an option hands in, or else the global one. */
  function libraryIn(options, name) {
    const globals = { leaflet: () => L };
    return (options || {})[name] || globals[name]();
  }

  /** What is shown where there is no tile. */
  const emptyImage =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII=";

  /**
   * Moves the edges of tiles to the pixels of the screen next to them.
   *
   * Between edges within a pixel, as those of neighbours are at zooms with a fraction, what is below would be seen.
   */
  function align(level, tiles, leaflet) {
    const pane = level && level.closest(".leaflet-map-pane");
    // Without transforms Leaflet puts tiles on whole pixels.
    if (!pane || !level.style.transform) return;
    // Not the place of the level itself, which may be on its way there.
    const page = pane.parentNode.getBoundingClientRect();
    const { x: right, y: below } = leaflet.DomUtil.getPosition(pane);
    const { a: scale, e, f } = new DOMMatrix(level.style.transform);
    const left = page.left + pane.parentNode.clientLeft + right + e;
    const top = page.top + pane.parentNode.clientTop + below + f;
    // The start of a side in pixels of the level, and how much longer than its own it is.
    const side = (origin, start, length) => {
      const edge = (at) => Math.round((origin + at * scale) * devicePixelRatio) / devicePixelRatio;
      const [first, last] = [edge(start), edge(start + length)];
      return [(first - origin) / scale, (last - first) / scale / length];
    };
    for (const tile of tiles) {
      const position = leaflet.DomUtil.getPosition(tile);
      const [x, across] = side(left, position.x, parseFloat(tile.style.width));
      const [y, down] = side(top, position.y, parseFloat(tile.style.height));
      tile.style.transformOrigin = "0 0";
      tile.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${across}, ${down})`;
    }
  }

  /** Unpacks the tiles of a layer: per zoom, bands of rows that hold the same columns. */
  function unpack(packed) {
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let index = 0;
    // Numbers of five bits a character, the least significant first.
    function next() {
      let number = 0;
      for (let unit = 1; ; unit *= 32) {
        const digit = digits.indexOf(packed[index++]);
        number += (digit % 32) * unit;
        if (digit < 32) return number;
      }
    }
    const levels = new Map();
    while (index < packed.length) {
      const zoom = next();
      const west = next();
      const bands = [];
      let row = 0;
      for (let bandCount = next(); bandCount > 0; bandCount--) {
        const start = row + next();
        row = start + next();
        const runs = [];
        let column = west;
        for (let runCount = next(); runCount > 0; runCount--) {
          const first = column + next();
          column = first + next();
          runs.push({ start: first, end: column });
        }
        bands.push({ start: start, end: row, runs: runs });
      }
      levels.set(zoom, bands);
    }
    return levels;
  }

  /** The one of ascending ranges that holds a number, if any does. */
  function find(ranges, number) {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle].end > number) high = middle;
      else low = middle + 1;
    }
    const range = ranges[low];
    return range && range.start <= number ? range : undefined;
  }

  function hasTile(levels, x, y, zoom) {
    if (!Number.isInteger(x) || !Number.isInteger(y)) return false;
    const band = find(levels.get(zoom) || [], y);
    return Boolean(band && find(band.runs, x));
  }

  /**
   * A layer of tiles; `hasTile` and `tileURL` know exactly which tiles exist.
   *
   * Its properties: `id`, unlike all others of the building; `name`; `floor`, for floors of a building,
   * with the `id` used in URLs, the `level`, 0 at the ground, or null, and the `name` shown to people;
   * `tileSize`, the side of tile images in pixels; `minimumZoom` and `maximumZoom`, the shallowest and
   * the deepest zoom with tiles; `attribution`, who must be credited, as HTML, or null;
   * `versionToken`, which changes whenever a tile does, so that caches notice new URLs; `bounds`, the
   * area covered in degrees, with west greater than east across the antimeridian; `zIndex`;
   * `opacity`.
   */
  class Layer {
    constructor(properties) {
      const { packed, ...others } = properties;
      Object.assign(this, others);
      const levels = unpack(packed);
      /** Whether there is a tile; columns count from the west and rows from the north. */
      this.hasTile = (x, y, zoom) => hasTile(levels, x, y, zoom);
    }

    /**
     * The URL of a tile, or null when there is no such tile.
     *
     * `base` is the URL that relative URLs begin at: that of the layer definition, or of its folder
     * with a slash at the end. Without it they begin at the page's.
     */
    tileURL(x, y, zoom, base) {
      if (!this.hasTile(x, y, zoom)) return null;
      const address = this.address(zoom, x, y);
      if (!this.isRelative) return address;
      const page = typeof document === "undefined" ? undefined : document.baseURI;
      return new URL(address, new URL(base || "", page)).href;
    }

    /** The corners as Leaflet's `fitBounds` takes them. */
    latLngBounds() {
      const { west, south, east, north } = this.bounds;
      return [[south, west], [north, east < west ? east + 360 : east]];
    }

    /**
     * A Leaflet layer. `options` are those of L.TileLayer; `options.base` is as in `tileURL`, and
     * `options.leaflet` is the library where it is not the global L.
     */
    createLayer(options) {
      options = options || {};
      const leaflet = libraryIn(options, "leaflet");
      const tiles = this;
      const Tiles = class extends leaflet.TileLayer {
        getTileUrl(coords) {
          const zoom = coords.z + this.options.zoomOffset;
          const url = tiles.tileURL(coords.x, coords.y, zoom, options.base);
          // With leaflet.Util.emptyImageUrl a tile would never count as loaded.
          return url || emptyImage;
        }

        alignAll() {
          for (const level of this.getContainer().children) align(level, level.children, leaflet);
        }

        getEvents() {
          const events = super.getEvents();
          for (const name of ["move", "moveend"]) {
            const update = events[name];
            events[name] = () => {
              if (update) update.call(this);
              this.alignAll();
            };
          }
          return events;
        }

        onAdd(map) {
          super.onAdd(map);
          this.added = new AbortController();
          const { signal } = this.added;
          // The pixels of the screen can change without a move of the map.
          addEventListener("resize", () => this.alignAll(), { signal });
          const watchDensity = () => {
            this.alignAll();
            const density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
            density.addEventListener("change", watchDensity, { once: true, signal });
          };
          watchDensity();
        }

        onRemove(map) {
          this.added.abort();
          super.onRemove(map);
        }
      };
      // A URL that Leaflet 2 can parse on any page; none is asked for.
      const layer = new Tiles("data:,", Object.assign({
        // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
        tileSize: 256,
        minZoom: this.minimumZoom,
        maxNativeZoom: this.maximumZoom,
        // Beyond the deepest zoom its tiles are enlarged.
        maxZoom: this.maximumZoom + 4,
        attribution: this.attribution || "",
        opacity: this.opacity,
        zIndex: this.zIndex + 1,
      }, options));
      // With `detectRetina` addresses are a zoom deeper than the map.
      if (!("maxNativeZoom" in options)) layer.options.maxNativeZoom -= layer.options.zoomOffset;
      layer.on("tileload", ({ tile }) => align(tile.parentNode, [tile], leaflet));
      return layer;
    }
  }

  function show(layer, map, options) {
    // The layer's own options, not the switch's.
    const { base, leaflet } = options;
    const shown = layer.createLayer({ base, leaflet }).addTo(map);
    return () => shown.remove();
  }

  function place(element, map, options) {
    const leaflet = libraryIn(options, "leaflet");
    const control = new leaflet.Control({ position: options.position || "topright" });
    control.onAdd = () => {
      leaflet.DomEvent.disableClickPropagation(element);
      return element;
    };
    control.addTo(map);
    return () => control.remove();
  }

  const layers = [
    new Layer({
      id: "MuseumBasementTiles",
      name: "Museum, Basement",
      floor: {
        id: "-1",
        level: -1,
        name: "Basement",
      },
      tileSize: 256,
      minimumZoom: 0,
      maximumZoom: 30,
      attribution: "© <a href=\"https://www.example.com\">Museum\x3C/a>",
      versionToken: "0123456789abcdef",
      bounds: { west: 9.98, south: 53.54, east: 10.01, north: 53.56 },
      zIndex: 100,
      opacity: 1.0,
      isRelative: false,
      address(zoom, x, y) {
        return "https://www.example.com/floorplans/L-1_" + zoom + "_" + x + "_" + (2 ** zoom - 1 - y) + ".png?v=" + this.versionToken;
      },
      packed:
        "AABABBABQ64hBBw1UCBACSpjnEBi2yCGBAHe8____fB_____fBBAE",
    }),
    new Layer({
      id: "MuseumGroundFloorTiles",
      name: "Museum, Ground floor",
      floor: {
        id: "0",
        level: 0,
        name: "Ground floor",
      },
      tileSize: 512,
      minimumZoom: 3,
      maximumZoom: 20,
      attribution: "© <a href=\"https://www.example.com\">Museum\x3C/a>",
      versionToken: "0123456789abcdef",
      bounds: { west: 9.98, south: 53.54, east: 10.01, north: 53.56 },
      zIndex: 100,
      opacity: 1.0,
      isRelative: false,
      address(zoom, x, y) {
        return "https://www.example.com/floorplans/L0_" + zoom + "_" + x + "_" + y + ".png?v=" + this.versionToken;
      },
      packed:
        "DEBCCBACFANBCHACCDCDCDCDCDCDADGCCDCDCDCDCDCABBAgBBBBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBACNA" +
        "BBCBBBCBBBCBBBCBBBCBBBCBBBDHACCDCDCDCDCDCDADGCCDCDCDCDCDCBCBAgBADNBBCBBBCBBBCBBBCBBBCBBB" +
        "CBBBABNABBCBBBCBBBCBBBCBBBCBBBCBBBBNABBCBBBCBBBCBBBCBBBCBBBCBBACHACCDCDCDCDCDCDGANBCHACC" +
        "DCDCDCDCDCDADGCCDCDCDCDCDCABBAgBBBBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBACNABBCBBBCBBBCBBBCBB" +
        "BCBBBCBBBDHACCDCDCDCDCDCDADGCCDCDCDCDCDCBCBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBABNABBCBBBCBB" +
        "BCBBBCBBBCBBBCBBBBNABBCBBBCBBBCBBBCBBBCBBBCBBACHACCDCDCDCDCDCDUg__fNh43KCHACCDCDCDCDCDCD" +
        "ADGCCDCDCDCDCDCABBAgBBBBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBACNABBCBBBCBBBCBBBCBBBCBBBCBBBDH" +
        "ACCDCDCDCDCDCDADGCCDCDCDCDCDCBCBAgBADNBBCBBBCBBBCBBBCBBBCBBBCBBBABNABBCBBBCBBBCBBBCBBBCB" +
        "BBCBBBBNABBCBBBCBBBCBBBCBBBCBBBCBBACHACCDCDCDCDCDCD",
    }),
    new Layer({
      id: "MuseumEtage1CafeTiles",
      name: "Museum, Étage 1 \"Café\"",
      floor: {
        id: "1a",
        level: null,
        name: "Étage 1 \"Café\"",
      },
      tileSize: 256,
      minimumZoom: 0,
      maximumZoom: 30,
      attribution: "© <a href=\"https://www.example.com\">Museum\x3C/a>",
      versionToken: "0123456789abcdef",
      bounds: { west: 9.98, south: 53.54, east: 10.01, north: 53.56 },
      zIndex: 100,
      opacity: 1.0,
      isRelative: false,
      address(zoom, x, y) {
        return "https://www.example.com/floorplans/L1a_" + zoom + "_" + x + "_" + y + ".png?v=" + this.versionToken;
      },
      packed:
        "AABABBABQ64hBBw1UCBACSpjnEBi2yCGBAHe8____fB_____fBBAE",
    }),
  ];

  return {
    name: "Museum",
    /** The floors in the order of the building. */
    floors: layers,
    /** The identifier of the floor to show first. */
    entrance: "0",

    /** The layer of a floor, by the floor's identifier. */
    floor(id) {
      return layers.find((layer) => layer.floor.id === id);
    },

    /**
     * Shows the entrance, or the floor `options.floor`, on a map, and buttons to choose another.
     *
     * Returns the switch: `showFloor(id)`, where null hides all, `floor`, the identifier of the floor
     * shown or null, `remove()`, which ends it, and `element`, the buttons, which `options.buttons === false`
     * leaves off the map; `options.position` says where they are, such as "topright".
     */
    createFloorSwitch(map, options) {
      options = options || {};
      const element = document.createElement("div");
      element.className = "floor-switch";
      element.setAttribute("role", "group");
      element.setAttribute("aria-label", this.name);
      element.style.cssText = "display: flex; flex-direction: column; gap: 2px; margin: 10px;";
      const buttons = new Map();
      let current = null;
      // What takes the floor and the buttons off the map.
      let hide = () => {};
      let takeOff = () => {};
      const result = {
        element: element,
        floor: null,
        showFloor(id) {
          const layer = id === null ? null : layers.find((layer) => layer.floor.id === id);
          if (layer === undefined) throw new RangeError("there is no floor " + id);
          const next = layer;
          if (next !== current) {
            // A map without any layer may go to another zoom.
            const previous = hide;
            hide = next === null ? () => {} : show(next, map, options);
            previous();
            current = next;
          }
          result.floor = id;
          buttons.forEach((button, floor) => {
            button.setAttribute("aria-pressed", String(floor === id));
            button.style.fontWeight = floor === id ? "bold" : "normal";
          });
        },
        remove() {
          result.showFloor(null);
          takeOff();
        },
      };
      // The highest floor stands at the top, as in the building.
      layers.slice().reverse().forEach((layer) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = layer.floor.name;
        button.addEventListener("click", () => result.showFloor(layer.floor.id));
        buttons.set(layer.floor.id, button);
        element.appendChild(button);
      });
      result.showFloor(options.floor === undefined ? this.entrance : options.floor);
      try {
        if (options.buttons !== false) takeOff = place(element, map, options);
      } catch (error) {
        result.remove();
        throw error;
      }
      return result;
    },
  };
})();

if (typeof module === "object" && module.exports) {
  module.exports = MuseumFloors;
}
