/** The state that the fragment of the address holds: `#zoom/latitude/longitude/floor&name=value…`.

    The place may be left out, as in `#&ground=dark`, to show everything. */
const Address = {
  read(text) {
    const [place, ...items] = text.replace(/^#/, "").split("&");
    const found = {};
    const [zoom, latitude, longitude, floor] = place.split("/");
    const numbers = [zoom, latitude, longitude].map((part) => (part ? Number(part) : NaN));
    if (numbers.every(Number.isFinite)) {
      found.view = { zoom: numbers[0], x: worldX(numbers[2]), y: worldY(numbers[1]) };
    }
    if (floor) found.floor = Address.decode(floor);
    for (const item of items) {
      const [name, value = ""] = item.split("=");
      if (name === "ground" && ["blank", "dark", "checkered"].includes(value)) found.ground = value;
      if (name === "opacity" && value && Number(value) >= 0 && Number(value) <= 1) {
        found.opacity = Number(value);
      }
      if (["outline", "points", "borders", "beneath"].includes(name)) found[name] = value !== "0";
      if (name === "floor") found.floor = Address.decode(value);
    }
    return found;
  },

  write(view, state, standard, hasFloors) {
    const digits = clamp(Math.ceil(Math.log10(view.scale / 360)) + 1, 2, 12);
    const place = [
      Number(view.zoom.toFixed(3)), latitudeOf(view.y).toFixed(digits),
      longitudeOf(view.x).toFixed(digits), ...(hasFloors ? [encodeURIComponent(state.floor)] : []),
    ].join("/");
    const items = ["ground", "opacity", "outline", "points", "borders", "beneath"]
      .filter((name) => state[name] !== standard[name])
      .map((name) => `&${name}=${typeof state[name] === "boolean" ? Number(state[name]) : state[name]}`);
    return `#${place}${items.join("")}`;
  },

  decode(text) {
    try { return decodeURIComponent(text); } catch { return text; }
  },
};

/** The page: one view of one layer at a time, drawn when something has changed. */
class Preview {
  constructor(page) {
    this.layers = page.layers.map((data, index) => new Layer(data, index));
    this.stage = document.getElementById("stage");
    this.view = new View(() => this.invalidate());
    this.cache = new TileCache(
      Math.max(...this.layers.map((layer) => layer.tileSize)), () => this.invalidate());
    this.drawing = new Drawing(
      document.getElementById("tiles"), document.getElementById("marks"), this.view, this.cache);
    const actions = {
      fit: () => this.view.flyTo(this.view.fitting(this.layer.area)),
      native: () => this.view.flyTo({ zoom: this.layer.nativeZoom(this.drawing.ratio) }),
      floor: (step) => this.stepFloor(step),
      zoomBy: (levels) => this.view.glideBy(levels),
      retry: () => this.cache.retry(),
      change: (part) => this.change(part),
      credits: () => (this.ground && this.state.beneath ? this.ground.credits : []),
      choose: (layer, variant) => this.change({ floor: this.inVariant(layer, variant).id }),
    };
    this.beneath = document.getElementById("ground");
    this.awaited = 0;
    this.ground = null;
    if (page.backgrounds) this.prepareGround(page.backgrounds);
    this.controls = new Controls(page, this.layers, actions);
    this.gestures = new Gestures(this.stage, this.view, actions);
    this.area = unitedArea(this.layers);
    this.pointer = null;
    this.isFresh = true;
    this.standard = (layer) => ({
      floor: layer.id, ground: layer.isDark ? "dark" : "blank", opacity: layer.opacity, outline: false, points: false,
      borders: false, beneath: true,
    });
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const preferred = () => (scheme.matches ? "dark" : this.controls.variants[0]);
    const entrance = this.find(page.entrance) ?? this.layers[0];
    this.state = this.standard(this.inVariant(entrance, preferred()));
    scheme.addEventListener("change", () => actions.choose(this.layer, preferred()));
    this.watch();
  }

  /** Prepares what is shown beneath the layers. */
  prepareGround(backgrounds) {
    this.groundDrawing = new Drawing(this.beneath, this.beneath, this.view, this.cache);
    this.ground = new Ground(backgrounds, (step) => {
      this.awaited += step;
      this.invalidate();
    });
    this.ground.load();
  }

  drawGround() {
    const { beneath, ground, groundDrawing: drawing, state } = this;
    beneath.hidden = !ground || !state.beneath;
    if (beneath.hidden) return;
    const { tiles: context, ratio } = drawing;
    context.clearRect(0, 0, beneath.width, beneath.height);
    ground.draw(drawing);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    ground.drawMarks(context, this.view);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  get layer() {
    return this.find(this.state.floor) ?? this.layers[0];
  }

  find(id) {
    return this.layers.find((layer) => layer.id === id);
  }

  /** The layer of the same floor in a variant; the layer itself where there is none of that name. */
  inVariant(layer, variant) {
    return this.layers.find((other) =>
      other.floorID === layer.floorID && other.variant?.name === variant) ?? layer;
  }

  watch() {
    const { stage } = this;
    const observer = new ResizeObserver(([entry]) => this.resize(entry));
    // Sizes in pixels of the screen are exact also where a CSS pixel is no whole number of them.
    try { observer.observe(stage, { box: "device-pixel-content-box" }); }
    catch { observer.observe(stage); }
    addEventListener("hashchange", () => this.follow(Address.read(location.hash)));
    stage.addEventListener("pointermove", (event) => {
      this.pointer = event.pointerType === "mouse" ? { x: event.clientX, y: event.clientY } : null;
      this.invalidate();
    });
    stage.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.invalidate();
    });
  }

  resize(entry) {
    const { width, height } = entry.contentRect;
    if (!width || !height) return;
    const exact = entry.devicePixelContentBoxSize?.[0];
    // A browser that emulates another screen tells the pixels of its own one.
    const isTrue = exact && Math.abs(exact.inlineSize / width - devicePixelRatio) < 0.05;
    const pixels = isTrue
      ? [exact.inlineSize, exact.blockSize]
      : [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
    for (const drawing of [this.drawing, this.groundDrawing]) drawing?.resize(...pixels, pixels[0] / width);
    const isWhole = this.isFresh;
    this.view.resize(width, height);
    this.setLimits();
    if (isWhole) this.begin();
    this.draw();
  }

  begin() {
    this.isFresh = false;
    const address = Address.read(location.hash);
    this.follow(address);
    if (!address.view) this.view.moveTo(this.view.fitting(this.layer.area));
  }

  /** Takes over what an address says. */
  follow({ view, ...state }) {
    if (this.find(state.floor)) this.change({ floor: state.floor });
    delete state.floor;
    this.change(state);
    if (!view) return;
    this.view.stop();
    const middle = (this.area.left + this.area.right) / 2;
    this.view.moveTo({ ...view, x: view.x + Math.round(middle - view.x) });
  }

  /** The view may leave the layers by a little and look closer than they are sharp. */
  setLimits() {
    const whole = this.view.fitting(this.area).zoom;
    const deepest = Math.max(...this.layers.map((layer) => layer.nativeZoom(1)));
    this.view.limits = {
      zoom: [Math.max(Math.min(whole - 1.5, deepest), 0), Math.max(deepest + 4, whole)],
      area: this.area,
    };
  }

  change(part) {
    const floor = this.find(part.floor);
    // The opacity and the ground that a layer brings hold until others are chosen.
    for (const name of floor ? ["opacity", "ground"] : []) {
      if (this.state[name] === this.standard(this.layer)[name]) part[name] ??= this.standard(floor)[name];
    }
    Object.assign(this.state, part);
    this.controls.show(this.state, this.layer);
    this.invalidate();
  }

  stepFloor(step) {
    const floors = this.layers.filter((layer) => layer.variant?.name === this.layer.variant?.name);
    const next = floors[floors.indexOf(this.layer) + step];
    if (next) this.change({ floor: next.id });
  }

  invalidate() {
    if (this.isScheduled || this.isFresh) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.draw();
    });
  }

  draw() {
    const { view, layer, cache, drawing } = this;
    const isTooFar = drawing.draw(layer, this.state, () => this.drawGround());
    this.controls.showView(view, layer, this.pointer, drawing.ratio);
    this.controls.showStatus({ pending: cache.pending, failed: cache.failed, isTooFar });
    const isIdle = cache.pending === 0 && !view.motion && !this.awaited;
    if (isIdle) this.prepareFloors();
    // Told to whoever drives the page: what it waits for, and what it has seen.
    Object.assign(document.documentElement.dataset, {
      state: isIdle ? "idle" : "busy", loaded: cache.loaded, failed: cache.failed,
      level: layer.levelFor(view.zoom, drawing.ratio), floor: layer.id,
    });
    this.rememberSoon();
  }

  /** Loads the topmost tiles of the other floors, so that changing to one shows it at once. */
  prepareFloors() {
    if (this.isPrepared) return;
    this.isPrepared = true;
    for (const layer of this.layers) {
      const top = layer.minimumZoom;
      for (const row of (layer.coverage.get(top) ?? []).slice(0, 2)) {
        for (let x = row[2]; x <= Math.min(row[3], row[2] + 1); x += 1) {
          this.cache.want(layer, top, x, row[0], 0);
        }
      }
    }
    this.cache.advance();
  }

  /** Writes the address when nothing has moved for a while; browsers limit how often. */
  rememberSoon() {
    clearTimeout(this.memory);
    this.memory = setTimeout(() => {
      const hash = Address.write(
        this.view, this.state, this.standard(this.layer), this.layers.length > 1);
      if (hash === location.hash) return;
      try { history.replaceState(null, "", hash); } catch { /* A frame may forbid it. */ }
    }, 300);
  }
}

new Preview(JSON.parse(document.getElementById("page-data").textContent));
