/** Two points on the plan whose distance is known, by which it is scaled. */
class Measure {
  constructor(editor) {
    Object.assign(this, { editor, isActive: false, points: [], wall: null });
  }

  toggle(isActive) {
    [this.isActive, this.points] = [isActive, []];
    this.editor.show();
  }

  take(pixel) {
    this.points = [...this.points, pixel].slice(-2);
    this.editor.show();
    if (this.points.length < 2) return;
    this.editor.panel.fields.length.fill("");
    document.getElementById("length").focus();
  }

  /** Metres on the ground between two pixels as the plan is placed. */
  metres(points = this.points) {
    const [from, to] = points.map((pixel) => Affine.apply(this.editor.state.hand, pixel));
    const [east, north] = groundScaleAt((from[1] + to[1]) / 2);
    return Math.hypot((to[0] - from[0]) / east, (to[1] - from[1]) / north);
  }

  /** The wall that was measured last, as long as the plan has its length. */
  get first() {
    const { editor, wall } = this;
    const isKept = wall?.plan === editor.active && editor.state.mode === "hand"
      && Math.abs(this.metres(wall.points) / wall.metres - 1) < 1e-3;
    return isKept ? wall : null;
  }

  /** Scales the plan so that the points are so far apart; by a second wall across the first, columns and rows alone. */
  scaleTo(metres) {
    const { editor, first, points } = this;
    if (points.length < 2) return;
    const now = this.metres();
    const wall = { points, metres, plan: editor.active };
    const factors = first && Affine.factors(editor.state.hand, [first, wall]);
    this.toggle(false);
    if (!(now > 0)) return;
    if (factors) {
      editor.hold("scale");
      editor.change({ hand: Affine.stretched(editor.state.hand, ...factors, editor.middle) });
      const [across, down] = factors.map((factor) => `${(100 * factor).toFixed(2)} %`);
      editor.note = `Both walls have their lengths: columns are now ${across} as wide, rows ${down} as high.`;
    } else editor.scaleTo((Affine.metresPerPixel(editor.state.hand, editor.middle) * metres) / now);
    this.wall = factors ? null : wall;
    editor.show();
  }

  /** The line between the points; from a single one to where the pointer is. */
  draw(pane, marks) {
    const { editor, points } = this;
    if (!points.length) return;
    const screen = points.map((pixel) => (
      pane.isPlan ? pane.screenOfPosition(pixel) : pane.screenOfPosition(Affine.apply(editor.state.hand, pixel))));
    const end = screen[1] ?? (pane.isPlan ? pane.aim?.screen : null);
    if (end) {
      for (const [color, width] of [["#fff", 5], ["#0a62d0", 2.5]]) {
        marks.beginPath();
        marks.moveTo(screen[0].x, screen[0].y);
        marks.lineTo(end.x, end.y);
        marks.setLineDash(screen[1] ? [] : [6, 5]);
        marks.lineWidth = width;
        marks.strokeStyle = color;
        marks.stroke();
      }
      marks.setLineDash([]);
    }
    for (const { x, y } of screen) pane.drawPoint(marks, x, y, "#0a62d0", false);
    if (screen.length < 2) return;
    const middle = { x: (screen[0].x + screen[1].x) / 2, y: (screen[0].y + screen[1].y) / 2 - 14 };
    const pixels = Math.hypot(points[1][0] - points[0][0], points[1][1] - points[0][1]);
    pane.drawLabel(marks, `${pixels.toFixed(1)} px, now ${Typed.length(this.metres())}`, middle, "#073f87");
  }
}
