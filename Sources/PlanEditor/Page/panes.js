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
      fit: () => this.fit(), native: () => {}, floor: () => {},
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
      this.setLimits();
      if (isFirst) this.view.moveTo(this.view.fitting(this.area));
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
    this.view.flyTo(this.view.fitting(this.area));
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
    marks.font = `600 ${Drawing.FONT}`;
    marks.textBaseline = "middle";
    marks.textAlign = "left";
    const isByPoints = editor.state.mode === "points";
    points.forEach((point, index) => {
      const { x, y } = this.screenOf(point);
      const residual = isByPoints ? answer?.residuals?.[index] : null;
      if (!this.isPlan && residual) this.drawResidual(marks, { x, y }, residual);
      const isWorst = isByPoints && answer?.worst === index;
      this.drawPoint(marks, x, y, point.on ? (isWorst ? "#b3261e" : "#d9480f") : "#7a8694", index === chosen);
      const text = point.name ? `${index + 1} ${point.name}` : `${index + 1}`;
      marks.lineWidth = 4;
      marks.strokeStyle = "#fff";
      marks.strokeText(text, x + 12, y);
      marks.fillStyle = "#7a2805";
      marks.fillText(text, x + 12, y);
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

  constructor(editor, data) {
    super("plan-stage", editor);
    this.layer = new Layer(data, 0);
    this.across = this.layer.pixelsAcross;
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
    cache.beginFrame();
    drawing.drawTiles(this.layer);
    cache.endFrame();
    const marks = this.beginMarks();
    this.editor.outline.draw(this, marks);
    this.drawPoints(marks);
    this.drawLoupe([drawing.tiles.canvas]);
    const at = this.pointer && this.positionAt(this.pointer);
    this.place.textContent = at ? `${at[0].toFixed(1)}, ${at[1].toFixed(1)} px` : "";
  }
}

/** The map, with the plan on it. Positions are metres of EPSG:3857. */
class MapPane extends Pane {
  isPlan = false;

  constructor(editor, data, size) {
    super("map-stage", editor);
    const canvas = this.stage.querySelector("canvas.plan");
    this.overlay = new Overlay(canvas, this.view, this.cache, new Layer(data, 0));
    this.handles = new Handles(this.view, size);
    this.size = size;
    this.snapped = null;
  }

  get area() {
    return this.editor.mesh.area;
  }

  setLimits() {
    this.view.limits = { zoom: [1, 31], area: { left: 0, top: 0, right: 1, bottom: 1 } };
  }

  resize(width, height, ratio) {
    super.resize(width, height, ratio);
    this.overlay.resize(width, height);
  }

  /** The position under one of the screen, or the corner of an outline near it. */
  positionAt(at, isExact = false) {
    const corner = isExact ? null : this.corner(at);
    return metresOf(corner ?? this.view.worldAt(at.x, at.y));
  }

  /** The corner of an outline that is shown within reach. */
  corner(at) {
    let best = { distance: 10, place: null };
    const { x: left, y: top } = this.view.worldAt(at.x - 10, at.y - 10);
    const { x: right, y: bottom } = this.view.worldAt(at.x + 10, at.y + 10);
    for (const ring of this.editor.rings) {
      for (let i = 0; i < ring.length; i += 2) {
        const [x, y] = [ring[i], ring[i + 1]];
        if (x < left || x > right || y < top || y > bottom) continue;
        const screen = this.view.screenOf(x, y);
        const distance = Math.hypot(screen.x - at.x, screen.y - at.y);
        if (distance < best.distance) best = { distance, place: { x, y } };
      }
    }
    return best.place;
  }

  placed(position) {
    return { position };
  }

  screenOf({ place }) {
    return this.screenOfPosition(place.slice(2));
  }

  screenOfPosition(position) {
    const { x, y } = worldOf(position);
    return this.view.screenOf(x, y);
  }

  grab(at) {
    const { editor } = this;
    if (editor.state.mode === "points") return super.grab(at);
    const handle = this.handles.find(editor.state.hand, at);
    if (!handle) return null;
    const before = editor.state;
    const from = this.positionAt(at, true);
    return {
      move: (to) => editor.preview({
        ...before,
        hand: this.handles.drag(handle, before.hand, from, this.positionAt(to, true), editor.holds),
      }),
      end: () => editor.commit(before),
      cancel: () => editor.preview(before),
    };
  }

  tap(at) {
    const polygon = this.editor.state.mode === "hand" ? this.polygonAt(at) : -1;
    if (polygon >= 0) return this.editor.choosePolygon(polygon);
    super.tap(at);
  }

  /** The smallest polygon of the outlines around a position of the screen; -1 for none. */
  polygonAt(at) {
    const { x, y } = this.view.worldAt(at.x, at.y);
    let best = { index: -1, size: Infinity };
    this.editor.outlines.forEach(([ring], index) => {
      let isInside = false;
      let size = 0;
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        const [ax, ay, bx, by] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
        size += (bx - x) * (ay - y) - (ax - x) * (by - y);
      }
      if (isInside && Math.abs(size) < best.size) best = { index, size: Math.abs(size) };
    });
    return best.index;
  }

  /** By hand, arrow keys move the plan by a pixel of it. */
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const { editor } = this;
    if (editor.state.mode !== "hand") return super.key(event);
    if (!steps[event.key] || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (editor.holds.middle) return true;
    const { hand } = editor.state;
    const size = Math.hypot(hand[2], hand[3]) * (event.shiftKey ? 10 : 1);
    const [x, y] = steps[event.key];
    editor.change({ hand: [hand[0] + x * size, hand[1] + y * size, ...hand.slice(2)] });
    return true;
  }

  draw() {
    const { drawing, cache, editor } = this;
    drawing.tiles.clearRect(0, 0, drawing.tiles.canvas.width, drawing.tiles.canvas.height);
    cache.beginFrame();
    for (const layer of editor.shownLayers) drawing.drawTiles(layer);
    if (editor.showsResult) this.overlay.clear();
    else {
      this.overlay.draw(editor.mesh, this.ratio);
      this.overlay.fade(editor.mesh, editor.state.outline, this.ratio);
    }
    cache.endFrame();
    drawing.tiles.canvas.style.opacity = editor.opacity.ground;
    this.overlay.context.canvas.style.opacity = editor.opacity.plan;
    const marks = this.beginMarks();
    if (!editor.shownLayers.length) this.drawGrid(marks);
    this.drawOutlines(marks);
    this.drawFrame(marks);
    if (editor.state.mode === "hand" && !editor.showsResult) this.handles.draw(marks, editor.state.hand);
    this.drawPoints(marks);
    this.drawSnap(marks);
    this.drawLoupe([drawing.tiles.canvas, this.overlay.context.canvas, marks.canvas]);
    const { x, y } = this.pointer ? this.view.worldAt(this.pointer.x, this.pointer.y) : this.view;
    const digits = clamp(Math.ceil(Math.log10(this.view.scale / 360)), 0, 10);
    this.place.textContent = `${latitudeOf(y).toFixed(digits)}, ${longitudeOf(x).toFixed(digits)}`;
  }

  /** Lines at round distances in metres from the middle of the plan. */
  drawGrid(marks) {
    const { view } = this;
    const middle = this.editor.gridOrigin;
    const metre = stretchAt(middle[1]) * view.scale / EARTH_CIRCUMFERENCE;
    const power = 10 ** Math.ceil(Math.log10(40 / metre));
    const step = [0.1, 0.2, 0.5, 1].map((part) => part * power).find((length) => length * metre >= 40);
    const { x, y } = this.screenOfPosition(middle);
    const distance = step * metre;
    marks.strokeStyle = "rgb(70 90 110 / 28%)";
    marks.lineWidth = 1;
    marks.beginPath();
    for (let left = modulo(x, distance); left < view.width; left += distance) {
      marks.moveTo(left, 0);
      marks.lineTo(left, view.height);
    }
    for (let top = modulo(y, distance); top < view.height; top += distance) {
      marks.moveTo(0, top);
      marks.lineTo(view.width, top);
    }
    marks.stroke();
    marks.font = Drawing.FONT;
    marks.textAlign = "right";
    marks.textBaseline = "alphabetic";
    marks.fillStyle = "#566373";
    marks.fillText(`grid ${Number(step.toPrecision(3))} m`, view.width - 12, view.height - 12);
    marks.textAlign = "left";
  }

  drawOutlines(marks) {
    this.editor.outlines.forEach((polygon, index) => {
      marks.beginPath();
      for (const ring of polygon) {
        for (let i = 0; i < ring.length; i += 2) {
          const { x, y } = this.view.screenOf(ring[i], ring[i + 1]);
          if (i) marks.lineTo(x, y);
          else marks.moveTo(x, y);
        }
        marks.closePath();
      }
      const isChosen = index === this.editor.polygon;
      marks.globalAlpha = this.editor.opacity.ground;
      marks.lineWidth = isChosen ? 3 : 1.2;
      marks.strokeStyle = isChosen ? "#0b7a4b" : "rgb(11 122 75 / 70%)";
      marks.stroke();
      marks.globalAlpha = 1;
    });
  }

  drawFrame(marks) {
    marks.beginPath();
    for (const node of this.editor.mesh.outline) {
      if (node.x === null) continue;
      const { x, y } = this.view.screenOf(node.x, node.y);
      marks.lineTo(x, y);
    }
    marks.closePath();
    marks.lineWidth = 1.5;
    marks.strokeStyle = "#0a62d0";
    marks.stroke();
  }

  drawSnap(marks) {
    const corner = this.pointer && this.editor.state.mode === "points" ? this.corner(this.pointer) : null;
    if (!corner) return;
    const { x, y } = this.view.screenOf(corner.x, corner.y);
    marks.beginPath();
    marks.rect(x - 7, y - 7, 14, 14);
    marks.lineWidth = 2;
    marks.strokeStyle = "#0b7a4b";
    marks.stroke();
  }
}
