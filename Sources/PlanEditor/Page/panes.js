/** One half of the editor: a stage with a view, and the control points on it. */
class Pane {
  /** Distances at which the pointer takes a mark, and snaps to a corner, in CSS pixels; for a finger more. */
  static REACH = 14;
  static SNAP = 8;

  constructor(id, editor) {
    this.editor = editor;
    this.stage = document.getElementById(id);
    const canvas = (name) => this.stage.querySelector(`canvas.${name}`);
    this.view = new View(() => editor.invalidate());
    this.cache = new TileCache(256, () => editor.invalidate());
    this.drawing = new Drawing(canvas("ground"), canvas("marks"), this.view, this.cache);
    this.loupe = new Loupe(this);
    this.place = this.stage.querySelector(".place");
    this.said = this.stage.querySelector(".said");
    [this.pointer, this.aim, this.isFree, this.isTouch, this.fault] = [null, null, false, false, ""];
    [this.offset, this.above] = [{ x: 0, y: 0 }, 0];
    new Gestures(this.stage, this.view, {
      fit: () => this.fit(), native: () => {}, floor: (step) => editor.floors.step(step),
      grab: (at) => this.grab(at), tap: (at) => this.tap(at), key: (event) => this.key(event),
      twist: (fingers) => this.twist(fingers),
    });
    this.watch();
  }

  watch() {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      if (!width || !height) return;
      const ratio = devicePixelRatio;
      const isFramed = this.view.width === 1 || (this.isReady && this.isFramed);
      const { offsetTop, offsetHeight } = this.stage.querySelector(".chip");
      // What is framed is judged by what it was framed with: buttons may grow with the window.
      this.above = offsetTop + offsetHeight;
      this.resize(Math.round(width * ratio), Math.round(height * ratio), ratio);
      this.view.resize(width, height);
      if (this.isReady) this.setLimits();
      if (isFramed && this.isReady) this.view.moveTo(this.framing);
      this.editor.draw();
    });
    observer.observe(this.stage);
    const follow = (event) => {
      const { left, top } = this.stage.getBoundingClientRect();
      this.pointer = { x: event.clientX - left, y: event.clientY - top };
      this.isFree = event.altKey;
      this.isTouch = event.pointerType === "touch";
      this.editor.invalidate();
    };
    // Before a gesture begins, the pointer is known.
    for (const name of ["pointerdown", "pointermove"]) this.stage.addEventListener(name, follow, true);
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

  /** CSS pixels around what is framed, and more above it, where the buttons are. */
  get margins() {
    return { around: clamp(Math.min(this.view.width, this.view.height) * 0.05, 12, 40), above: this.above };
  }

  /** The view that shows all of the plan. */
  get framing() {
    const { view, area, margins: { around, above } } = this;
    const width = Math.max(view.width - 2 * around, 64);
    const height = Math.max(view.height - 2 * around - above, 64);
    const side = Math.max((area.right - area.left) / width, (area.bottom - area.top) / height);
    if (!(side > 0)) return view.fitting(area);
    const middle = (area.top + area.bottom) / 2;
    return { x: (area.left + area.right) / 2, y: middle - (above / 2) * side, zoom: -Math.log2(256 * side) };
  }

  /** Whether the view is the one that shows all of the plan, as long as nobody has moved it. */
  get isFramed() {
    const { view, framing } = this;
    const offset = Math.hypot(view.x - framing.x, view.y - framing.y) * view.scale;
    return offset < 1 && Math.abs(view.zoom - framing.zoom) < 0.01;
  }

  fit() {
    if (this.isReady) this.view.flyTo(this.framing);
  }

  /** Two fingers turn nothing. */
  twist() {
    return null;
  }

  get reach() {
    return this.isTouch ? 24 : Pane.REACH;
  }

  get isHidden() {
    return !this.stage.clientWidth;
  }

  get snaps() {
    return this.editor.snaps && !this.isFree;
  }

  /** The position that is meant by a place of the screen, with its own place there. */
  aimAt(at) {
    const corner = this.snaps ? this.corner(at, this.isTouch ? 1.5 * Pane.SNAP : Pane.SNAP) : null;
    return {
      position: corner ?? this.positionUnder(at), screen: corner ? this.screenOfPosition(corner) : at,
      isCorner: corner !== null,
    };
  }

  positionAt(at) {
    return this.aimAt(at).position;
  }

  /** Says what was wrong with what was done here, until something else is. */
  say(words) {
    this.fault = words;
    this.showSaid();
  }

  /** Words for the next click here; empty where nothing is begun. */
  get prompt() {
    const { pending, measure: { isActive, points } } = this.editor;
    if (this.isPlan && isActive && points.length < 2) return points.length ? "Click the second point." : "Click a first point.";
    return pending[this.isPlan ? "map" : "plan"] ? "Click the same place here." : "";
  }

  showSaid() {
    const words = this.fault || this.prompt;
    this.said.classList.toggle("fault", Boolean(this.fault));
    // A live region speaks whatever is put into it.
    if (this.said.textContent !== words) this.said.textContent = words;
  }

  get ratio() {
    return this.drawing.ratio;
  }

  /** The control point at a position of the screen, as its index; -1 for none. */
  find(at) {
    let best = { index: -1, distance: this.reach };
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
    // A finger hides what it points at, so a point stays as far from it as it was.
    const { x, y } = this.screenOf(before.points[index]);
    if (this.isTouch) this.offset = { x: x - at.x, y: y - at.y };
    const { offset } = this;
    const finish = (action) => () => {
      this.offset = { x: 0, y: 0 };
      action(before);
    };
    return {
      move: (to) => {
        const position = this.positionAt({ x: to.x + offset.x, y: to.y + offset.y });
        editor.preview(editor.withPoint(index, this.placed(position)));
      },
      end: finish((state) => editor.commit(state)), cancel: finish((state) => editor.preview(state)),
    };
  }

  tap(at) {
    const { editor } = this;
    if (!this.isReady) return;
    const isMeasuring = editor.measure.isActive && this.isPlan;
    if (this.tool && !isMeasuring) return this.tool.tap(this, at);
    if (editor.state.mode !== "points" && !isMeasuring) return;
    for (const pane of [editor.plan, editor.map]) pane.say("");
    const index = isMeasuring ? -1 : this.find(at);
    if (index >= 0) return editor.choose(index);
    const position = this.taken(at);
    if (!position) return;
    if (isMeasuring) editor.measure.take(position);
    else editor.addSide(this.isPlan ? "plan" : "map", position);
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
    editor.commitState(editor.withPoint(chosen, this.placed(this.positionUnder({ x: x + dx, y: y + dy }))));
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
      const isOutlier = isByPoints && answer?.outlier === index;
      this.drawPoint(marks, x, y, point.on ? (isOutlier ? "#b3261e" : "#d9480f") : "#7a8694", index === chosen);
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

  get isPlacing() {
    const { editor } = this;
    return editor.state.mode === "points" || (this.isPlan && (editor.measure.isActive || this.tool !== null));
  }

  /** The corner that a click would take. */
  drawSnap(marks) {
    if (!this.aim?.isCorner) return;
    const { x, y } = this.aim.screen;
    for (const [color, width] of [["#fff", 4], ["#0b7a4b", 2]]) {
      marks.strokeStyle = color;
      marks.lineWidth = width;
      marks.strokeRect(x - 7, y - 7, 14, 14);
    }
  }

  beginMarks() {
    const { marks, ratio } = this.drawing;
    marks.setTransform(1, 0, 0, 1, 0, 0);
    marks.clearRect(0, 0, marks.canvas.width, marks.canvas.height);
    marks.setTransform(ratio, 0, 0, ratio, 0, 0);
    return marks;
  }
}
