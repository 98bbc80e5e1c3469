/** What is seen: the middle of the screen on the unit square, and the zoom, at which the world is
    256 × 2^zoom CSS pixels wide. */
class View {
  /** @param onChange Called when something is to be drawn anew. */
  constructor(onChange) {
    this.onChange = onChange;
    this.x = 0.5;
    this.y = 0.5;
    this.zoom = 0;
    this.width = 1;
    this.height = 1;
    this.limits = { zoom: [0, 30], area: { left: 0, top: 0, right: 1, bottom: 1 } };
    this.motion = null;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** CSS pixels per side of the world. */
  get scale() {
    return 256 * 2 ** this.zoom;
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    this.onChange();
  }

  /** The place on the unit square under a position of the screen. */
  worldAt(px, py) {
    return {
      x: this.x + (px - this.width / 2) / this.scale,
      y: this.y + (py - this.height / 2) / this.scale,
    };
  }

  /** The position on the screen of a place on the unit square. */
  screenOf(x, y) {
    return {
      x: (x - this.x) * this.scale + this.width / 2,
      y: (y - this.y) * this.scale + this.height / 2,
    };
  }

  moveTo({ x = this.x, y = this.y, zoom = this.zoom }) {
    const { area, zoom: [low, high] } = this.limits;
    this.zoom = clamp(zoom, low, high);
    this.x = clamp(x, area.left, area.right);
    this.y = clamp(y, area.top, area.bottom);
    this.onChange();
  }

  stop() {
    this.motion = null;
  }

  panBy(dx, dy) {
    this.moveTo({ x: this.x - dx / this.scale, y: this.y - dy / this.scale });
  }

  /** Zooms so that the world stays in place under a position of the screen. */
  zoomAbout(px, py, zoom, anchor = this.worldAt(px, py)) {
    const [low, high] = this.limits.zoom;
    const scale = 256 * 2 ** clamp(zoom, low, high);
    this.moveTo({
      zoom,
      x: anchor.x - (px - this.width / 2) / scale,
      y: anchor.y - (py - this.height / 2) / scale,
    });
  }

  /** Zooms smoothly by `levels` more than already under way. */
  glideBy(levels, px = this.width / 2, py = this.height / 2) {
    const [low, high] = this.limits.zoom;
    const from = this.motion?.goal ?? this.zoom;
    const goal = clamp(from + levels, low, high);
    if (this.calm.matches) return this.zoomAbout(px, py, goal);
    const anchor = this.worldAt(px, py);
    let last = performance.now();
    this.start((now) => {
      const share = 1 - Math.exp(-(now - last) / 55);
      last = now;
      const rest = goal - this.zoom;
      const done = Math.abs(rest) < 0.002;
      this.zoomAbout(px, py, done ? goal : this.zoom + rest * share, anchor);
      return !done;
    });
    this.motion.goal = goal;
  }

  /** Moves smoothly to another view. */
  flyTo({ x = this.x, y = this.y, zoom = this.zoom }) {
    const [low, high] = this.limits.zoom;
    const goal = { x, y, zoom: clamp(zoom, low, high) };
    if (this.calm.matches) return this.moveTo(goal);
    const from = { x: this.x, y: this.y, zoom: this.zoom };
    const begin = performance.now();
    this.start((now) => {
      const time = Math.min((now - begin) / 280, 1);
      const eased = 1 - (1 - time) ** 3;
      const zoom = from.zoom + (goal.zoom - from.zoom) * eased;
      // Along a straight line on the screen the way follows the scale, not the zoom.
      const growth = 2 ** (goal.zoom - from.zoom);
      const share = Math.abs(growth - 1) < 1e-9
        ? eased : (1 - 2 ** (from.zoom - zoom)) / (1 - 1 / growth);
      this.moveTo(time === 1 ? goal : {
        x: from.x + (goal.x - from.x) * share, y: from.y + (goal.y - from.y) * share, zoom,
      });
      return time < 1;
    });
  }

  /** Goes on moving at a velocity in CSS pixels per millisecond until friction has used it up. */
  coast(vx, vy) {
    if (this.calm.matches || Math.hypot(vx, vy) < 0.15) return;
    let last = performance.now();
    this.start((now) => {
      const time = Math.min(now - last, 50);
      last = now;
      this.panBy(vx * time, vy * time);
      const friction = Math.exp(-time / 220);
      vx *= friction;
      vy *= friction;
      return Math.hypot(vx, vy) > 0.02;
    });
  }

  /** The view that shows an area with a margin around it. */
  fitting(area) {
    const margin = clamp(Math.min(this.width, this.height) * 0.08, 16, 72);
    const width = Math.max(this.width - 2 * margin, 64);
    const height = Math.max(this.height - 2 * margin, 64);
    const side = Math.max((area.right - area.left) / width, (area.bottom - area.top) / height);
    return {
      x: (area.left + area.right) / 2,
      y: (area.top + area.bottom) / 2,
      zoom: side > 0 ? Math.log2(1 / side / 256) : this.limits.zoom[1],
    };
  }

  start(step) {
    const motion = { step };
    this.motion = motion;
    const tick = (now) => {
      if (this.motion !== motion) return;
      if (motion.step(now)) {
        requestAnimationFrame(tick);
      } else {
        this.motion = null;
        this.onChange();
      }
    };
    requestAnimationFrame(tick);
  }
}
