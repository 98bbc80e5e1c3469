// Generated from a layer definition by tilepyramid; do not edit.
//
// The tiles of "Site plan" for OpenLayers 6 or later.
//
//   map.addLayer(SitePlanTiles.createLayer());
//
// A plain script, which defines SitePlanTiles, and a CommonJS module.

var SitePlanTiles = (function () {
  "use strict";

  /** The library that an option hands in, or else the global one. */
  function libraryIn(options, name) {
    const globals = { ol: () => ol };
    return (options || {})[name] || globals[name]();
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

    /** An OpenLayers source; `options` as in `createLayer`. */
    createSource(options) {
      options = options || {};
      const library = libraryIn(options, "ol");
      // Its functions are deprecated since version 10, and still there; ImageTile is not in earlier ones.
      return new library.source.XYZ({
        // The cell of the grid, which images of 512 pixels fill at twice the density.
        tileSize: 256,
        minZoom: this.minimumZoom,
        maxZoom: this.maximumZoom,
        tilePixelRatio: this.tileSize / 256,
        attributions: this.attribution || undefined,
        tileUrlFunction: (coordinate) => {
          const [zoom, x, y] = coordinate;
          return this.tileURL(x, y, zoom, options.base) || undefined;
        },
      });
    }

    /**
     * An OpenLayers layer. `options.base` is as in `tileURL`; `options.ol` is the library where it is not the global ol: an
     * object with `source.XYZ`, `layer.Tile` and, for a floor switch,
     * `control.Control`.
     */
    createLayer(options) {
      const library = libraryIn(options, "ol");
      return new library.layer.Tile({
        source: this.createSource(options),
        minZoom: this.minimumZoom - 1,
        opacity: this.opacity,
        zIndex: this.zIndex,
      });
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
