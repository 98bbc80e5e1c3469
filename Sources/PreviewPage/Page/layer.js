/** One layer: which tiles exist, where they are found, and what is known of their ground. Where it has
    `pixelsAcross`, it is nowhere on the globe, and so many pixels of an image are along a side of the grid. */
class Layer {
  constructor(data, index) {
    Object.assign(this, data);
    this.index = index;
    /** The identifier of the floor in the first variant of its building. */
    this.floorID = data.variant?.floor ?? data.id;
    this.isDark = data.variant?.name === "dark";
    this.coverage = new Map(data.levels);
    // Which tiles have which format, where addresses depend on that; the others are PNG.
    this.formats = Object.entries(data.formats || {}).map(([name, levels]) => [name, new Map(levels)]);
    this.zooms = data.levels.map(([zoom]) => zoom);
    this.minimumZoom = this.zooms.length ? this.zooms[0] : 0;
    this.maximumZoom = this.zooms.length ? this.zooms[this.zooms.length - 1] : 0;
    const [west, south, east, north] = data.bounds;
    const left = worldX(west);
    const right = worldX(east);
    this.area = {
      left,
      top: worldY(north),
      // Across the antimeridian the area goes on past 1, where the world begins again.
      right: right < left ? right + 1 : right,
      bottom: worldY(south),
    };
  }

  /** The zoom of a view at which a sample of the deepest tiles is a pixel of the screen. */
  nativeZoom(pixelRatio) {
    return this.maximumZoom + Math.log2(this.tileSize / 256 / pixelRatio);
  }

  /** The level whose tiles a view at `zoom` shows: the next deeper one, unless that is nearly
      reached, among those that exist. */
  levelFor(zoom, pixelRatio) {
    const wanted = Math.ceil(zoom + Math.log2((256 / this.tileSize) * pixelRatio) - 0.2);
    let level = this.minimumZoom;
    for (const zoom of this.zooms) if (zoom <= wanted) level = zoom;
    return level;
  }

  /** Whether the tile exists. */
  has(zoom, x, y) {
    return Layer.holds(this.coverage, zoom, x, y);
  }

  static holds(coverage, zoom, x, y) {
    const row = Layer.row(coverage, zoom, y);
    if (!row) return false;
    for (let i = 2; i < row.length; i += 2) if (x <= row[i + 1]) return x >= row[i];
    return false;
  }

  /** The first and last row and the columns, by pairs, of the rows that hold `y`. */
  static row(coverage, zoom, y) {
    const rows = coverage.get(zoom);
    if (!rows) return null;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle][1] < y) low = middle + 1;
      else high = middle;
    }
    const row = rows[low];
    return row && row[0] <= y ? row : null;
  }

  url(zoom, x, y) {
    const row = this.tms ? 2 ** zoom - 1 - y : y;
    const other = this.formats.find(([, coverage]) => Layer.holds(coverage, zoom, x, y));
    const values = { "{z}": zoom, "{x}": x, "{y}": row, "{ext}": other ? other[0] : "png" };
    return this.tiles.replace(/\{([zxy]|ext)\}/g, (name) => values[name]);
  }
}

/** The smallest area that holds the areas of all layers, which are within half the world of the
    first. */
function unitedArea(layers) {
  const first = layers[0].area;
  const middle = (first.left + first.right) / 2;
  const all = { ...first };
  for (const { area } of layers) {
    const turns = Math.round((area.left + area.right) / 2 - middle);
    all.left = Math.min(all.left, area.left - turns);
    all.right = Math.max(all.right, area.right - turns);
    all.top = Math.min(all.top, area.top);
    all.bottom = Math.max(all.bottom, area.bottom);
  }
  return all;
}
