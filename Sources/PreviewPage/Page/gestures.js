/** Turns pointers, the wheel and keys into movements of a view. */
class Gestures {
  /**
   * @param actions What keys can ask for beyond moving: fit, native, floor(step). A page on which more is
   *   done has grab(position) too, which returns what a drag from there moves, as an object with
   *   move(position), end() and cancel(), or null; twist(positions) for two fingers, as an object with
   *   move(positions) and end(), or null; tap(position); and key(event), which tells whether it
   *   has used the key. Only the keys that reach a page's stage are for it where the page has tap.
   */
  constructor(stage, view, actions) {
    this.stage = stage;
    this.view = view;
    this.actions = actions;
    this.pointers = new Map();
    this.trail = [];
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      stage.addEventListener(name, (event) => this.up(event));
    }
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("dblclick", (event) => {
      // Two taps are two taps where taps do something.
      if (!actions.tap) this.glide(event.shiftKey ? -1 : 1, event);
    });
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
    (actions.tap ? stage : document).addEventListener("keydown", (event) => this.key(event));
    // Safari's own pinch would zoom the page.
    document.addEventListener("gesturestart", (event) => event.preventDefault());
  }

  /** The position of an event on the stage. */
  at(event) {
    const { left, top } = this.stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  glide(levels, event) {
    const { x, y } = this.at(event);
    this.view.glideBy(levels, x, y);
  }

  down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    // A button on the stage is for itself.
    if (event.target instanceof Element && event.target.closest("button")) return;
    this.stage.setPointerCapture(event.pointerId);
    this.stage.focus({ preventScroll: true });
    this.view.stop();
    const at = this.at(event);
    // A second finger zooms; what the first one has moved goes back.
    this.drag?.cancel();
    this.drag = this.pointers.size ? null : this.actions.grab?.(at, event) ?? null;
    this.tapStart = this.pointers.size ? null : at;
    this.pointers.set(event.pointerId, at);
    this.twist?.end();
    this.twist = this.pointers.size === 2 ? this.actions.twist?.([...this.pointers.values()]) ?? null : null;
    this.trail = [];
    this.stage.classList.add("dragging");
  }

  move(event) {
    if (!this.pointers.has(event.pointerId)) return;
    const at = this.at(event);
    if (this.tapStart && Math.hypot(at.x - this.tapStart.x, at.y - this.tapStart.y) > 4) {
      this.tapStart = null;
    }
    if (this.drag) {
      this.pointers.set(event.pointerId, at);
      if (!this.tapStart) this.drag.move(at, event);
      return;
    }
    // A hand that trembles is no movement of the map, where it would move what is tapped.
    if (this.tapStart && this.actions.tap) return;
    const before = this.grip();
    this.pointers.set(event.pointerId, at);
    const after = this.grip();
    if (before.span > 0 && after.span > 0) {
      const anchor = this.view.worldAt(before.x, before.y);
      const zoom = this.view.zoom + Math.log2(after.span / before.span);
      this.view.zoomAbout(after.x, after.y, zoom, anchor);
    } else {
      this.view.panBy(after.x - before.x, after.y - before.y);
    }
    this.twist?.move([...this.pointers.values()]);
    this.trail.push({ ...after, time: event.timeStamp });
    while (event.timeStamp - this.trail[0].time > 80) this.trail.shift();
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    this.twist?.end();
    this.twist = null;
    if (this.pointers.size) {
      // The grip jumps to the fingers that stay, which is no movement.
      this.trail = [];
      return;
    }
    this.stage.classList.remove("dragging");
    const { drag, tapStart } = this;
    this.drag = null;
    this.tapStart = null;
    if (event.type === "pointercancel") drag?.cancel();
    else if (tapStart) {
      drag?.cancel();
      this.actions.tap?.(this.at(event), event);
    } else drag?.end();
    if (drag) return;
    const [first] = this.trail;
    const last = this.trail[this.trail.length - 1];
    if (!first || event.type === "pointercancel") return;
    const time = last.time - first.time;
    if (time > 10 && event.timeStamp - last.time < 40) {
      this.view.coast((last.x - first.x) / time, (last.y - first.y) / time);
    }
  }

  /** The middle of the fingers, and the mean distance of two from it; 0 for one. */
  grip() {
    const all = [...this.pointers.values()];
    const x = all.reduce((sum, point) => sum + point.x, 0) / all.length;
    const y = all.reduce((sum, point) => sum + point.y, 0) / all.length;
    if (all.length < 2) return { x, y, span: 0 };
    const span = all.reduce((sum, point) => sum + Math.hypot(point.x - x, point.y - y), 0);
    return { x, y, span: span / all.length };
  }

  wheel(event) {
    event.preventDefault();
    // Lines and pages of a wheel in pixels; a trackpad's pinch comes as small steps with Control.
    const unit = [1, 24, 400][event.deltaMode] ?? 1;
    const levels = -event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0035);
    this.glide(clamp(levels, -1.5, 1.5), event);
  }

  key(event) {
    if (this.actions.key?.(event)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isControl = event.target instanceof Element && event.target.closest("input");
    if (isControl && !["PageUp", "PageDown", "+", "-", "=", "0", "1"].includes(event.key)) return;
    const step = event.shiftKey ? 240 : 80;
    const pan = (dx, dy) => this.view.flyTo({
      x: this.view.x + (dx * step) / this.view.scale,
      y: this.view.y + (dy * step) / this.view.scale,
    });
    const keys = {
      ArrowLeft: () => pan(-1, 0), ArrowRight: () => pan(1, 0),
      ArrowUp: () => pan(0, -1), ArrowDown: () => pan(0, 1),
      "+": () => this.view.glideBy(1), "=": () => this.view.glideBy(1),
      "-": () => this.view.glideBy(-1), "_": () => this.view.glideBy(-1),
      "0": () => this.actions.fit(), "1": () => this.actions.native(),
      PageUp: () => this.actions.floor(1), PageDown: () => this.actions.floor(-1),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  }
}
