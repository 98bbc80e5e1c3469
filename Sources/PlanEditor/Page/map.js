/** The map, with the plan on it. Positions are metres of EPSG:3857. */
class MapPane extends Pane {
  /** Degrees that two fingers turn before the plan does. */
  static TWIST = 6;
  /** CSS pixels around the plan for the handle that rotates it. */
  static MARGIN = 50;

  isPlan = false;
  isReady = true;

  constructor(editor) {
    super("map-stage", editor);
    this.overlay = new Overlay(this.stage.querySelector("canvas.plan"), this.view, this.cache);
    this.others = this.stage.querySelector("canvas.others").getContext("2d");
    // Tiles overlap a little, so a floor is made transparent when all of it is drawn.
    this.scratch = new Overlay(document.createElement("canvas"), this.view, this.cache);
  }

  get handles() {
    return new Handles(this.view, this.editor.size);
  }

  get area() {
    return this.editor.mesh.area;
  }

  get margins() {
    return this.editor.state.mode === "hand" ? { around: MapPane.MARGIN, above: 20 } : super.margins;
  }

  setLimits() {
    this.view.limits = { zoom: [1, 31], area: { left: 0, top: 0, right: 1, bottom: 1 } };
  }

  resize(width, height, ratio) {
    super.resize(width, height, ratio);
    for (const overlay of [this.overlay, this.scratch]) overlay.resize(width, height);
    [this.others.canvas.width, this.others.canvas.height] = [width, height];
  }

  positionUnder(at) {
    return metresOf(this.view.worldAt(at.x, at.y));
  }

  taken(at) {
    return this.positionAt(at);
  }

  /** The corner of an outline that is shown within some CSS pixels of a place of the screen; null for none. */
  corner(at, reach) {
    let best = { distance: reach, place: null };
    const { x: left, y: top } = this.view.worldAt(at.x - reach, at.y - reach);
    const { x: right, y: bottom } = this.view.worldAt(at.x + reach, at.y + reach);
    for (const ring of this.editor.beneath.rings(this.view)) {
      for (let i = 0; i < ring.length; i += 2) {
        const [x, y] = [ring[i], ring[i + 1]];
        if (x < left || x > right || y < top || y > bottom) continue;
        const screen = this.view.screenOf(x, y);
        const distance = Math.hypot(screen.x - at.x, screen.y - at.y);
        if (distance < best.distance) best = { distance, place: metresOf({ x, y }) };
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
    if (editor.state.mode !== "hand") return super.grab(at);
    const handle = this.handles.find(editor.state.hand, at, this.isTouch ? 24 : Handles.REACH);
    if (!handle) return null;
    const before = editor.state;
    const from = this.positionUnder(at);
    return {
      move: (to, event) => editor.preview({
        ...before,
        hand: this.handles.drag(handle, before.hand, from, this.positionUnder(to), editor.holds, event.shiftKey),
      }),
      end: () => editor.commit(before),
      cancel: () => editor.preview(before),
    };
  }

  /** Two fingers on the plan turn it about what is between them, while they move and zoom the map. */
  twist(fingers) {
    const { editor } = this;
    const before = editor.state;
    const isOn = ({ x, y }) => this.handles.isOnPlan(before.hand, { x, y });
    if (before.mode !== "hand" || editor.holds.bearing || !fingers.every(isOn)) return null;
    const angle = ([one, other]) => (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
    const middle = { x: (fingers[0].x + fingers[1].x) / 2, y: (fingers[0].y + fingers[1].y) / 2 };
    const pivot = Affine.invert(before.hand, this.positionUnder(middle));
    let [last, turned, isTurning] = [angle(fingers), 0, false];
    return {
      move: (now) => {
        const next = angle(now);
        turned += modulo(next - last + 180, 360) - 180;
        last = next;
        // Fingers that pinch turn a little too; those that turn have the plan under them.
        isTurning ||= Math.abs(turned) >= MapPane.TWIST;
        if (isTurning) editor.preview({ ...before, hand: Affine.rotated(before.hand, turned, 1, pivot) });
      },
      end: () => { if (isTurning) editor.commit(before); },
    };
  }

  tap(at) {
    const polygon = this.editor.state.mode === "hand" ? this.polygonAt(at) : -1;
    if (polygon >= 0) return this.editor.beneath.choose(polygon);
    super.tap(at);
  }

  /** The smallest polygon of the outlines around a position of the screen; -1 for none. */
  polygonAt(at) {
    const { x, y } = this.view.worldAt(at.x, at.y);
    let best = { index: -1, size: Infinity };
    this.editor.beneath.outlines.forEach(([ring], index) => {
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
    editor.beneath.draw(drawing);
    for (const layer of editor.resultLayers) drawing.drawTiles(layer);
    this.drawOthers();
    this.overlay.layer = editor.layers[editor.active] ?? null;
    if (editor.showsResult) this.overlay.clear();
    else {
      this.overlay.draw(editor.mesh, this.ratio);
      this.overlay.fade(editor.mesh, editor.state.outline, this.ratio);
    }
    cache.endFrame();
    drawing.tiles.canvas.style.opacity = editor.opacity.ground;
    this.overlay.context.canvas.style.opacity = editor.opacity.plan * editor.floors.opacity(editor.active);
    // As one sheet of tracing paper over another.
    this.overlay.context.canvas.style.mixBlendMode = editor.floors.blend ? "multiply" : "";
    const marks = this.beginMarks();
    const { beneath } = editor;
    if (!beneath.layers.length && !beneath.vectors.length && !editor.showsResult) this.drawGrid(marks);
    marks.globalAlpha = editor.opacity.ground;
    beneath.drawMarks(marks, this.view, beneath.polygon);
    marks.globalAlpha = 1;
    editor.floors.draw(this, marks);
    this.drawFrame(marks);
    if (editor.state.mode === "hand" && !editor.showsResult) this.handles.draw(marks, editor.state.hand);
    editor.measure.draw(this, marks);
    this.drawPoints(marks);
    this.drawAim(marks);
    const { x, y } = this.aim ? worldOf(this.aim.position)
      : this.pointer ? this.view.worldAt(this.pointer.x, this.pointer.y) : this.view;
    const digits = clamp(Math.ceil(Math.log10(this.view.scale / 360)), 0, 10);
    this.place.textContent = `${latitudeOf(y).toFixed(digits)}, ${longitudeOf(x).toFixed(digits)}`;
  }

  /** Shows what a click takes. */
  drawAim(marks) {
    const { pointer, offset, drawing } = this;
    this.aim = pointer && this.isPlacing ? this.aimAt({ x: pointer.x + offset.x, y: pointer.y + offset.y }) : null;
    this.stage.classList.toggle("placing", this.isPlacing);
    if (this.loupe.begin(this.aim?.screen ?? null)) {
      this.loupe.copy(
        this.aim.screen, [drawing.tiles.canvas, this.others.canvas, this.overlay.context.canvas, marks.canvas]);
      this.loupe.end(this.aim.isCorner);
    }
    this.drawSnap(marks);
  }

  /** Draws the floors that are shown beside the one that is placed. */
  drawOthers() {
    const { others, scratch, editor: { floors, layers, active, opacity } } = this;
    others.clearRect(0, 0, others.canvas.width, others.canvas.height);
    floors.placed.forEach((mesh, index) => {
      const strength = floors.opacity(index) * opacity.plan;
      if (!mesh || !layers[index] || index === active || !strength) return;
      scratch.layer = layers[index];
      scratch.draw(mesh, this.ratio);
      others.globalAlpha = strength;
      others.drawImage(scratch.context.canvas, 0, 0);
    });
  }

  /** Lines at round distances in metres from the middle of the plan. */
  drawGrid(marks) {
    const { view } = this;
    const middle = this.editor.gridOrigin;
    const [metre, northern] = groundScaleAt(middle[1]).map((scale) => (scale * view.scale) / EARTH_CIRCUMFERENCE);
    const power = 10 ** Math.ceil(Math.log10(40 / metre));
    const step = [0.1, 0.2, 0.5, 1].map((part) => part * power).find((length) => length * metre >= 40);
    const { x, y } = this.screenOfPosition(middle);
    const [across, down] = [step * metre, step * northern];
    marks.strokeStyle = "rgb(70 90 110 / 28%)";
    marks.lineWidth = 1;
    marks.beginPath();
    for (let left = modulo(x, across); left < view.width; left += across) {
      marks.moveTo(left, 0);
      marks.lineTo(left, view.height);
    }
    for (let top = modulo(y, down); top < view.height; top += down) {
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
}
