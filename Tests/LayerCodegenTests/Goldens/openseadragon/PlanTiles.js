// Generated from a layer definition by tilepyramid; do not edit.
//
// The tiles of "Plan" for OpenSeadragon 2.4 or later.
//
//   OpenSeadragon({ id: "viewer", tileSources: PlanTiles.createTileSource() });
//
// A plain script, which defines PlanTiles, and a CommonJS module.

var PlanTiles = (function () {
  "use strict";

  /** The library that an option hands in, or else the global one. */
  function libraryIn(options, name) {
    const globals = { OpenSeadragon: () => OpenSeadragon };
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
   * `versionToken`, which changes whenever a tile does, so that caches notice new URLs; `imageSize`,
   * the `width` and `height` of the image in pixels, which are nowhere on the globe; `pixelsAcross`, how many
   * pixels of the image are along a side of the grid, whose zoom 0 is one tile; `zIndex`;
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
     * A tile source, as `tileSources` and `addTiledImage` take it. `options.base` is as in `tileURL`, and
     * `options.OpenSeadragon` is the library where it is not the global OpenSeadragon.
     */
    createTileSource(options) {
      options = options || {};
      const library = libraryIn(options, "OpenSeadragon");
      const tiles = this;
      const side = this.tileSize;
      const { width, height } = this.imageSize;
      const pixelZoom = Math.log2(this.pixelsAcross / side);
      return new library.TileSource({
        width: width,
        height: height,
        tileSize: side,
        minLevel: this.minimumZoom,
        maxLevel: pixelZoom,
        tileExists: (level, x, y) => tiles.hasTile(x, y, level),
        getTileUrl: (level, x, y) => tiles.tileURL(x, y, level, options.base),
        // A tile that is taken for opaque would have what it lets through drawn twice.
        hasTransparency: (_, url) => !/\.jpe?g(\?|$)/i.test(url),
        getTileBounds: (level, x, y, isSource) => {
          if (isSource) return new library.Rect(0, 0, side, side);
          // A unit is the width of the image.
          const cell = side * 2 ** (pixelZoom - level) / width;
          return new library.Rect(x * cell, y * cell, cell, cell);
        },
      });
    }

    /** The point of the viewport at which a pixel of the image is, counted from its top left corner. */
    viewportPoint(x, y) {
      return { x: x / this.imageSize.width, y: y / this.imageSize.width };
    }
  }

  const layers = [
    new Layer({
      id: "PlanTiles",
      name: "Plan",
      tileSize: 256,
      minimumZoom: 0,
      maximumZoom: 2,
      attribution: null,
      versionToken: "0000000000000000",
      imageSize: { width: 1000, height: 700 },
      pixelsAcross: 1024,
      zIndex: 0,
      opacity: 1.0,
      isRelative: false,
      address(zoom, x, y) {
        return "https://a.example/" + zoom + "/" + x + "/" + y + ".png?v=" + this.versionToken;
      },
      packed:
        "AABABBABBABACBACCABADBAE",
    }),
  ];

  return layers[0];
})();

if (typeof module === "object" && module.exports) {
  module.exports = PlanTiles;
}
