/** Draws the tiles of the plan where a mesh puts them on the map. */
class Overlay {
  constructor(canvas, view, cache) {
    this.context = canvas.getContext("2d");
    Object.assign(this, { view, cache, layer: null });
  }

  resize(width, height) {
    this.context.canvas.width = width;
    this.context.canvas.height = height;
  }

  clear() {
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  }

  draw(mesh, ratio) {
    this.clear();
    if (!this.layer) return;
    const { side } = mesh;
    const place = (column, row) => {
      const { x, y } = mesh.node(column, row);
      const { x: left, y: top } = this.view.screenOf(x, y);
      return { x: left * ratio, y: top * ratio };
    };
    const [width, height] = [mesh.width / side, mesh.height / side];
    for (let row = 0; row < side; row += 1) {
      for (let column = 0; column < side; column += 1) {
        const [a, b] = [place(column, row), place(column + 1, row)];
        const [c, d] = [place(column, row + 1), place(column + 1, row + 1)];
        if (![a, b, c, d].every(({ x, y }) => Number.isFinite(x + y))) continue;
        const cell = { left: column * width, top: row * height, width, height };
        if (side === 1) {
          this.drawCell(cell, a, { x: b.x - a.x, y: b.y - a.y }, { x: c.x - a.x, y: c.y - a.y });
          continue;
        }
        // Each half of a cell has an affine transform of its own.
        this.drawHalf(cell, [a, b, c], a, { x: b.x - a.x, y: b.y - a.y }, { x: c.x - a.x, y: c.y - a.y });
        const origin = { x: b.x + c.x - d.x, y: b.y + c.y - d.y };
        this.drawHalf(cell, [b, d, c], origin, { x: d.x - c.x, y: d.y - c.y }, { x: d.x - b.x, y: d.y - b.y });
      }
    }
  }

  /** Fades what is outside a polygon in pixels of the plan, whose edges may be curves on the map. */
  fade(mesh, corners, ratio) {
    if (corners.length < 3) return;
    const { context } = this;
    const steps = mesh.side === 1 ? 1 : 16;
    const along = corners.flatMap(([x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length];
      return Array.from({ length: steps }, (_, step) => {
        const share = step / steps;
        const place = mesh.place([x + (nextX - x) * share, y + (nextY - y) * share]);
        return this.view.screenOf(place.x, place.y);
      });
    });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.beginPath();
    context.rect(0, 0, this.view.width, this.view.height);
    OutlineTool.trace(context, along);
    context.globalCompositeOperation = "destination-out";
    context.fillStyle = "rgb(0 0 0 / 80%)";
    context.fill("evenodd");
    context.globalCompositeOperation = "source-over";
  }

  drawHalf(cell, triangle, origin, across, down) {
    const { context } = this;
    const [mx, my] = ["x", "y"].map((axis) =>
      triangle.reduce((sum, point) => sum + point[axis] / 3, 0));
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    for (const { x, y } of triangle) {
      // A little larger, so that neighbours leave no seam.
      const length = Math.hypot(x - mx, y - my) || 1;
      context.lineTo(x + (x - mx) / length, y + (y - my) / length);
    }
    context.clip();
    this.drawCell(cell, origin, across, down);
    context.restore();
  }

  /** Draws the tiles of a part of the plan, whose corner is at `origin` and whose sides are `across` and
      `down`, in pixels of the screen. */
  drawCell(cell, origin, across, down) {
    const { context, layer, cache } = this;
    const matrix = [
      across.x / cell.width, across.y / cell.width, down.x / cell.height, down.y / cell.height,
    ];
    const [a, b, c, d] = matrix;
    const determinant = a * d - b * c;
    const scale = Math.sqrt(Math.abs(determinant));
    if (!(scale > 0)) return;
    const wanted = Math.ceil(layer.maximumZoom + Math.log2(scale) - 0.2);
    let level = layer.minimumZoom;
    for (const zoom of layer.zooms) if (zoom <= wanted) level = zoom;
    const span = layer.tileSize * 2 ** (layer.maximumZoom - level);
    const seen = this.seen(cell, origin, matrix, determinant);
    if (!seen) return;
    const grown = span + 0.5 / scale;
    context.imageSmoothingEnabled = scale < 4;
    context.imageSmoothingQuality = "high";
    for (let y = Math.floor(seen.top / span); y * span < seen.bottom; y += 1) {
      for (let x = Math.floor(seen.left / span); x * span < seen.right; x += 1) {
        if (!layer.has(level, x, y)) continue;
        const [left, top] = [x * span - cell.left, y * span - cell.top];
        context.setTransform(
          a, b, c, d, origin.x + a * left + c * top, origin.y + b * left + d * top);
        const image = cache.get(layer, level, x, y);
        if (image) {
          context.drawImage(image, 0, 0, grown, grown);
        } else {
          cache.want(layer, level, x, y, Math.hypot(x - seen.middleX / span, y - seen.middleY / span));
          this.drawFromAbove(level, x, y, grown);
        }
      }
    }
  }

  drawFromAbove(level, x, y, span) {
    for (let above = 1; above <= level; above += 1) {
      const parts = 2 ** above;
      const image = this.cache.get(
        this.layer, level - above, Math.floor(x / parts), Math.floor(y / parts));
      if (!image) continue;
      const side = image.naturalWidth / parts;
      this.context.drawImage(
        image, modulo(x, parts) * side, modulo(y, parts) * side, side, side, 0, 0, span, span);
      return;
    }
  }

  /** The part of a cell that is on the screen, in pixels of the plan; null for none. */
  seen(cell, origin, [a, b, c, d], determinant) {
    const { width, height } = this.context.canvas;
    const corners = [[0, 0], [width, 0], [width, height], [0, height]].map(([x, y]) => {
      const [dx, dy] = [x - origin.x, y - origin.y];
      return [
        cell.left + (dx * d - dy * c) / determinant, cell.top + (dy * a - dx * b) / determinant,
      ];
    });
    const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
    const area = {
      left: Math.max(Math.min(...xs), cell.left),
      right: Math.min(Math.max(...xs), cell.left + cell.width),
      top: Math.max(Math.min(...ys), cell.top),
      bottom: Math.min(Math.max(...ys), cell.top + cell.height),
    };
    area.middleX = (area.left + area.right) / 2;
    area.middleY = (area.top + area.bottom) / 2;
    return area.left < area.right && area.top < area.bottom ? area : null;
  }
}
