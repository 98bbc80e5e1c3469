/** What is shown beneath the plans: tiles, and polygons of which one is chosen. */
class Backgrounds {
  constructor(editor) {
    const { backgrounds } = editor.page;
    Object.assign(this, { editor, outlinesOf: backgrounds.map(() => []), hidden: new Set(), polygon: -1 });
    this.layersOf = backgrounds.map((background, index) => Backgrounds.layers(background, index));
    this.load();
  }

  static layers(background, index) {
    const layers = (background.layers ?? []).map((data, number) => new Layer(data, 1000 * (index + 1) + number));
    if (!background.url) return layers;
    const levels = Array.from({ length: background.deepest + 1 }, (_, zoom) => (
      [zoom, [[0, 2 ** zoom - 1, 0, 2 ** zoom - 1]]]));
    const data = { id: background.name, tiles: background.url, tileSize: 256, bounds: [-180, -85, 180, 85], levels };
    return [new Layer(data, 1000 * (index + 1))];
  }

  get outlines() {
    return this.outlinesOf.filter((_, index) => !this.hidden.has(index)).flat();
  }

  get rings() {
    return this.outlines.flat();
  }

  async load() {
    await Promise.all(this.editor.page.backgrounds.map(async ({ outlines }, index) => {
      if (!outlines) return;
      const answer = await fetch(outlines);
      if (answer.ok) this.outlinesOf[index] = await answer.json();
    }));
    this.chooseLargest();
    this.editor.show();
  }

  chooseLargest() {
    const areas = this.outlines.map(([ring]) => {
      let area = 0;
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        area += (ring[j] - ring[0]) * (ring[i + 1] - ring[1]) - (ring[i] - ring[0]) * (ring[j + 1] - ring[1]);
      }
      return Math.abs(area);
    });
    this.polygon = areas.length ? areas.indexOf(Math.max(...areas)) : -1;
  }

  choose(index) {
    this.polygon = index;
    this.editor.show();
  }

  setShown(index, isShown) {
    if (isShown) this.hidden.delete(index);
    else this.hidden.add(index);
    this.chooseLargest();
    this.editor.show();
  }

  /** The tiles of those that are switched on; of a building, those of the floor that is placed. */
  get layers() {
    return this.layersOf.flatMap((layers, index) => {
      if (this.hidden.has(index)) return [];
      return this.page(index).places ? layers.slice(this.floorOf(index)).slice(0, 1) : layers;
    });
  }

  page(index) {
    return this.editor.page.backgrounds[index];
  }

  /** The number of the floor of a building that is shown beneath the one that is placed; beyond all for none. */
  floorOf(index) {
    const { places } = this.page(index);
    const number = places.findIndex((floors) => floors.includes(this.editor.active));
    return number < 0 ? places.length : number;
  }

  /** What a background is called, with the floor of a building that is shown. */
  nameOf(index) {
    const { name, places, floors } = this.page(index);
    return places ? `${name}: ${floors[this.floorOf(index)] ?? "no such floor"}` : name;
  }

  /** The background of the chosen polygon, and its number in it. */
  get address() {
    let number = this.polygon;
    for (let index = 0; index < this.outlinesOf.length; index += 1) {
      if (this.hidden.has(index)) continue;
      if (number < this.outlinesOf[index].length) return [index, number];
      number -= this.outlinesOf[index].length;
    }
    return [0, 0];
  }
}
