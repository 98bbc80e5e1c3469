/** Picture of the place that is aimed at, four times as large, in a corner of its pane without the pointer. */
class Loupe {
  static ZOOM = 2;

  constructor(pane) {
    this.pane = pane;
    this.canvas = pane.stage.querySelector("canvas.loupe");
    this.view = new View(() => {});
    this.view.limits = { zoom: [0, 60], area: { left: -1, top: -1, right: 2, bottom: 2 } };
    this.drawing = new Drawing(this.canvas, this.canvas, this.view, pane.cache);
  }

  /** Shows it around a place of the screen; nothing for null. */
  begin(at) {
    const { canvas, pane, view, drawing } = this;
    canvas.hidden = at === null;
    if (!at) return false;
    const side = canvas.clientWidth;
    const near = side + 40;
    canvas.classList.toggle("above", at.x > pane.view.width - near && at.y > pane.view.height - near);
    const size = Math.round(side * pane.ratio);
    if (drawing.tiles.canvas.width !== size) drawing.resize(size, size, pane.ratio);
    view.resize(side, side);
    view.moveTo({ ...pane.view.worldAt(at.x, at.y), zoom: pane.view.zoom + Loupe.ZOOM });
    const { tiles } = drawing;
    tiles.setTransform(1, 0, 0, 1, 0, 0);
    tiles.fillStyle = "#fff";
    tiles.fillRect(0, 0, size, size);
    return true;
  }

  /** Draws parts of the pane as they are on the screen. */
  copy(at, canvases) {
    const { tiles } = this.drawing;
    const size = tiles.canvas.width;
    const seen = size / 2 ** Loupe.ZOOM;
    const { ratio } = this.pane;
    tiles.imageSmoothingEnabled = false;
    for (const canvas of canvases) {
      tiles.globalAlpha = Number(canvas.style.opacity || 1);
      tiles.drawImage(canvas, at.x * ratio - seen / 2, at.y * ratio - seen / 2, seen, seen, 0, 0, size, size);
    }
    tiles.globalAlpha = 1;
  }

  /** Crosses the place that is taken, and rings it where that is a corner. */
  end(isCorner) {
    const { tiles } = this.drawing;
    const { ratio } = this.pane;
    const size = tiles.canvas.width;
    const half = size / 2;
    for (const [color, width] of [["rgb(255 255 255 / 80%)", 3], [isCorner ? "#0b7a4b" : "#d9480f", 1]]) {
      tiles.strokeStyle = color;
      tiles.lineWidth = width * ratio;
      tiles.beginPath();
      for (const [x1, y1, x2, y2] of [[0, half, size, half], [half, 0, half, size]]) {
        tiles.moveTo(x1, y1);
        tiles.lineTo(x2, y2);
      }
      if (isCorner) tiles.rect(half - 12 * ratio, half - 12 * ratio, 24 * ratio, 24 * ratio);
      tiles.stroke();
    }
  }
}
