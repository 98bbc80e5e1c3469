/** Maps and outlines beneath the plans, with the polygon to which a plan can be fitted. */
class Backgrounds extends Ground {
  constructor(editor) {
    super(editor.page.backgrounds, (step, error) => {
      editor.awaited += step;
      if (error) editor.map.say(`The background cannot be shown: ${error.message}.`);
      editor.invalidate();
    });
    Object.assign(this, { editor, polygon: -1 });
    this.begin();
  }

  async begin() {
    await this.load();
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
      return this.backgrounds[index].places ? layers.slice(this.floorOf(index)).slice(0, 1) : layers;
    });
  }

  /** The number of the floor of a building that is shown beneath the one that is placed; beyond all for none. */
  floorOf(index) {
    const { places } = this.backgrounds[index];
    const number = places.findIndex((floors) => floors.includes(this.editor.active));
    return number < 0 ? places.length : number;
  }

  /** What a background is called, with the floor of a building that is shown. */
  nameOf(index) {
    const { name, places, floors } = this.backgrounds[index];
    return places ? `${name}: ${floors[this.floorOf(index)] ?? "no such floor"}` : name;
  }

  /** The background of the chosen polygon, and its number in it. */
  get address() {
    let number = this.polygon;
    for (let index = 0; index < this.outlinesOf.length; index += 1) {
      if (this.hidden.has(index)) continue;
      if (number < this.outlinesOf[index].length) return [this.backgrounds[index].number, number];
      number -= this.outlinesOf[index].length;
    }
    return [0, 0];
  }
}
