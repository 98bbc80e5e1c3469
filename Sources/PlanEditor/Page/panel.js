/** A button that takes something away. */
function cross(title, action) {
  const button = make("button", { type: "button", textContent: "✕", title, ariaLabel: title });
  button.addEventListener("click", action);
  return button;
}

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
    const clicks = {
      undo: () => editor.undo(), redo: () => editor.redo(), save: () => editor.files.save(),
      "save-as": () => editor.files.save(element("save-name").value.trim()), "show-saved": () => location.reload(),
      build: () => editor.build(), measure: () => editor.measure.toggle(!editor.measure.isActive),
      "outline-fit": () => editor.fitOutline(), "plan-fit": () => editor.plan.fit(),
      "map-fit": () => editor.map.fit(), "outline-draw": () => editor.outline.toggle(),
      "outline-clear": () => editor.outline.clear(), "outline-keep": () => this.keepOutline(), copy: () => this.copy(),
      "plan-in": () => editor.plan.view.glideBy(1), "plan-out": () => editor.plan.view.glideBy(-1),
      bring: () => editor.bring(),
      "map-in": () => editor.map.view.glideBy(1), "map-out": () => editor.map.view.glideBy(-1),
    };
    for (const [id, action] of Object.entries(clicks)) element(id).addEventListener("click", action);
    for (const radio of document.getElementsByName("mode")) {
      radio.addEventListener("change", () => editor.setMode(radio.value));
    }
    const dpi = () => Typed.positive(element("dpi").value, "300").value;
    const scale = () => Typed.scale(element("scale").value).value;
    const field = (...parts) => new Field(...parts);
    this.fields = {
      bearing: field("bearing", Typed.degrees, (value) => editor.rotateTo(value), 1),
      metres: field("metres", (text) => Typed.metres(text, "0.05 or 5 cm"), (value) => editor.scaleTo(value)),
      scale: field("scale", Typed.scale, (value) => this.scaleOnPaper(value, dpi())),
      dpi: field("dpi", (text) => Typed.positive(text, "300"), (value) => this.scaleOnPaper(scale(), value)),
      length: field("length", (text) => Typed.metres(text, "12.5 or 350 cm"), (value) => editor.measure.scaleTo(value)),
      middle: field("middle", Typed.position, (value) => editor.moveMiddleTo(value)),
      goto: field("goto", Typed.position, (value) => editor.map.view.flyTo(
        { ...worldOf(value), zoom: Math.max(editor.map.view.zoom, 17) })),
    };
    for (const name of ["bearing", "scale", "middle"]) {
      element(`hold-${name}`).addEventListener("change", (event) => {
        editor.holds[name] = event.target.checked;
      });
    }
    element("snaps").addEventListener("change", (event) => {
      editor.snaps = event.target.checked;
      editor.invalidate();
    });
    for (const [id, name] of [["plan-opacity", "plan"], ["ground-opacity", "ground"]]) {
      element(id).addEventListener("input", (event) => {
        editor.opacity[name] = event.target.value / 100;
        editor.invalidate();
      });
    }
    document.addEventListener("keydown", (event) => this.key(event));
    for (const name of ["keydown", "keyup"]) {
      document.addEventListener(name, (event) => {
        const over = [editor.plan, editor.map].filter(({ pointer }) => pointer);
        if (event.key !== "Alt" || !over.length) return;
        // Alone it would open the browser's menu.
        event.preventDefault();
        for (const pane of over) pane.isFree = name === "keydown";
        editor.invalidate();
      });
    }
  }

  key(event) {
    const { editor } = this;
    const isField = event.target instanceof Element && event.target.closest("input[type=text]");
    if (isField && !(event.key === "Escape" && event.target.id === "length")) return;
    if (event.key === "Escape" && editor.escape()) return event.preventDefault();
    if (event.key === "o" && !event.ctrlKey && !event.metaKey && !event.altKey) return editor.outline.toggle();
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) editor.redo();
    else editor.undo();
  }

  /** Takes what is known of the plan that is placed. */
  opened() {
    this.fields.dpi.shown = this.editor.plans[this.editor.active].dpi ?? "";
    this.fields.scale.shown = "";
    for (const field of Object.values(this.fields)) field.reset();
  }

  scaleOnPaper(scale, dpi) {
    const isWhole = scale > 0 && dpi > 0;
    if (isWhole) this.editor.scaleTo((scale * 0.0254) / dpi);
    // Neither says anything without the other.
    else if (scale > 0) this.fields.dpi.say("A scale needs the dots per inch of the image, such as 150.");
  }

  prepareBackgrounds() {
    const { editor } = this;
    const place = this.element("backgrounds");
    const { backgrounds } = editor.page;
    this.backgroundNames = backgrounds.map((_, index) => {
      const name = make("span", {});
      const box = make("input", { type: "checkbox", checked: true });
      box.addEventListener("change", () => editor.beneath.setShown(index, box.checked));
      const remove = cross(
        `Take away ${backgrounds[index].name}`, () => editor.files.rebegin({ remove: backgrounds[index].number }));
      place.append(make("div", {}, make("label", {}, box, name), remove));
      return name;
    });
    for (const id of ["ways", "ways-button"]) this.element(id).hidden = backgrounds.length > 0;
    this.element("ways-button").addEventListener("click", () => {
      this.element("ways").scrollIntoView();
      this.element("add").focus({ preventScroll: true });
    });
    this.element("add-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.addBackground();
    });
    this.element("add").addEventListener("input", (event) => {
      this.element("credit-label").hidden = !/^https?:/.test(event.target.value.trim());
    });
  }

  /** Shows something beneath that the person names, which the page then begins again with. */
  async addBackground() {
    const [name, credit, fault] = ["add", "credit", "add-fault"].map(this.element);
    const text = name.value.trim();
    fault.textContent = text ? "" : "Type the path of a file, or the URL of tiles.";
    if (text) {
      const words = this.element("credit-label").hidden ? "" : credit.value.trim();
      fault.textContent = (await this.editor.files.rebegin({ add: words ? `${text} ${words}` : text })) ?? "";
    }
    if (fault.textContent) name.setAttribute("aria-invalid", "true");
  }

  /** Shows the outline of the plan beneath, from a file of its own, for other floors to be fitted to. */
  async keepOutline() {
    const fault = await this.editor.files.rebegin({ keep: true });
    if (fault) this.element("outline-hint").textContent = fault;
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
    const { fields } = this;
    fields.bearing.fill(digits(Affine.bearing(hand, middle), 9));
    fields.metres.fill(digits(metres, 7));
    const dpi = Typed.positive(element("dpi").value, "300").value;
    if (dpi) fields.scale.fill(digits((metres * dpi) / 0.0254, 7));
    const { x, y } = worldOf(Affine.apply(hand, middle));
    fields.middle.fill(`${latitudeOf(y).toFixed(8)}, ${longitudeOf(x).toFixed(8)}`);
    for (const name of ["bearing", "scale", "middle"]) element(`hold-${name}`).checked = holds[name];
    element("measure").setAttribute("aria-pressed", editor.measure.isActive);
    element("length-label").hidden = editor.measure.points.length !== 2;
    element("outline-fit").hidden = !editor.beneath.outlines.length;
    element("outline-fit").disabled = editor.beneath.polygon < 0;
    element("outline-note").hidden = !editor.note;
    element("outline-note").textContent = editor.note;
    showCredits(element("credits"), editor.beneath.credits);
    this.backgroundNames.forEach((name, index) => { name.textContent = editor.beneath.nameOf(index); });
    element("outline-draw").setAttribute("aria-pressed", editor.outline.isActive);
    element("outline-clear").disabled = !editor.state.outline.length;
    element("outline-keep").disabled = editor.outline.isOpen;
    element("outline-hint").textContent = this.outlineHint();
    this.showPoints();
    this.showKinds();
    // The command is of what was saved, and takes room.
    if (!element("building").hidden && editor.files.unsaved.length) this.showSaved("", null, false);
    const warnings = mode !== "hand" && editor.fault ? [editor.fault] : editor.answer?.warnings ?? [];
    element("warnings").replaceChildren(...warnings.map((text) => make("li", {}, text)));
  }

  hint() {
    const { state: { mode }, pending, measure: { isActive, points } } = this.editor;
    if (isActive) {
      return points.length === 2 ? "Type the metres between the two points."
        : `Click ${points.length ? "the second" : "a first"} point on the plan. Esc ends it.`;
    }
    if (this.editor.measure.first) return "A wall is measured. Another one across it stretches a plan that a scanner or printer distorted.";
    if (mode === "hand") {
      return matchMedia("(pointer: coarse)").matches
        ? "Drag the plan on the map, or its handles. Two fingers on it turn it and zoom the map."
        : "Drag the plan on the map, or its handles; with Shift it turns in steps of 15°.";
    }
    if (mode === "align") return `Placed by points that it shares with ${this.editor.state.reference}.`;
    if (pending.plan) return "Now click the same place on the map. Esc takes the first back.";
    if (pending.map) return "Now click the same place on the plan. Esc takes the first back.";
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
    this.element("quality").textContent = isFitted ? Panel.quality(answer) : "";
  }

  static quality({ fitted, proposal, used, rmsMetres, rmsPixels, isChecked, isLeaveOneOut }) {
    const apart = `${Typed.length(rmsMetres)} (${Number(rmsPixels.toPrecision(2))} pixels)`;
    const words = isLeaveOneOut ? `through all points, each ${apart} from the others (root mean square)`
      : isChecked ? `${apart} apart (root mean square)` : "exact, without a point to check it";
    const other = proposal && proposal !== fitted ? ` By the points that are left out, ${proposal} is better: choose it below.` : "";
    return `${used} control points, ${fitted}: ${words}.${other}`;
  }

  row(point, index) {
    const { editor } = this;
    const isJudged = editor.state.mode === "points" && (editor.answer?.isChecked || editor.answer?.isLeaveOneOut);
    const residual = isJudged ? editor.answer.residuals[index] : null;
    const box = make("input", { type: "checkbox", checked: point.on, ariaLabel: `Use point ${index + 1}` });
    box.addEventListener("change", () => editor.commitState(editor.withPoint(index, { on: box.checked })));
    const name = make("input", {
      type: "text", value: point.name, placeholder: "name", ariaLabel: `Name of point ${index + 1}`,
    });
    name.addEventListener("change", () => editor.commitState(editor.withPoint(index, { name: name.value.trim() })));
    const remove = cross(`Delete point ${index + 1}`, () =>
      editor.change({ points: editor.state.points.filter((_, other) => other !== index) }));
    const row = make(
      "tr", {}, make("td", {}, `${index + 1}`), make("td", {}, make("label", { title: "Use this point" }, box)),
      make("td", {}, name), make("td", { className: "residual" }, residual ? Typed.length(residual.metres) : ""),
      make("td", {}, remove));
    row.classList.toggle("chosen", index === editor.chosen);
    row.classList.toggle("off", !point.on);
    row.classList.toggle("outlier", Boolean(residual) && editor.answer.outlier === index);
    row.addEventListener("click", ({ target }) => {
      // The row is drawn anew, and what a click on its controls changes would be lost with them.
      if (!target.closest("input, label, button")) editor.choose(index);
    });
    return row;
  }

  showKinds() {
    const { editor } = this;
    const kinds = editor.state.mode === "points" ? editor.answer?.kinds ?? [] : [];
    this.element("kinds-table").hidden = !kinds.length;
    this.element("kinds").replaceChildren(...kinds.map(({ kind, metres, leftOut }) => {
      const radio = make("input", { type: "radio", name: "kind", value: kind, checked: kind === editor.answer.fitted });
      radio.addEventListener("change", () => editor.change({ kind }));
      const label = make("label", {}, radio, ` ${kind}${kind === editor.answer.proposal ? " (proposed)" : ""}`);
      // Without a point more than it needs, a transform is exact, whatever the points are.
      const lengths = [leftOut === null ? null : metres, leftOut].map(Typed.length);
      return make("tr", {}, ...[label, ...lengths].map((content) => make("td", {}, content)));
    }));
  }

  showTitle(name) {
    this.element("title").textContent = name;
    document.title = `Place ${name}`;
  }

  /** Offers to save under another name, or to see what the file holds. */
  showElsewhere(name) {
    this.element("elsewhere").hidden = false;
    const field = this.element("save-name");
    if (document.activeElement !== field) field.value = name;
  }

  showSaved(text, command, isFailed) {
    const saved = this.element("saved");
    if (command) this.element("elsewhere").hidden = true;
    saved.textContent = text;
    saved.classList.toggle("failed", isFailed);
    this.element("building").hidden = !command;
    // Lines end at blanks, and within a long path, but never within the hyphens of an option.
    this.element("command").replaceChildren(...(command ?? "").split(/(?<=^| )(--?[\w-]+)/).map((part, index) => {
      return index % 2 === 0 ? part : make("span", {}, part);
    }));
    this.element("copied").textContent = "";
  }

  /** Copies the command; where the browser refuses, it is selected. */
  async copy() {
    const command = this.element("command");
    const isCopied = await navigator.clipboard?.writeText(command.textContent).then(() => true, () => false);
    if (!isCopied) getSelection().selectAllChildren(command);
    this.element("copied").textContent = isCopied ? "Copied." : "It is selected: copy it with Ctrl+C.";
  }
}
