/** Draws tiles and marks on two canvases whose pixels are the screen's. */
class Drawing {
  /** More tiles than this are not drawn: the view is then far above the shallowest level. */
  static TILE_LIMIT = 600;
  static FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

  constructor(tiles, marks, view, cache) {
    this.tiles = tiles.getContext("2d");
    this.marks = marks.getContext("2d");
    this.view = view;
    this.cache = cache;
    this.ratio = 1;
  }

  /** Gives both canvases a size in pixels of the screen. */
  resize(width, height, ratio) {
    this.ratio = ratio;
    for (const context of [this.tiles, this.marks]) {
      context.canvas.width = width;
      context.canvas.height = height;
    }
  }

  /** Draws a layer, after what is beneath it; returns whether its tiles were too many to draw. */
  draw(layer, options, drawBeneath) {
    const { tiles, cache } = this;
    tiles.clearRect(0, 0, tiles.canvas.width, tiles.canvas.height);
    cache.beginFrame();
    drawBeneath();
    const { grid, isTooFar } = this.drawTiles(layer);
    cache.endFrame();
    this.drawMarks(layer, grid, options, isTooFar);
    return isTooFar;
  }

  /** Draws the tiles of a layer over what is there; returns where they are, and whether they were too many. */
  drawTiles(layer) {
    const { tiles } = this;
    const grid = this.grid(layer);
    const isTooFar = grid.count > Drawing.TILE_LIMIT;
    if (!isTooFar) {
      const scale = grid.size / layer.tileSize;
      // At native resolution samples are copied; far above it they are to be seen as squares.
      tiles.imageSmoothingEnabled = scale !== 1 && scale < 4;
      tiles.imageSmoothingQuality = "high";
      for (const tile of grid.tiles()) {
        if (layer.has(grid.zoom, tile.x, tile.y)) this.drawTile(layer, grid.zoom, tile);
      }
    }
    return { grid, isTooFar };
  }

  /** The tiles on the screen and where their edges are in its pixels. */
  grid(layer) {
    const { view, ratio } = this;
    const { width, height } = this.tiles.canvas;
    const zoom = layer.levelFor(view.zoom, ratio);
    const across = 2 ** zoom;
    let size = (view.scale * ratio) / across;
    // What rounding left of a whole number would shift tiles far from the corner of the world.
    if (Math.abs(size - Math.round(size)) < size * 1e-9) size = Math.round(size);
    const left = view.x * across - width / 2 / size;
    const top = view.y * across - height / 2 / size;
    // The world goes on east and west of itself, an image does not.
    const [west, east] = layer.pixelsAcross ? [0, across] : [-Infinity, Infinity];
    const first = { x: Math.max(Math.floor(left), west), y: Math.max(Math.floor(top), 0) };
    const end = {
      x: Math.min(Math.ceil(left + width / size), east),
      y: Math.min(Math.ceil(top + height / size), across),
    };
    // Edges are whole pixels, so that tiles meet without a seam and are not blurred at native size: there
    // the first one is rounded, or the last bits of the others could round them apart. Elsewhere each is
    // rounded once, so that none is more than half a pixel from its place.
    const start = { x: (first.x - left) * size, y: (first.y - top) * size };
    if (Number.isInteger(size)) {
      start.x = Math.round(start.x);
      start.y = Math.round(start.y);
    }
    const edgeX = (column) => Math.round(start.x + (column - first.x) * size);
    const edgeY = (row) => Math.round(start.y + (row - first.y) * size);
    const rows = Math.max(end.y - first.y, 0);
    return {
      zoom, size,
      count: Math.max(end.x - first.x, 0) * rows,
      * tiles() {
        for (let y = first.y; y < end.y; y += 1) {
          for (let column = first.x; column < end.x; column += 1) {
            yield {
              x: modulo(column, across), y,
              left: edgeX(column), top: edgeY(y), right: edgeX(column + 1), bottom: edgeY(y + 1),
            };
          }
        }
      },
    };
  }

  /** Draws a tile, or what is there in its place until it comes. */
  drawTile(layer, zoom, tile) {
    const image = this.cache.get(layer, zoom, tile.x, tile.y);
    if (image) return this.drawImage(image, tile);
    const { width, height } = this.tiles.canvas;
    const distance = Math.hypot(
      (tile.left + tile.right - width) / 2, (tile.top + tile.bottom - height) / 2);
    this.cache.want(layer, zoom, tile.x, tile.y, distance);
    const middleX = Math.round((tile.left + tile.right) / 2);
    const middleY = Math.round((tile.top + tile.bottom) / 2);
    const quarters = [0, 1, 2, 3].map((index) => {
      const [east, south] = [index & 1, index >> 1];
      return {
        x: tile.x * 2 + east, y: tile.y * 2 + south,
        left: east ? middleX : tile.left, right: east ? tile.right : middleX,
        top: south ? middleY : tile.top, bottom: south ? tile.bottom : middleY,
      };
    });
    const images = quarters.map(({ x, y }) => this.cache.get(layer, zoom + 1, x, y));
    if (!images.some(Boolean)) return this.drawFromAbove(layer, zoom, tile);
    quarters.forEach((quarter, index) => {
      if (images[index]) this.drawImage(images[index], quarter);
      else if (layer.has(zoom + 1, quarter.x, quarter.y)) {
        this.drawFromAbove(layer, zoom + 1, quarter);
      }
    });
  }

  drawImage(image, { left, top, right, bottom }) {
    this.tiles.drawImage(image, left, top, right - left, bottom - top);
  }

  /** Draws the part of the nearest shallower tile that covers a tile. */
  drawFromAbove(layer, zoom, tile) {
    for (let above = 1; above <= zoom; above += 1) {
      const parts = 2 ** above;
      const image = this.cache.get(
        layer, zoom - above, Math.floor(tile.x / parts), Math.floor(tile.y / parts));
      if (!image) continue;
      const side = image.naturalWidth / parts;
      this.tiles.drawImage(
        image, modulo(tile.x, parts) * side, modulo(tile.y, parts) * side, side, side,
        tile.left, tile.top, tile.right - tile.left, tile.bottom - tile.top);
      return;
    }
  }

  drawMarks(layer, grid, options, isTooFar) {
    const { marks, ratio } = this;
    marks.setTransform(1, 0, 0, 1, 0, 0);
    marks.clearRect(0, 0, marks.canvas.width, marks.canvas.height);
    if (!isTooFar) this.drawBroken(layer, grid);
    if (options.borders && !isTooFar) this.drawBorders(layer, grid, options.ground === "dark");
    marks.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (options.outline || isTooFar) this.drawOutline(layer);
    if (options.points) this.drawPoints(layer);
  }

  drawBroken(layer, grid) {
    const { marks } = this;
    marks.fillStyle = "rgb(179 38 30 / 16%)";
    for (const tile of grid.tiles()) {
      if (this.cache.isBroken(layer, grid.zoom, tile.x, tile.y)) {
        marks.fillRect(tile.left, tile.top, tile.right - tile.left, tile.bottom - tile.top);
      }
    }
  }

  drawBorders(layer, grid, isDark) {
    const { marks, ratio } = this;
    const line = Math.max(1, Math.round(ratio));
    marks.strokeStyle = isDark ? "#ff8ad1" : "#c2188b";
    marks.lineWidth = line;
    marks.font = `${Math.round(12 * ratio)}px ui-monospace, "DejaVu Sans Mono", monospace`;
    marks.textBaseline = "middle";
    marks.textAlign = "left";
    for (const tile of grid.tiles()) {
      if (!layer.has(grid.zoom, tile.x, tile.y)) continue;
      // A line of odd width is sharp when its middle is the middle of a pixel.
      marks.strokeRect(
        tile.left + line / 2, tile.top + line / 2, tile.right - tile.left, tile.bottom - tile.top);
      const text = `${grid.zoom}/${tile.x}/${tile.y}`;
      const width = marks.measureText(text).width + 10 * ratio;
      if (width > tile.right - tile.left) continue;
      marks.fillStyle = isDark ? "rgb(60 10 45 / 90%)" : "rgb(255 255 255 / 90%)";
      marks.fillRect(tile.left + line, tile.top + line, width, 19 * ratio);
      marks.fillStyle = marks.strokeStyle;
      marks.fillText(text, tile.left + line + 5 * ratio, tile.top + line + 10 * ratio);
    }
  }

  /** The position on the screen of a place in degrees, in the world's copy nearest to the middle. */
  place([longitude, latitude]) {
    const x = worldX(longitude);
    return this.view.screenOf(x + Math.round(this.view.x - x), worldY(latitude));
  }

  drawOutline(layer) {
    const { marks } = this;
    const corners = layer.outline.map((corner) => this.place(corner));
    if (corners.length < 3) return;
    marks.beginPath();
    corners.forEach(({ x, y }) => marks.lineTo(x, y));
    marks.closePath();
    marks.lineJoin = "round";
    for (const [color, width] of [["rgb(255 255 255 / 85%)", 5], ["#0a62d0", 2.5]]) {
      marks.strokeStyle = color;
      marks.lineWidth = width;
      marks.stroke();
    }
  }

  drawPoints(layer) {
    const { marks, view } = this;
    marks.font = `600 ${Drawing.FONT}`;
    marks.textBaseline = "middle";
    marks.lineJoin = "round";
    for (const point of layer.points) {
      const { x, y } = this.place([point.longitude, point.latitude]);
      if (x < -200 || y < -20 || x > view.width + 20 || y > view.height + 20) continue;
      marks.beginPath();
      marks.arc(x, y, 6, 0, 2 * Math.PI);
      marks.fillStyle = "#d9480f";
      marks.strokeStyle = "#fff";
      marks.lineWidth = 2.5;
      marks.fill();
      marks.stroke();
      marks.beginPath();
      marks.arc(x, y, 1.5, 0, 2 * Math.PI);
      marks.fillStyle = "#fff";
      marks.fill();
      if (!point.name) continue;
      marks.lineWidth = 4;
      marks.strokeText(point.name, x + 12, y);
      marks.fillStyle = "#7a2805";
      marks.fillText(point.name, x + 12, y);
    }
  }
}
