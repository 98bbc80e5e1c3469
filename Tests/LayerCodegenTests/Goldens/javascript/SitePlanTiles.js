// Generated from a layer definition by tilepyramid; do not edit.
//
// The tiles of "Site plan" for the Google Maps JavaScript API.
//
//   SitePlanTiles.addTo(map);
//
// A plain script, which defines SitePlanTiles, and a CommonJS module.

var SitePlanTiles = (function () {
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

  const layers = [
    new Layer({
      id: "SitePlanTiles",
      name: "Site plan",
      tileSize: 256,
      minimumZoom: 3,
      maximumZoom: 20,
      attribution: null,
      versionToken: "0000000000000009",
      bounds: { west: 179.5, south: -1e-07, east: -179.5, north: 0.5 },
      zIndex: -3,
      opacity: 0.35,
      isRelative: true,
      address(zoom, x, y) {
        return "100%25/" + zoom + "/" + x + "/" + (2 ** zoom - 1 - y) + ".png?key=a%20b&v=" + this.versionToken;
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
  ];

  return layers[0];
})();

if (typeof module === "object" && module.exports) {
  module.exports = SitePlanTiles;
}
