/** The floors of a building: which one is placed, which are shown besides, and how far they agree. */
class Floors {
  /** How strongly floors are shown that are neither placed nor compared. */
  static OPACITY = 0.35;

  constructor(editor) {
    Object.assign(this, {
      editor, other: -1, isChosen: false, blend: 0, note: "", shown: new Set(), placed: [], shared: [],
    });
    this.element = (id) => document.getElementById(id);
    if (editor.page.isBuilding) this.prepare();
    else for (const id of ["floors", "align-mode"]) this.element(id).remove();
  }

  prepare() {
    const { editor, element } = this;
    const { plans } = editor;
    // As in a lift, the highest floor is above.
    element("floor-rows").replaceChildren(...plans.map((plan, index) => this.row(plan, index)).reverse());
    element("other").addEventListener("change", (event) => {
      this.isChosen = true;
      this.compare(Number(event.target.value));
    });
    element("blend").addEventListener("input", (event) => {
      this.blend = event.target.value / 100;
      editor.invalidate();
    });
    element("like").addEventListener("click", () => this.like());
    this.compareNearest();
  }

  /** Compares with the nearest floor that is placed, as long as nobody has chosen another. */
  compareNearest() {
    const { active, plans } = this.editor;
    if (this.isChosen && this.other !== active) return;
    const others = plans.map((_, index) => index).filter((index) => index !== active);
    const rank = (index) => Math.abs(index - active) + (this.placed[index] ? 0 : plans.length);
    this.other = others.sort((one, another) => rank(one) - rank(another))[0] ?? -1;
  }

  row({ id, name }, index) {
    const { editor } = this;
    const radio = make("input", { type: "radio", name: "floor", value: index });
    radio.addEventListener("change", () => editor.switchTo(index));
    const box = make("input", { type: "checkbox", value: index });
    box.addEventListener("change", () => this.setShown(index, box.checked));
    const text = make("span", {}, name === id ? id : `${id} ${name}`);
    return make("div", {}, make("label", {}, radio, text), make("label", {}, box, "show"));
  }

  /** Goes to the floor so many above. */
  step(count) {
    const { active, plans } = this.editor;
    if (plans[active + count]) this.editor.switchTo(active + count);
  }

  setShown(index, isShown) {
    if (isShown) this.shown.add(index);
    else this.shown.delete(index);
    this.load();
    this.editor.show();
  }

  compare(index) {
    this.other = index;
    this.load();
    this.editor.show();
  }

  /** The floor that is compared is never the one that is placed. */
  switched(from) {
    if (this.isChosen && this.other === this.editor.active) this.other = from;
    this.compareNearest();
    this.note = "";
    this.load();
  }

  /** The tiles of a floor are made when it is first shown. */
  load() {
    for (const index of [this.other, ...this.shown]) if (this.placed[index]) this.editor.load(index);
  }

  take({ floors, shared }) {
    if (!floors) return;
    this.placed = floors.map((mesh, index) => mesh && new Mesh(mesh, this.editor.plans[index].size));
    this.shared = shared;
    this.compareNearest();
    this.load();
  }

  /** The names of floors that are nowhere yet. */
  get unplaced() {
    return this.editor.plans.filter((_, index) => this.editor.page.isBuilding && !this.placed[index]).map(({ name }) => name);
  }

  /** The opacity of a floor, of 1. */
  opacity(index) {
    // Half way both are seen whole.
    if (index === this.editor.active) return this.placed[this.other] ? Math.min(2 - 2 * this.blend, 1) : 1;
    if (index === this.other) return Math.min(2 * this.blend, 1);
    return this.shown.has(index) ? Floors.OPACITY : 0;
  }

  /** Places the floor by the points that it shares with the compared one, or else, where asked for, by its transform. */
  async like(byPointsAlone = false) {
    const { editor, other } = this;
    if (other < 0) return;
    const { id } = editor.plans[other];
    const answer = await editor.post("like", { state: { ...editor.state, reference: id } });
    const isKept = byPointsAlone && answer.note;
    if (answer.state && !isKept) editor.change(answer.state);
    const said = isKept ? `Not placed by ${id}` : `Placed by the transform of ${id}`;
    const next = isKept ? ` By points, click the lift and the stairs on this plan, and where ${id} has them on the map.` : "";
    this.note = answer.error ?? (answer.note ? `${said}: ${answer.note}.${next}` : "");
    editor.show();
    if (answer.state && !isKept) editor.map.fit();
  }

  show() {
    const { editor, element } = this;
    if (!editor.page.isBuilding) return;
    const { active, plans } = editor;
    for (const radio of document.getElementsByName("floor")) {
      radio.checked = Number(radio.value) === active;
      const isPlaced = Boolean(this.placed[radio.value]);
      radio.closest("div").classList.toggle("unplaced", !isPlaced);
    }
    for (const box of element("floor-rows").querySelectorAll("[type=checkbox]")) {
      box.checked = this.shown.has(Number(box.value));
    }
    element("other").replaceChildren(...plans.map(({ id }, index) => (
      make("option", { value: index, selected: index === this.other, disabled: index === active }, id))));
    element("blend").disabled = !this.placed[this.other];
    element("like").disabled = !this.placed[this.other];
    element("like").textContent = `Place like ${plans[this.other]?.id ?? "another floor"}`;
    element("shared").replaceChildren(...this.shared.map(({ text, sort }) => make("li", { className: sort }, text)));
    element("no-shared").hidden = this.shared.length > 0;
    element("floor-note").hidden = !this.note;
    element("floor-note").textContent = this.note;
  }

  /** The outlines of the other floors, and the points that floors share. */
  draw(pane, marks) {
    this.placed.forEach((mesh, index) => {
      if (!mesh || index === this.editor.active) return;
      marks.beginPath();
      for (const node of mesh.outline) {
        if (node.x === null) continue;
        const { x, y } = pane.view.screenOf(node.x, node.y);
        marks.lineTo(x, y);
      }
      marks.closePath();
      marks.lineWidth = 1;
      marks.strokeStyle = "rgb(70 90 110 / 60%)";
      marks.stroke();
    });
    for (const { name, sort, places } of this.shared) {
      const color = { agrees: "#0b7a4b", differs: "#b3261e" }[sort] ?? "#566373";
      const screen = places.map((place) => pane.screenOfPosition(place));
      marks.beginPath();
      screen.forEach(({ x, y }) => marks.lineTo(x, y));
      marks.lineWidth = 2;
      marks.strokeStyle = color;
      marks.stroke();
      for (const { x, y } of screen) pane.drawPoint(marks, x, y, color, false);
      pane.drawLabel(marks, name, screen[0], color);
    }
  }
}
