// Generated from a layer definition by tilepyramid; do not edit.
//
// The floors of "Museum" for the Google Maps JavaScript API.
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
    const globals = { google: () => google };
    return (options || {})[name] || globals[name]();
  }

  function takeOut(list, element) {
    const index = list.getArray().indexOf(element);
    if (index >= 0) list.removeAt(index);
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
     * A map type for `map.overlayMapTypes`; its `setOpacity` takes 0 to 1. `options.base` is as in
     * `tileURL`, and `options.google` is the library where it is not the global google.
     *
     * For `options.overzoom` zooms beyond the deepest, 4 unless given and at most 8, it enlarges the tiles there.
     */
    createMapType(options) {
      const { maps } = libraryIn(options, "google");
      const { base, overzoom: wanted = 4 } = options || {};
      const overzoom = Math.min(wanted, 8);
      const cells = new Set();
      let opacity = this.opacity;
      const type = {
        // In CSS pixels: images of 512 pixels fill the same cell at twice the density.
        tileSize: new maps.Size(256, 256),
        minZoom: this.minimumZoom,
        maxZoom: this.maximumZoom + overzoom,
        name: this.name,
        alt: this.name,
        zIndex: this.zIndex,
        projection: null,
        radius: 6378137,
        getTile: (point, zoom, page) => {
          const cell = page.createElement("div");
          cell.style.cssText = "position: relative; overflow: hidden; width: 256px; height: 256px;";
          cell.style.opacity = opacity;
          cells.add(cell);
          // Google counts columns on past the antimeridian.
          const columns = 2 ** zoom;
          const x = ((point.x % columns) + columns) % columns;
          const find = (column, row, depth) => this.tileURL(column, row, depth, base);
          // The tile, or where there is none so deep the one some levels above it.
          let levels = 0;
          while (levels < overzoom && find(x >> levels, point.y >> levels, zoom - levels) === null) levels++;
          const [column, row, scale] = [x >> levels, point.y >> levels, 2 ** levels];
          const isHole = levels > 0 && [0, 1, 2, 3].some(
            (child) => find(2 * column + child % 2, 2 * row + (child >> 1), zoom - levels + 1) !== null);
          const url = isHole ? null : find(column, row, zoom - levels);
          if (url !== null) {
            const image = page.createElement("img");
            image.alt = "";
            // An image in the cache is seen at once, as the tile that was enlarged less was.
            image.decoding = "sync";
            image.src = url;
            const [left, top, side] = [column * scale - x, row * scale - point.y, scale]
              .map((cells) => cells * 256 + "px");
            image.style.cssText =
              `position: absolute; left: ${left}; top: ${top}; width: ${side}; height: ${side}; max-width: none;`;
            cell.appendChild(image);
          }
          return cell;
        },
        releaseTile: (cell) => cells.delete(cell),
        setOpacity(value) {
          opacity = value;
          for (const cell of cells) cell.style.opacity = value;
        },
      };
      return type;
    }

    /**
     * Shows the tiles on a map, above overlays of smaller `zIndex`, with the attribution.
     *
     * `options` are those of `createMapType`.
     */
    addTo(map, options) {
      const type = this.createMapType(options);
      const types = map.overlayMapTypes;
      let index = types.getLength();
      while (index > 0 && (types.getAt(index - 1).zIndex || 0) > this.zIndex) index--;
      types.insertAt(index, type);
      const controls = map.controls[libraryIn(options, "google").maps.ControlPosition.BOTTOM_RIGHT];
      let credit = null;
      if (this.attribution) {
        credit = document.createElement("div");
        credit.style.cssText = "background: #fffb; font: 10px sans-serif; padding: 0 5px;";
        credit.innerHTML = this.attribution;
        controls.push(credit);
      }
      return {
        mapType: type,
        remove() {
          takeOut(types, type);
          takeOut(controls, credit);
        },
      };
    }
  }

  function show(layer, map, options) {
    const shown = layer.addTo(map, options);
    return () => shown.remove();
  }

  function place(element, map, options) {
    const { ControlPosition } = libraryIn(options, "google").maps;
    const controls = map.controls[ControlPosition[options.position || "RIGHT_BOTTOM"]];
    controls.push(element);
    return () => takeOut(controls, element);
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
     * leaves off the map; `options.position` says where they are, such as "RIGHT_BOTTOM".
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
