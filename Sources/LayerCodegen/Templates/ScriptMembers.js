constructor(properties) {
  const { packed, /*@allFormats*/packed__title__, /*.*/...others } = properties;
  Object.assign(this, others);
  const levels = unpack(packed);
  /** Whether there is a tile; columns count from the west and rows from the north. */
  this.hasTile = (x, y, zoom) => hasTile(levels, x, y, zoom);
  /*@allFormats*/
  const __lower__Levels = unpack(packed__title__ || "");
  /** Whether there is a tile and it is __title__; the others of a layer of two formats are PNG. */
  this.is__title__ = (x, y, zoom) => hasTile(__lower__Levels, x, y, zoom);
  /*.*/
}

/*?hasVariants*/
/** The layer of the floor in another variant, such as "dark"; this one where there is no such. */
inVariant(name) {
  const other = Object.entries(this.variants || {}).find(([key]) => key === name);
  return other ? other[1] : this;
}

/*.*/
/*?readsArchives*/
/**
 * The URL of the PMTiles archive that holds the tiles.
 *
 * `base` is the URL that a relative one begins at: that of the layer definition, or of its folder
 * with a slash at the end. Without it that is the page's.
 */
archiveURL(base) {
  if (!this.isRelative) return this.archive;
  const page = typeof document === "undefined" ? undefined : document.baseURI;
  return new URL(this.archive, new URL(base || "", page)).href;
}

/**
 * The bytes of a tile out of the archive, or null when there is no such tile, for which nothing is
 * fetched.
 *
 * `options.base` is as in `archiveURL`; `options.pmtiles` is the pmtiles library/*!isModule*/ where it is not the
 * global pmtiles/*.*/; `options.signal` ends the request.
 */
async tileData(x, y, zoom, options) {
  options = options || {};
  if (!this.hasTile(x, y, zoom)) return null;
  const url = this.archiveURL(options.base);
  if (!this.opened || this.opened.url !== url) {
    const { PMTiles } = libraryIn(options, "pmtiles");
    this.opened = { url: url, archive: new PMTiles(url) };
  }
  const tile = await this.opened.archive.getZxy(zoom, x, y, options.signal);
  return tile ? tile.data : null;
}
/*:*/
/**
 * The URL of a tile, or null when there is no such tile.
 /*?hasRetina*/
 *
 * On a fine screen it is that of the tile of 512 pixels, where there is one: it fills the same cell.
 /*.*/
 *
 * `base` is the URL that relative URLs begin at: that of the layer definition, or of its folder
 * with a slash at the end. Without it they begin at the page's.
 */
tileURL(x, y, zoom, base) {
  /*?hasRetina*/
  const finer = this.retina && isFineScreen() ? this.retina.tileURL(x, y, zoom, base) : null;
  if (finer !== null) return finer;
  /*.*/
  if (!this.hasTile(x, y, zoom)) return null;
  const address = this.address(zoom, x, y);
  if (!this.isRelative) return address;
  const page = typeof document === "undefined" ? undefined : document.baseURI;
  return new URL(address, new URL(base || "", page)).href;
}
/*.*/
