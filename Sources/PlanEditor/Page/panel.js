/** The controls beside the panes. They show the editor's state and change it. */
class Panel {
  constructor(editor) {
    this.editor = editor;
    this.element = (id) => document.getElementById(id);
    this.prepare();
    this.prepareBackgrounds();
  }

  prepare() {
    const { element, editor } = this;
    this.showTitle(editor.page.name);
    this.opened();
    const clicks = {
      undo: () => editor.undo(), redo: () => editor.redo(), save: () => editor.save(),
      "save-as": () => editor.save(element("save-name").value.trim()), "show-saved": () => location.reload(),
      build: () => editor.build(), measure: () => editor.measure(),
      "outline-fit": () => editor.fitOutline(), "plan-fit": () => editor.plan.fit(),
      "map-fit": () => editor.map.fit(), "outline-draw": () => editor.outline.toggle(),
      "outline-clear": () => editor.outline.clear(),
    };
    for (const [id, action] of Object.entries(clicks)) element(id).addEventListener("click", action);
    for (const radio of document.getElementsByName("mode")) {
      radio.addEventListener("change", () => editor.setMode(radio.value));
    }
    const numbers = {
      bearing: (value) => editor.rotateTo(value),
      metres: (value) => value > 0 && editor.scaleTo(value),
      scale: (value) => this.scaleOnPaper(value, Number(element("dpi").value)),
      dpi: (value) => this.scaleOnPaper(Number(element("scale").value), value),
      length: (value) => value > 0 && editor.setLength(value),
    };
    for (const [id, action] of Object.entries(numbers)) {
      element(id).addEventListener("change", () => {
        const { value, valueAsNumber } = element(id);
        if (value && Number.isFinite(valueAsNumber)) action(valueAsNumber);
      });
    }
    for (const name of ["bearing", "scale", "middle"]) {
      element(`hold-${name}`).addEventListener("change", (event) => {
        editor.holds[name] = event.target.checked;
      });
    }
    element("middle").addEventListener("change", (event) => {
      const position = Panel.position(event.target.value);
      if (position) editor.moveMiddleTo(position);
      else this.show();
    });
    element("goto").addEventListener("change", (event) => {
      const position = Panel.position(event.target.value);
      if (position) editor.map.view.flyTo({ ...worldOf(position), zoom: Math.max(editor.map.view.zoom, 17) });
    });
    for (const [id, name] of [["plan-opacity", "plan"], ["ground-opacity", "ground"]]) {
      element(id).addEventListener("input", (event) => {
        editor.opacity[name] = event.target.value / 100;
        editor.invalidate();
      });
    }
    document.addEventListener("keydown", (event) => {
      const isField = event.target instanceof Element && event.target.closest("input[type=text], input[type=number]");
      if (isField) return;
      if (event.key === "o" && !event.ctrlKey && !event.metaKey && !event.altKey) return editor.outline.toggle();
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      if (event.shiftKey) editor.redo();
      else editor.undo();
    });
  }

  /** Takes what is known of the plan that is placed. */
  opened() {
    this.element("dpi").value = this.editor.plans[this.editor.active].dpi ?? "";
  }

  /** A position typed as latitude and longitude, in metres; null for anything else. */
  static position(text) {
    const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
    const [latitude, longitude] = numbers;
    if (numbers.length !== 2 || !(Math.abs(latitude) <= 85) || !(Math.abs(longitude) <= 180)) return null;
    return metresOf({ x: worldX(longitude), y: worldY(latitude) });
  }

  scaleOnPaper(scale, dpi) {
    if (scale > 0 && dpi > 0) this.editor.scaleTo((scale * 0.0254) / dpi);
  }

  prepareBackgrounds() {
    const { editor } = this;
    const place = this.element("backgrounds");
    const { backgrounds } = editor.page;
    this.backgroundNames = backgrounds.map((_, index) => {
      const name = document.createElement("span");
      const label = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.checked = true;
      box.addEventListener("change", () => editor.beneath.setShown(index, box.checked));
      label.append(box, name);
      place.append(label);
      return name;
    });
    if (!backgrounds.length) place.textContent = "A grid in metres";
  }

  /** Shows the state. */
  show() {
    const { element, editor } = this;
    const { state: { mode, hand }, holds } = editor;
    for (const radio of document.getElementsByName("mode")) radio.checked = radio.value === mode;
    element("undo").disabled = !editor.past.length;
    element("redo").disabled = !editor.future.length;
    element("hand").hidden = mode !== "hand";
    element("by-points").hidden = mode === "hand";
    element("by-points").querySelector("legend").textContent = mode === "align" ? "By a floor" : "Control points";
    element("hint").textContent = this.hint();
    const middle = editor.middle;
    const metres = Affine.metresPerPixel(hand, middle);
    const digits = (value, count) => Number(value.toPrecision(count));
    this.fill("bearing", digits(Affine.bearing(hand, middle), 9));
    this.fill("metres", digits(metres, 7));
    const dpi = Number(element("dpi").value);
    this.fill("scale", dpi > 0 ? digits((metres * dpi) / 0.0254, 7) : "");
    const { x, y } = worldOf(Affine.apply(hand, middle));
    this.fill("middle", `${latitudeOf(y).toFixed(8)}, ${longitudeOf(x).toFixed(8)}`);
    for (const name of ["bearing", "scale", "middle"]) element(`hold-${name}`).checked = holds[name];
    element("length-label").hidden = editor.measured.length !== 2;
    element("outline-fit").hidden = !editor.beneath.outlines.length;
    element("outline-fit").disabled = editor.beneath.polygon < 0;
    element("outline-note").hidden = !editor.note;
    element("outline-note").textContent = editor.note;
    this.backgroundNames.forEach((name, index) => { name.textContent = editor.beneath.nameOf(index); });
    element("outline-draw").setAttribute("aria-pressed", editor.outline.isActive);
    element("outline-clear").disabled = !editor.state.outline.length;
    element("outline-hint").textContent = this.outlineHint();
    this.showPoints();
    this.showKinds();
    const warnings = mode !== "hand" && editor.fault ? [editor.fault] : editor.answer?.warnings ?? [];
    element("warnings").replaceChildren(...warnings.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
  }

  /** Puts a value into a field that is not being typed into. */
  fill(id, value) {
    const field = this.element(id);
    if (document.activeElement !== field) field.value = value;
  }

  hint() {
    const { state: { mode }, pending, measuring, measured } = this.editor;
    if (measuring) {
      return measured.length === 2 ? "Type the metres between the two points."
        : `Click ${measured.length ? "the second" : "a first"} point on the plan.`;
    }
    if (mode === "hand") return "Drag the plan on the map, or its handles.";
    if (mode === "align") return `Placed by points that it shares with ${this.editor.state.reference}.`;
    if (pending.plan) return "Now click the same place on the map.";
    if (pending.map) return "Now click the same place on the plan.";
    return "Click a place on the plan, and the same place on the map.";
  }

  outlineHint() {
    const { isActive, isOpen, corners } = this.editor.outline;
    if (isActive && isOpen) {
      return corners.length > 2
        ? "Click the first corner again when it is complete."
        : "Click the corners around what is used on the plan.";
    }
    if (isActive) return "Drag corners; click an edge for another one; Delete removes the chosen one.";
    return corners.length ? `${corners.length} corners; what is outside is not tiled.` : "All of the plan is used.";
  }

  showPoints() {
    const { editor } = this;
    const rows = this.element("rows");
    // A row that is typed into stays.
    if (rows.contains(document.activeElement) && document.activeElement.type === "text") return;
    const points = editor.state.mode === "points" ? editor.state.points : [];
    rows.replaceChildren(...points.map((point, index) => this.row(point, index)));
    const { answer } = editor;
    const isFitted = editor.state.mode !== "hand" && answer?.rmsMetres !== undefined;
    this.element("quality").textContent = isFitted ? answer.summary : "";
  }

  row(point, index) {
    const { editor } = this;
    const row = document.createElement("tr");
    const residual = editor.state.mode === "points" ? editor.answer?.residuals?.[index] : null;
    row.classList.toggle("chosen", index === editor.chosen);
    row.classList.toggle("off", !point.on);
    row.classList.toggle("worst", Boolean(residual) && editor.answer.worst === index);
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = point.on;
    box.title = "Use this point";
    box.setAttribute("aria-label", `Use point ${index + 1}`);
    box.addEventListener("change", () => editor.commitState(editor.withPoint(index, { on: box.checked })));
    const name = document.createElement("input");
    name.type = "text";
    name.value = point.name;
    name.placeholder = "name";
    name.setAttribute("aria-label", `Name of point ${index + 1}`);
    name.addEventListener("change", () => editor.commitState(editor.withPoint(index, { name: name.value.trim() })));
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "✕";
    remove.title = `Delete point ${index + 1}`;
    remove.addEventListener("click", () =>
      editor.change({ points: editor.state.points.filter((_, other) => other !== index) }));
    const cells = [`${index + 1}`, box, name, residual ? Panel.length(residual.metres) : "", remove];
    row.append(...cells.map((content, column) => {
      const cell = document.createElement("td");
      cell.classList.toggle("residual", column === 3);
      cell.append(content);
      return cell;
    }));
    row.addEventListener("click", () => editor.choose(index));
    return row;
  }

  static length(metres) {
    if (metres === null || metres === undefined) return "–";
    return metres < 1e-6 ? "0 m" : `${Number(metres.toPrecision(3))} m`;
  }

  showKinds() {
    const { editor } = this;
    const kinds = editor.state.mode === "points" ? editor.answer?.kinds ?? [] : [];
    this.element("kinds-table").hidden = !kinds.length;
    this.element("kinds").replaceChildren(...kinds.map(({ kind, metres, leftOut }) => {
      const row = document.createElement("tr");
      const label = document.createElement("label");
      const radio = document.createElement("input");
      radio.type = "radio";
      radio.name = "kind";
      radio.value = kind;
      radio.checked = kind === editor.answer.fitted;
      radio.addEventListener("change", () => editor.change({ kind }));
      label.append(radio, ` ${kind}${kind === editor.answer.proposal ? " (proposed)" : ""}`);
      const cells = [label, Panel.length(metres), Panel.length(leftOut)].map((content) => {
        const cell = document.createElement("td");
        cell.append(content);
        return cell;
      });
      row.append(...cells);
      return row;
    }));
  }

  showTitle(name) {
    this.element("title").textContent = name;
    document.title = `Place ${name}`;
  }

  /** Offers to save under another name, or to see what the file holds. */
  showElsewhere(name) {
    this.element("elsewhere").hidden = false;
    this.fill("save-name", name);
  }

  showSaved(text, command, isFailed) {
    const saved = this.element("saved");
    if (command) this.element("elsewhere").hidden = true;
    saved.textContent = text;
    saved.classList.toggle("failed", isFailed);
    this.element("command").hidden = !command;
    this.element("command").textContent = command ?? "";
  }
}
