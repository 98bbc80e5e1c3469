/** Tiles, vector tiles and outlines beneath a plan, some of which are hidden. */
class Ground {
  /** @param onLoading Called with 1 when something begins to be loaded, and with -1 and an error or none when it ends. */
  constructor(backgrounds, onLoading) {
    Object.assign(this, { backgrounds, onLoading, outlinesOf: backgrounds.map(() => []), hidden: new Set() });
    this.layersOf = backgrounds.map((background, index) => Ground.layers(background, index));
    this.vectorsOf = backgrounds.map((background) => (background.vectors ? new VectorMap(background, onLoading) : null));
  }

  static layers(background, index) {
    const layers = (background.layers ?? []).map((data, number) => new Layer(data, 1000 * (index + 1) + number));
    if (!background.url) return layers;
    const levels = Array.from({ length: background.deepest + 1 }, (_, zoom) => (
      [zoom, [[0, 2 ** zoom - 1, 0, 2 ** zoom - 1]]]));
    const data = { id: background.name, tiles: background.url, tileSize: 256, bounds: [-180, -85, 180, 85], levels };
    return [new Layer(data, 1000 * (index + 1))];
  }

  /** Loads the outlines. */
  async load() {
    await Promise.all(this.backgrounds.map(async ({ outlines }, index) => {
      if (!outlines) return;
      this.onLoading(1);
      const answer = await fetch(outlines).catch(() => null);
      if (answer?.ok) this.outlinesOf[index] = await answer.json();
      this.onLoading(-1, answer?.ok ? null : new Error("the server does not answer"));
    }));
  }

  shown(parts) {
    return parts.filter((part, index) => part && !this.hidden.has(index));
  }

  get outlines() {
    return this.shown(this.outlinesOf).flat();
  }

  get vectors() {
    return this.shown(this.vectorsOf);
  }

  get layers() {
    return this.shown(this.layersOf).flat();
  }

  /** Rings of outlines and buildings. */
  rings(view) {
    return [...this.outlines.flat(), ...this.vectors.flatMap((map) => map.rings(view))];
  }

  /** Who is to be credited for what is shown, as texts with links. */
  get credits() {
    const all = [
      ...this.shown(this.backgrounds).map(({ attribution }) => attribution ?? []),
      ...this.layers.map((layer) => layer.attribution ?? []),
    ];
    const texts = all.map((parts) => JSON.stringify(parts));
    return all.filter((parts, index) => parts.length && texts.indexOf(texts[index]) === index);
  }

  /** Draws tiles and vector tiles. */
  draw(drawing) {
    for (const layer of this.layers) drawing.drawTiles(layer);
    for (const map of this.vectors) map.draw(drawing.tiles, drawing.view, drawing.ratio);
  }

  /** Draws names and outlines, of which one may be chosen. */
  drawMarks(marks, view, chosen = -1) {
    for (const map of this.vectors) map.drawNames(marks, view);
    this.outlines.forEach((polygon, index) => {
      marks.beginPath();
      for (const ring of polygon) {
        for (let i = 0; i < ring.length; i += 2) {
          const { x, y } = view.screenOf(ring[i], ring[i + 1]);
          if (i) marks.lineTo(x, y);
          else marks.moveTo(x, y);
        }
        marks.closePath();
      }
      marks.lineWidth = index === chosen ? 3 : 1.2;
      marks.strokeStyle = index === chosen ? "#0b7a4b" : "rgb(11 122 75 / 70%)";
      marks.stroke();
    });
  }
}
