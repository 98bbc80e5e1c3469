/** The handles by which the plan is moved, rotated, scaled and stretched by hand. */
class Handles {
  static REACH = 16;
  static ROTATION_DISTANCE = 34;

  constructor(view, size) {
    this.view = view;
    [this.width, this.height] = size;
  }

  /** The handles of a placement, with their positions on the screen. */
  list(hand) {
    const { width: w, height: h } = this;
    const at = (pixel) => {
      const { x, y } = worldOf(Affine.apply(hand, pixel));
      return this.view.screenOf(x, y);
    };
    const corners = [[0, 0], [w, 0], [w, h], [0, h]].map((pixel) => (
      { kind: "scale", pixel, fixed: [w - pixel[0], h - pixel[1]] }));
    const sides = [[w / 2, 0], [w, h / 2], [w / 2, h], [0, h / 2]].map((pixel) => (
      { kind: "stretch", pixel, fixed: [w - pixel[0], h - pixel[1]] }));
    const handles = [...corners, ...sides].map((handle) => ({ ...handle, at: at(handle.pixel) }));
    const [top, middle] = [at([w / 2, 0]), at([w / 2, h / 2])];
    const length = Math.hypot(top.x - middle.x, top.y - middle.y) || 1;
    const reach = 1 + Handles.ROTATION_DISTANCE / length;
    handles.push({
      kind: "rotate", fixed: [w / 2, h / 2],
      at: { x: middle.x + (top.x - middle.x) * reach, y: middle.y + (top.y - middle.y) * reach },
      stem: top,
    });
    return handles;
  }

  /** The handle at a position of the screen, or the plan itself; null for neither. */
  find(hand, at) {
    const near = this.list(hand)
      .map((handle) => ({ handle, distance: Math.hypot(handle.at.x - at.x, handle.at.y - at.y) }))
      .sort((one, other) => one.distance - other.distance)[0];
    if (near.distance <= Handles.REACH) return near.handle;
    const [px, py] = Affine.invert(hand, metresOf(this.view.worldAt(at.x, at.y)));
    const isInside = px >= 0 && py >= 0 && px <= this.width && py <= this.height;
    return isInside ? { kind: "move" } : null;
  }

  /**
   * The placement after a handle was dragged.
   * @param from Where the drag began, and `to` where it is, in metres.
   * @param holds What was typed and stays: bearing, scale, middle.
   */
  drag(handle, hand, from, to, holds) {
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
        return Affine.rotated(hand, (angle * 180) / Math.PI, 1, pivot);
      }
      case "scale":
        return holds.scale || !(factor > 0.01) ? hand : Affine.rotated(hand, 0, factor, pivot);
      default: {
        if (holds.scale || !(factor > 0.01)) return hand;
        const isAcross = handle.pixel[1] === this.height / 2;
        return Affine.stretched(hand, isAcross ? factor : 1, isAcross ? 1 : factor, pivot);
      }
    }
  }

  draw(marks, hand) {
    const handles = this.list(hand);
    const circle = handles[handles.length - 1];
    marks.lineWidth = 2;
    marks.strokeStyle = "#0a62d0";
    marks.beginPath();
    marks.moveTo(circle.stem.x, circle.stem.y);
    marks.lineTo(circle.at.x, circle.at.y);
    marks.stroke();
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
