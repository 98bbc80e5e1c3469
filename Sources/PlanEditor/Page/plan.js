/** The plan by itself. Positions are pixels of it. */
class PlanPane extends Pane {
  isPlan = true;

  constructor(editor) {
    super("plan-stage", editor);
    [this.tapped, this.isMissing, this.rival] = [null, false, Infinity];
    this.scratch = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  }

  /** The tiles of the plan; nothing until they are made. */
  get layer() {
    return this.editor.layers[this.editor.active] ?? null;
  }

  get across() {
    return this.layer.pixelsAcross;
  }

  get isReady() {
    return this.layer !== null;
  }

  /** Shows all of a plan whose tiles are there. */
  open() {
    this.setLimits();
    this.view.moveTo(this.framing);
  }

  get area() {
    return this.layer.area;
  }

  setLimits() {
    const native = this.layer.nativeZoom(1);
    this.view.limits = {
      zoom: [Math.min(this.framing.zoom - 1, native), native + 6],
      area: this.area,
    };
  }

  positionUnder(at) {
    const { x, y } = this.view.worldAt(at.x, at.y);
    return [x * this.across, y * this.across];
  }

  /** The pixel of a drawn corner within some CSS pixels of a place of the screen; null for none. */
  corner(at, distance) {
    const from = this.positionUnder(at);
    const reach = (distance * this.across) / this.view.scale;
    // A wide reach is searched among fewer samples, and then around the corner among all.
    const rough = this.cornerNear(from, reach, 48);
    const exact = rough && rough.span > 1 ? this.cornerNear(rough.pixel, 2 * rough.span, 48) ?? rough : rough;
    const isNear = exact && Math.hypot(exact.pixel[0] - from[0], exact.pixel[1] - from[1]) <= reach;
    this.rival = isNear ? (Math.min(exact.rival, rough.rival) * this.view.scale) / this.across : Infinity;
    return isNear ? exact.pixel : null;
  }

  /** The corner within a reach in pixels of the plan, by the deepest tiles that are there and have so few samples in it. */
  cornerNear([x, y], reach, limit) {
    const { layer } = this;
    for (const zoom of layer.zooms.toReversed()) {
      const span = 2 ** (layer.maximumZoom - zoom);
      if (reach / span > limit) continue;
      const margin = Math.ceil(reach / span) + Corners.WINDOW + 4;
      const [left, top] = [x, y].map((value) => Math.floor(value / span) - margin);
      const grey = this.samples(zoom, left, top, 2 * margin + 1);
      if (!grey) continue;
      const at = { x: x / span - left, y: y / span - top };
      const found = Corners.nearest(grey, 2 * margin + 1, at, reach / span);
      const pixel = found && [(left + found.x) * span, (top + found.y) * span];
      return found && { pixel, span, rival: found.rival * span };
    }
    return null;
  }

  /** Grey samples of a square at a zoom; null while tiles of it are missing. */
  samples(zoom, left, top, side) {
    const { layer, cache } = this;
    const { canvas } = this.scratch;
    canvas.width = canvas.height = side;
    this.scratch.fillStyle = "#fff";
    this.scratch.fillRect(0, 0, side, side);
    let isWhole = true;
    const tiles = (from) => [Math.floor(from / layer.tileSize), Math.floor((from + side - 1) / layer.tileSize)];
    const [[west, east], [north, south]] = [tiles(left), tiles(top)];
    for (let row = north; row <= south; row += 1) {
      for (let column = west; column <= east; column += 1) {
        if (!layer.has(zoom, column, row)) continue;
        const image = cache.get(layer, zoom, column, row);
        if (image) this.scratch.drawImage(image, column * layer.tileSize - left, row * layer.tileSize - top);
        else if (!cache.isBroken(layer, zoom, column, row)) {
          cache.want(layer, zoom, column, row, 0);
          isWhole = false;
          this.isMissing = true;
        }
      }
    }
    if (!isWhole) return null;
    const { data } = this.scratch.getImageData(0, 0, side, side);
    return Float32Array.from({ length: side * side }, (_, index) => (
      0.3 * data[4 * index] + 0.6 * data[4 * index + 1] + 0.1 * data[4 * index + 2]));
  }

  /** Takes a place when the tiles are there that show where its corner is. */
  tap(at) {
    if (!this.isPlacing || !this.snaps) return super.tap(at);
    this.tapped = at;
    this.editor.invalidate();
  }

  takeTapped() {
    const at = this.tapped;
    if (!at) return;
    this.isMissing = false;
    this.aimAt(at);
    if (this.isMissing) return;
    this.tapped = null;
    super.tap(at);
  }

  /** A position within the plan. */
  placed(position) {
    return { pixel: position.map((value, axis) => clamp(value, 0, this.editor.size[axis])) };
  }

  /** The pixel at a place of the screen, within the plan; null beside it, which is said. */
  taken(at) {
    const aim = this.aimAt(at);
    const { position } = aim;
    const { pixel } = this.placed(position);
    const away = (Math.hypot(position[0] - pixel[0], position[1] - pixel[1]) * this.view.scale) / this.across;
    const isAmbiguous = aim.isCorner && this.rival < (this.isTouch ? 8 : 3);
    this.say(
      away > 4 ? "That is outside the plan. Click a place that is drawn on it."
        : isAmbiguous ? "Another corner is beside this one. Zoom in to choose, or drag the point." : "");
    return away > 4 ? null : pixel;
  }

  screenOf({ place }) {
    return this.screenOfPosition(place);
  }

  screenOfPosition([x, y]) {
    return this.view.screenOf(x / this.across, y / this.across);
  }

  draw() {
    const { drawing, cache, editor, pointer, offset } = this;
    drawing.tiles.clearRect(0, 0, drawing.tiles.canvas.width, drawing.tiles.canvas.height);
    const marks = this.beginMarks();
    if (!this.isReady) {
      this.place.textContent = "Making the tiles…";
      return;
    }
    cache.beginFrame();
    drawing.drawTiles(this.layer);
    this.takeTapped();
    const isPlacing = this.isPlacing;
    this.aim = pointer && isPlacing ? this.aimAt({ x: pointer.x + offset.x, y: pointer.y + offset.y }) : null;
    if (this.loupe.begin(this.aim?.screen ?? null)) {
      this.loupe.drawing.drawTiles(this.layer);
      this.loupe.end(this.aim.isCorner);
    }
    cache.endFrame();
    this.stage.classList.toggle("placing", isPlacing);
    editor.outline.draw(this, marks);
    editor.measure.draw(this, marks);
    this.drawPoints(marks);
    this.drawSnap(marks);
    const at = this.aim?.position ?? (pointer && this.positionUnder(pointer));
    this.place.textContent = at ? `${at[0].toFixed(1)}, ${at[1].toFixed(1)} px` : "";
  }
}
