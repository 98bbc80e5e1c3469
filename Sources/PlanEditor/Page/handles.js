/** The handles by which the plan is moved, rotated, scaled and stretched by hand. */
class Handles {
  static REACH = 16;
  static ROTATION_DISTANCE = 34;
  /** CSS pixels between handles and the edges of the map, where what else is there covers none. */
  static INSETS = { left: 22, top: 70, right: 22, bottom: 46 };
  /** Degrees between the bearings that are taken with Shift. */
  static STEP = 15;

  constructor(view, size) {
    this.view = view;
    [this.width, this.height] = size;
  }

  /** The handles of a placement, with their positions on the screen. */
  list(hand) {
    const { width: w, height: h, view } = this;
    const at = (pixel) => {
      const { x, y } = worldOf(Affine.apply(hand, pixel));
      return view.screenOf(x, y);
    };
    const corners = [[0, 0], [w, 0], [w, h], [0, h]].map((pixel) => (
      { kind: "scale", pixel, fixed: [w - pixel[0], h - pixel[1]] }));
    const sides = [[w / 2, 0], [w, h / 2], [w / 2, h], [0, h / 2]].map((pixel) => (
      { kind: "stretch", pixel, fixed: [w - pixel[0], h - pixel[1]] }));
    const handles = [...corners, ...sides].map((handle) => ({ ...handle, at: at(handle.pixel) }));
    const middle = at([w / 2, h / 2]);
    // Above the plan, or else where there is room beside it.
    const places = [[w / 2, 0], [w, h / 2], [w / 2, h], [0, h / 2]].map((pixel) => {
      const stem = at(pixel);
      const reach = 1 + Handles.ROTATION_DISTANCE / (Math.hypot(stem.x - middle.x, stem.y - middle.y) || 1);
      const place = { x: middle.x + (stem.x - middle.x) * reach, y: middle.y + (stem.y - middle.y) * reach };
      return { kind: "rotate", fixed: [w / 2, h / 2], at: place, stem };
    });
    handles.push(places.find((handle) => this.kept(handle).shift === 0) ?? places[0]);
    return this.isSeen(handles) ? handles.map((handle) => this.kept(handle)) : handles;
  }

  isSeen(handles) {
    const [xs, ys] = ["x", "y"].map((axis) => handles.map(({ at }) => at[axis]));
    return Math.min(...xs) < this.view.width && Math.max(...xs) > 0
      && Math.min(...ys) < this.view.height && Math.max(...ys) > 0;
  }

  /** The handle within the map, with how far it is from its own place. */
  kept(handle) {
    const { left, top, right, bottom } = Handles.INSETS;
    const share = Math.min(1, this.view.height / 260);
    const at = {
      x: clamp(handle.at.x, left, Math.max(this.view.width - right, left)),
      y: clamp(handle.at.y, top * share, Math.max(this.view.height - bottom * share, top * share)),
    };
    return { ...handle, at, shift: Math.hypot(at.x - handle.at.x, at.y - handle.at.y) };
  }

  /** The handles that are shown: of several at one place, the one that is nearest to its own. */
  shown(hand) {
    const shown = [];
    for (const handle of this.list(hand).sort((one, other) => (one.shift ?? 0) - (other.shift ?? 0))) {
      const isFree = ({ at }) => Math.hypot(at.x - handle.at.x, at.y - handle.at.y) > 30;
      if (!handle.shift || shown.every(isFree)) shown.push(handle);
    }
    return shown;
  }

  /** The handle at a position of the screen, or the plan itself; null for neither. */
  find(hand, at, reach) {
    const near = this.shown(hand)
      .map((handle) => ({ handle, distance: Math.hypot(handle.at.x - at.x, handle.at.y - at.y) }))
      .sort((one, other) => one.distance - other.distance)[0];
    if (near.distance <= reach) return near.handle;
    return this.isOnPlan(hand, at) ? { kind: "move" } : null;
  }

  isOnPlan(hand, at) {
    const [px, py] = Affine.invert(hand, metresOf(this.view.worldAt(at.x, at.y)));
    return px >= 0 && py >= 0 && px <= this.width && py <= this.height;
  }

  /**
   * The placement after a handle was dragged.
   * @param from Where the drag began, and `to` where it is, in metres.
   * @param holds What was typed and stays: bearing, scale, middle.
   * @param isStepped Whether a bearing is one of round degrees.
   */
  drag(handle, hand, from, to, holds, isStepped) {
    const fixed = handle.fixed;
    if (handle.kind === "move") {
      return holds.middle ? hand : [hand[0] + to[0] - from[0], hand[1] + to[1] - from[1], ...hand.slice(2)];
    }
    // What is held in the middle is rotated and scaled about it.
    const pivot = holds.middle ? [this.width / 2, this.height / 2] : fixed;
    const centre = Affine.apply(hand, pivot);
    const [east, north] = groundScaleAt(centre[1]);
    const [was, is] = [from, to].map(([x, y]) => [(x - centre[0]) / east, (y - centre[1]) / north]);
    const factor = (was[0] * is[0] + was[1] * is[1]) / (was[0] ** 2 + was[1] ** 2);
    switch (handle.kind) {
      case "rotate": {
        if (holds.bearing) return hand;
        const angle = Math.atan2(is[0], is[1]) - Math.atan2(was[0], was[1]);
        const degrees = (angle * 180) / Math.PI;
        if (!isStepped) return Affine.rotated(hand, degrees, 1, pivot);
        const now = Affine.bearing(hand, pivot);
        return Affine.rotated(hand, Math.round((now + degrees) / Handles.STEP) * Handles.STEP - now, 1, pivot);
      }
      case "scale":
        return holds.scale || !(factor > 0.01) ? hand : Affine.rotated(hand, 0, factor, pivot);
      default: {
        const end = Affine.apply(hand, handle.pixel);
        const axis = [(end[0] - centre[0]) / east, (end[1] - centre[1]) / north];
        const along = (place) => place[0] * axis[0] + place[1] * axis[1];
        const share = along(is) / along(was);
        if (holds.scale || !(share > 0.01)) return hand;
        const isAcross = handle.pixel[1] === this.height / 2;
        return Affine.stretched(hand, isAcross ? share : 1, isAcross ? 1 : share, pivot);
      }
    }
  }

  draw(marks, hand) {
    const handles = this.shown(hand);
    const circle = handles.find(({ kind }) => kind === "rotate");
    marks.lineWidth = 2;
    marks.strokeStyle = "#0a62d0";
    if (circle) {
      marks.beginPath();
      marks.moveTo(circle.stem.x, circle.stem.y);
      marks.lineTo(circle.at.x, circle.at.y);
      marks.stroke();
    }
    marks.fillStyle = "#fff";
    for (const { kind, at } of handles) {
      marks.beginPath();
      if (kind === "scale") marks.rect(at.x - 6, at.y - 6, 12, 12);
      else if (kind === "stretch") {
        marks.moveTo(at.x, at.y - 7);
        for (const [x, y] of [[7, 0], [0, 7], [-7, 0]]) marks.lineTo(at.x + x, at.y + y);
        marks.closePath();
      } else marks.arc(at.x, at.y, 8, 0, 2 * Math.PI);
      marks.fill();
      marks.stroke();
    }
  }
}
