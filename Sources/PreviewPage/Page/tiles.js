/** The images of tiles: loads what is asked for, nearest first, and forgets the least recent. */
class TileCache {
  /** How many pixels are kept, beyond what is on the screen. */
  static PIXEL_LIMIT = 48e6;
  static REQUESTS = 12;

  /**
   * @param tileSize The side of the largest tiles.
   * @param onChange Called when an image has come or could not be loaded.
   */
  constructor(tileSize, onChange) {
    this.limit = TileCache.PIXEL_LIMIT / tileSize ** 2;
    this.onChange = onChange;
    this.images = new Map();
    this.queue = [];
    this.loading = 0;
    this.loaded = 0;
    this.failed = 0;
    this.frame = 0;
  }

  /** Begins a frame: what is not asked for again is not loaded. */
  beginFrame() {
    this.frame += 1;
    this.queue = [];
  }

  /** The image of a tile if it is there. */
  get(layer, zoom, x, y) {
    const entry = this.images.get(TileCache.key(layer, zoom, x, y));
    if (!entry || entry.state !== "ready") return null;
    entry.frame = this.frame;
    return entry.image;
  }

  /** Whether a tile was asked for in vain. */
  isBroken(layer, zoom, x, y) {
    return this.images.get(TileCache.key(layer, zoom, x, y))?.state === "broken";
  }

  /** Asks for a tile; the smallest priorities are loaded first. */
  want(layer, zoom, x, y, priority) {
    const key = TileCache.key(layer, zoom, x, y);
    const entry = this.images.get(key);
    if (entry) entry.frame = this.frame;
    else this.queue.push({ key, priority, url: layer.url(zoom, x, y) });
  }

  /** Ends a frame: starts what was asked for, as far as the limit on requests allows. */
  endFrame() {
    this.queue.sort((a, b) => b.priority - a.priority);
    this.advance();
    this.forget();
  }

  get pending() {
    return this.loading + this.queue.length;
  }

  /** Forgets the failures, so that they are tried again. */
  retry() {
    for (const [key, entry] of this.images) if (entry.state === "broken") this.images.delete(key);
    this.failed = 0;
    this.onChange();
  }

  advance() {
    while (this.loading < TileCache.REQUESTS && this.queue.length) this.load(this.queue.pop());
  }

  load({ key, url }) {
    const image = new Image();
    const entry = { image, state: "loading", frame: this.frame };
    this.images.set(key, entry);
    this.loading += 1;
    // Servers of tiles want to know of whom; the path, which may hold a secret, is not told.
    image.referrerPolicy = "origin";
    image.src = url;
    // Decoding ahead keeps it out of the frames that draw.
    image.decode().then(
      () => { entry.state = "ready"; this.loaded += 1; },
      () => { entry.state = "broken"; this.failed += 1; },
    ).then(() => {
      this.loading -= 1;
      this.advance();
      this.onChange();
    });
  }

  forget() {
    if (this.images.size <= this.limit) return;
    const old = [...this.images].filter(([, entry]) =>
      entry.state === "ready" && entry.frame < this.frame);
    old.sort(([, a], [, b]) => a.frame - b.frame);
    for (const [key] of old.slice(0, this.images.size - this.limit)) this.images.delete(key);
  }

  static key(layer, zoom, x, y) {
    return `${layer.index}/${zoom}/${x}/${y}`;
  }
}
