/** One half of the editor: a stage with a view, and the control points on it. */
class Pane {
  static REACH = 14;

  constructor(id, editor) {
    this.editor = editor;
    this.stage = document.getElementById(id);
    const canvas = (name) => this.stage.querySelector(`canvas.${name}`);
    this.view = new View(() => editor.invalidate());
    this.cache = new TileCache(256, () => editor.invalidate());
    this.drawing = new Drawing(canvas("ground"), canvas("marks"), this.view, this.cache);
    this.loupe = canvas("loupe");
    this.place = this.stage.querySelector(".place");
    this.pointer = null;
    new Gestures(this.stage, this.view, {
      fit: () => this.fit(), native: () => {}, floor: (step) => editor.floors.step(step),
      grab: (at) => this.grab(at), tap: (at) => this.tap(at), key: (event) => this.key(event),
    });
    this.watch();
  }

  watch() {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      if (!width || !height) return;
      const ratio = devicePixelRatio;
      const isFirst = this.view.width === 1;
      this.resize(Math.round(width * ratio), Math.round(height * ratio), ratio);
      this.view.resize(width, height);
      if (this.isReady) this.setLimits();
      if (isFirst && this.isReady) this.view.moveTo(this.view.fitting(this.area));
      this.editor.draw();
    });
    observer.observe(this.stage);
    const follow = (event) => {
      const { left, top } = this.stage.getBoundingClientRect();
      this.pointer = { x: event.clientX - left, y: event.clientY - top };
      this.editor.invalidate();
    };
    this.stage.addEventListener("pointermove", follow);
    this.stage.addEventListener("pointerdown", follow);
    for (const name of ["pointerleave", "pointerup", "pointercancel"]) {
      this.stage.addEventListener(name, (event) => {
        if (name !== "pointerleave" && event.pointerType === "mouse") return;
        this.pointer = null;
        this.editor.invalidate();
      });
    }
  }

  resize(width, height, ratio) {
    this.drawing.resize(width, height, ratio);
  }

  fit() {
    if (this.isReady) this.view.flyTo(this.view.fitting(this.area));
  }

  get ratio() {
    return this.drawing.ratio;
  }

  /** The control point at a position of the screen, as its index; -1 for none. */
  find(at) {
    let best = { index: -1, distance: Pane.REACH };
    this.editor.state.points.forEach((point, index) => {
      const { x, y } = this.screenOf(point);
      const distance = Math.hypot(x - at.x, y - at.y);
      if (distance < best.distance) best = { index, distance };
    });
    return best.index;
  }

  /** What the pointer and keys draw in place of points. */
  get tool() {
    return this.isPlan && this.editor.outline.isActive ? this.editor.outline : null;
  }

  grab(at) {
    if (!this.isReady) return null;
    if (this.tool) return this.tool.grab(this, at);
    if (this.editor.state.mode !== "points") return null;
    const index = this.find(at);
    if (index < 0) return null;
    const { editor } = this;
    const before = editor.state;
    editor.choose(index);
    return {
      move: (to) => editor.preview(editor.withPoint(index, this.placed(this.positionAt(to)))),
      end: () => editor.commit(before),
      cancel: () => editor.preview(before),
    };
  }

  tap(at) {
    const { editor } = this;
    if (!this.isReady) return;
    if (editor.measuring && this.isPlan) return editor.measureAt(this.positionAt(at));
    if (this.tool) return this.tool.tap(this, at);
    if (editor.state.mode !== "points") return;
    const index = this.find(at);
    if (index >= 0) editor.choose(index);
    else editor.addSide(this.isPlan ? "plan" : "map", this.positionAt(at));
  }

  /** Arrow keys move the chosen point by a pixel of the screen. */
  key(event) {
    const steps = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    const { editor } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (this.tool) return this.tool.key(event);
    const { chosen, state: { mode, points } } = editor;
    if (mode !== "points" || !points[chosen]) return false;
    if (event.key === "Delete" || event.key === "Backspace") {
      editor.change({ points: points.filter((_, index) => index !== chosen) });
      return true;
    }
    if (!steps[event.key]) return false;
    const [dx, dy] = steps[event.key].map((step) => step * (event.shiftKey ? 10 : 1));
    const { x, y } = this.screenOf(points[chosen]);
    editor.commitState(editor.withPoint(chosen, this.placed(this.positionAt({ x: x + dx, y: y + dy }, true))));
    return true;
  }

  drawPoints(marks) {
    const { editor } = this;
    const { state: { points }, answer, chosen, pending } = editor;
    if (editor.state.mode === "align") return;
    const isByPoints = editor.state.mode === "points";
    points.forEach((point, index) => {
      const { x, y } = this.screenOf(point);
      const residual = isByPoints ? answer?.residuals?.[index] : null;
      if (!this.isPlan && residual) this.drawResidual(marks, { x, y }, residual);
      const isWorst = isByPoints && answer?.worst === index;
      this.drawPoint(marks, x, y, point.on ? (isWorst ? "#b3261e" : "#d9480f") : "#7a8694", index === chosen);
      const text = point.name ? `${index + 1} ${point.name}` : `${index + 1}`;
      this.drawLabel(marks, text, { x, y }, "#7a2805");
    });
    const side = pending[this.isPlan ? "plan" : "map"];
    if (side) {
      const { x, y } = this.screenOfPosition(side);
      this.drawPoint(marks, x, y, "#0a62d0", true);
    }
  }

  drawPoint(marks, x, y, color, isChosen) {
    marks.beginPath();
    marks.arc(x, y, isChosen ? 8 : 6, 0, 2 * Math.PI);
    marks.lineWidth = 4.5;
    marks.strokeStyle = "#fff";
    marks.stroke();
    marks.lineWidth = 2;
    marks.strokeStyle = color;
    marks.stroke();
    marks.beginPath();
    marks.arc(x, y, 1.5, 0, 2 * Math.PI);
    marks.fillStyle = color;
    marks.fill();
  }

  drawLabel(marks, text, { x, y }, color) {
    marks.font = `600 ${Drawing.FONT}`;
    marks.textBaseline = "middle";
    marks.textAlign = "left";
    marks.lineWidth = 4;
    marks.strokeStyle = "#fff";
    marks.strokeText(text, x + 12, y);
    marks.fillStyle = color;
    marks.fillText(text, x + 12, y);
  }

  drawResidual(marks, { x, y }, { found }) {
    if (found[0] === null) return;
    const world = worldOf(found);
    const to = this.view.screenOf(world.x, world.y);
    marks.beginPath();
    marks.moveTo(x, y);
    marks.lineTo(to.x, to.y);
    marks.lineWidth = 2;
    marks.strokeStyle = "#b3261e";
    marks.stroke();
  }

  /** Shows what is under the pointer four times as large, where a point is placed or moved. */
  drawLoupe(canvases) {
    const { loupe, pointer, ratio } = this;
    const isShown = pointer !== null
      && (this.editor.state.mode === "points" || this.editor.measuring || this.tool !== null);
    loupe.hidden = !isShown;
    this.stage.classList.toggle("placing", isShown);
    if (!isShown) return;
    const context = loupe.getContext("2d");
    const side = loupe.width;
    const seen = (side / 4) * ratio;
    context.imageSmoothingEnabled = false;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, side, side);
    for (const canvas of canvases) {
      context.globalAlpha = Number(canvas.style.opacity || 1);
      context.drawImage(
        canvas, pointer.x * ratio - seen / 2, pointer.y * ratio - seen / 2, seen, seen, 0, 0, side, side);
    }
    context.globalAlpha = 1;
    context.strokeStyle = "#d9480f";
    context.lineWidth = 1;
    context.beginPath();
    for (const [x1, y1, x2, y2] of [[0, 0.5, 1, 0.5], [0.5, 0, 0.5, 1]]) {
      context.moveTo(x1 * side, y1 * side);
      context.lineTo(x2 * side, y2 * side);
    }
    context.stroke();
  }

  beginMarks() {
    const { marks, ratio } = this.drawing;
    marks.setTransform(1, 0, 0, 1, 0, 0);
    marks.clearRect(0, 0, marks.canvas.width, marks.canvas.height);
    marks.setTransform(ratio, 0, 0, ratio, 0, 0);
    return marks;
  }
}

/** The plan by itself. Positions are pixels of it. */
class PlanPane extends Pane {
  isPlan = true;

  constructor(editor) {
    super("plan-stage", editor);
  }

  /** The tiles of the plan; nothing until they are made. */
  get layer() {
    return this.editor.layers[this.editor.active] ?? null;
  }

  get across() {
    return this.layer.pixelsAcross;
  }

  get isReady() {
    return this.layer !== null;
  }

  /** Shows all of a plan whose tiles are there. */
  open() {
    this.setLimits();
    this.view.moveTo(this.view.fitting(this.area));
  }

  get area() {
    return this.layer.area;
  }

  setLimits() {
    const native = this.layer.nativeZoom(1);
    this.view.limits = {
      zoom: [Math.max(Math.min(this.view.fitting(this.area).zoom - 1, native), 0), native + 6],
      area: this.area,
    };
  }

  positionAt(at) {
    const { x, y } = this.view.worldAt(at.x, at.y);
    return [x * this.across, y * this.across];
  }

  placed(position) {
    return { pixel: position };
  }

  screenOf({ place }) {
    return this.screenOfPosition(place);
  }

  screenOfPosition([x, y]) {
    return this.view.screenOf(x / this.across, y / this.across);
  }

  draw() {
    const { drawing, cache } = this;
    drawing.tiles.clearRect(0, 0, drawing.tiles.canvas.width, drawing.tiles.canvas.height);
    const marks = this.beginMarks();
    if (!this.isReady) {
      this.place.textContent = "Making the tiles…";
      return;
    }
    cache.beginFrame();
    drawing.drawTiles(this.layer);
    cache.endFrame();
    this.editor.outline.draw(this, marks);
    this.drawPoints(marks);
    this.drawLoupe([drawing.tiles.canvas]);
    const at = this.pointer && this.positionAt(this.pointer);
    this.place.textContent = at ? `${at[0].toFixed(1)}, ${at[1].toFixed(1)} px` : "";
  }
}
