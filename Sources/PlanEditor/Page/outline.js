/** The polygon around what is used of the plan, in its pixels. It is drawn on the plan by itself: clicks are its
    corners until the first one is clicked again, and then put another corner on an edge. */
class OutlineTool {
  constructor(editor) {
    Object.assign(this, { editor, isActive: false, isClosed: true, chosen: -1 });
  }

  get corners() {
    return this.editor.state.outline;
  }

  /** Whether the next corner follows the last one. */
  get isOpen() {
    return !this.isClosed || this.corners.length < 3;
  }

  /** Whether corners are drawn that do not close yet. */
  get isBegun() {
    return this.isActive && this.isOpen && this.corners.length > 0;
  }

  toggle(isActive = !this.isActive) {
    this.isActive = isActive;
    this.chosen = -1;
    this.isClosed = true;
    this.editor.show();
  }

  change(corners, chosen) {
    this.chosen = chosen;
    if (corners.length < 3) this.isClosed = false;
    this.editor.change({ outline: corners });
  }

  clear() {
    this.change([], -1);
    this.toggle(true);
  }

  remove(index) {
    this.change(this.corners.filter((_, other) => other !== index), -1);
  }

  close() {
    this.isClosed = true;
    this.chosen = -1;
    this.editor.show();
  }

  /** The pixel under a position of the screen, within the plan and in tenths. */
  pixelAt(pane, at) {
    return pane.positionAt(at).map((value, axis) => (
      Math.round(clamp(value, 0, this.editor.size[axis]) * 10) / 10));
  }

  onScreen(pane) {
    return this.corners.map((corner) => pane.screenOfPosition(corner));
  }

  /** The corner at a position of the screen; -1 for none. */
  find(pane, at) {
    const distances = this.onScreen(pane).map(({ x, y }) => Math.hypot(x - at.x, y - at.y));
    const nearest = Math.min(...distances);
    return nearest <= pane.reach ? distances.indexOf(nearest) : -1;
  }

  /** The corner behind the edge at a position of the screen; -1 for none. */
  edge(pane, at) {
    const screen = this.onScreen(pane);
    let best = { place: -1, distance: pane.reach };
    screen.forEach((end, index) => {
      const start = screen[(index + screen.length - 1) % screen.length];
      const [dx, dy] = [end.x - start.x, end.y - start.y];
      const along = clamp(((at.x - start.x) * dx + (at.y - start.y) * dy) / (dx * dx + dy * dy || 1), 0, 1);
      const distance = Math.hypot(start.x + along * dx - at.x, start.y + along * dy - at.y);
      if (distance < best.distance) best = { place: index || screen.length, distance };
    });
    return best.place;
  }

  tap(pane, at) {
    const { corners, isOpen } = this;
    const index = this.find(pane, at);
    if (index === 0 && isOpen && corners.length > 2) return this.close();
    const place = index >= 0 ? -1 : isOpen ? corners.length : this.edge(pane, at);
    if (place >= 0) return this.change(corners.toSpliced(place, 0, this.pixelAt(pane, at)), place);
    this.chosen = index;
    this.editor.show();
  }

  grab(pane, at) {
    const index = this.find(pane, at);
    if (index < 0) return null;
    const { editor } = this;
    const before = editor.state;
    return {
      move: (to) => editor.preview({ ...before, outline: before.outline.with(index, this.pixelAt(pane, to)) }),
      end: () => editor.commit(before),
      cancel: () => editor.preview(before),
    };
  }

  /** Arrow keys move the chosen corner by a pixel of the plan, or by ten. */
  key(event) {
    const { corners, chosen } = this;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" && this.isOpen && corners.length > 2) this.close();
    else if (["Delete", "Backspace"].includes(event.key) && corners.length) {
      this.remove(chosen >= 0 ? chosen : corners.length - 1);
    } else if (steps[event.key] && corners[chosen]) {
      const size = event.shiftKey ? 10 : 1;
      const corner = corners[chosen].map((value, axis) => (
        clamp(value + size * steps[event.key][axis], 0, this.editor.size[axis])));
      this.change(corners.with(chosen, corner), chosen);
    } else return false;
    return true;
  }

  /** Dims what is outside, and draws the corners while they can be changed. */
  draw(pane, marks) {
    const screen = this.onScreen(pane);
    if (screen.length > 2) {
      marks.fillStyle = "rgb(255 255 255 / 72%)";
      marks.beginPath();
      marks.rect(0, 0, pane.view.width, pane.view.height);
      OutlineTool.trace(marks, screen);
      marks.fill("evenodd");
    }
    if (!screen.length) return;
    marks.beginPath();
    screen.forEach(({ x, y }) => marks.lineTo(x, y));
    if (!this.isOpen || !this.isActive) marks.closePath();
    marks.lineWidth = 2;
    marks.strokeStyle = "#7b2cbf";
    marks.stroke();
    if (!this.isActive) return;
    screen.forEach(({ x, y }, index) => pane.drawPoint(marks, x, y, "#7b2cbf", index === this.chosen));
  }

  static trace(context, corners) {
    corners.forEach(({ x, y }, index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
  }
}
