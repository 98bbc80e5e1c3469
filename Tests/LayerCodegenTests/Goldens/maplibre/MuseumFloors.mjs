// Generated from a layer definition by tilepyramid; do not edit.
//
// The floors of "Museum" for MapLibre GL JS 4 or later.
//
//   import { MuseumFloors } from "./MuseumFloors.mjs";
//   import * as maplibregl from "maplibre-gl";
//   map.on("load", () => {
//     const floors = MuseumFloors.createFloorSwitch(map, { maplibregl });
//     floors.showFloor("1a");
//   });
//
// An ES module.
// @ts-self-types="./MuseumFloors.d.mts"

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> MuseumEtage1CafeTiles

export const MuseumFloors = (() => {
  /** The library that an option hands in. */
  function libraryIn(options, name) {
    const library = (options || {})[name];
    if (!library) throw new TypeError("no library: pass the option " + name);
    return library;
  }

  /** A transparent tile for none, which MapLibre takes for an error. */
  function absentTile() {
    const text = atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII=");
    return { data: Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer };
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

    /**
     * The name of the source and of the layer in a style.
     *
     * It holds the version, so that new tiles do not meet old ones.
     */
    get sourceID() {
      // Also the scheme of URLs, which takes no _ and no capitals.
      return this.id.toLowerCase().replace(/_/g, "-") + "-" + this.versionToken;
    }

    /**
     * A raster source that asks for exactly the tiles that exist.
     *
     * `options.base` is as in `tileURL`; `options.maplibregl` is the library.
     */
    createSource(options) {
      options = options || {};
      // One protocol serves all maps of a page, so that URLs name the base.
      libraryIn(options, "maplibregl").addProtocol(this.sourceID, async (request, controller) => {
        const [base, ...address] = request.url.split("/").slice(-4);
        const [zoom, x, y] = address.map(Number);
        const url = this.tileURL(x, y, zoom, decodeURIComponent(base));
        if (url === null) return absentTile();
        const response = await fetch(url, { signal: controller.signal });
        if (!response.ok) throw new Error(response.status + " " + url);
        return { data: await response.arrayBuffer() };
      });
      const { west, south, east, north } = this.bounds;
      const limit = 85.051129;
      return {
        type: "raster",
        tiles: [this.sourceID + "://" + encodeURIComponent(options.base || "") + "/{z}/{x}/{y}"],
        // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
        tileSize: 256,
        minzoom: this.minimumZoom,
        maxzoom: this.maximumZoom,
        // MapLibre takes no bounds across the antimeridian.
        bounds: [
          west > east ? -180 : west,
          Math.max(south, -limit),
          west > east ? 180 : east,
          Math.min(north, limit),
        ],
        attribution: this.attribution || "",
      };
    }

    /** Shows the tiles on a map whose style has loaded; `options.before` names the layer above. */
    addTo(map, options) {
      options = options || {};
      if (!map.getSource(this.sourceID)) map.addSource(this.sourceID, this.createSource(options));
      if (!map.getLayer(this.sourceID)) map.addLayer({
        id: this.sourceID,
        type: "raster",
        source: this.sourceID,
        paint: { "raster-opacity": this.opacity },
      }, options.before);
      return { id: this.sourceID };
    }

    /** Takes the tiles off a map. */
    removeFrom(map) {
      if (map.getLayer(this.sourceID)) map.removeLayer(this.sourceID);
      if (map.getSource(this.sourceID)) map.removeSource(this.sourceID);
    }
  }

  function show(layer, map, options) {
    layer.addTo(map, options);
    return () => layer.removeFrom(map);
  }

  function place(element, map, options) {
    element.classList.add("maplibregl-ctrl");
    // The map makes room for pointers only where a control says so.
    element.style.pointerEvents = "auto";
    const control = { onAdd: () => element, onRemove: () => element.remove() };
    map.addControl(control, options.position || "top-right");
    return () => map.removeControl(control);
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
     * leaves off the map; `options.position` says where they are, such as "top-right".
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
