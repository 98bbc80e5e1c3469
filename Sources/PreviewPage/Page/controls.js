/** The controls around the map. They show `state` and change it through `change`. */
class Controls {
  /**
   * @param page What the page was made with.
   * @param layers The layers, from the lowest floor to the highest.
   * @param actions What buttons do: change(part of the state), fit, native, zoomBy, retry.
   */
  constructor(page, layers, actions) {
    this.page = page;
    this.layers = layers;
    /** One layer for each floor. */
    this.floors = layers.filter((layer) => layer.id === layer.floorID);
    this.variants = [...new Set(layers.flatMap((layer) => layer.variant?.name ?? []))];
    this.actions = actions;
    this.element = (id) => document.getElementById(id);
    this.prepareButtons();
    this.preparePanel();
    this.prepareFloors();
  }

  prepareButtons() {
    const { element, actions } = this;
    const clicks = {
      "zoom-in": () => actions.zoomBy(1), "zoom-out": () => actions.zoomBy(-1),
      fit: actions.fit, native: actions.native, retry: actions.retry,
      "panel-button": () => this.showPanel(element("panel").hidden),
    };
    for (const [id, action] of Object.entries(clicks)) {
      element(id).addEventListener("click", action);
    }
  }

  preparePanel() {
    const { element, actions } = this;
    element("opacity").addEventListener("input", (event) =>
      actions.change({ opacity: event.target.value / 100 }));
    for (const radio of document.getElementsByName("ground")) {
      radio.addEventListener("change", () => actions.change({ ground: radio.value }));
    }
    element("beneath-label").hidden = !this.page.backgrounds;
    for (const id of ["outline", "points", "borders", "beneath"]) {
      element(id).addEventListener("change", (event) =>
        actions.change({ [id]: event.target.checked }));
    }
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || element("panel").hidden) return;
      this.showPanel(false);
      element("panel-button").focus();
    });
    element("stage").addEventListener("pointerdown", () => {
      // On a small screen the panel covers what it changes.
      if (innerWidth < 640) this.showPanel(false);
    });
  }

  showPanel(isShown) {
    this.element("panel").hidden = !isShown;
    this.element("panel-button").setAttribute("aria-expanded", String(isShown));
    this.element("floors").hidden = this.floors.length < 2 || isShown;
  }

  prepareFloors() {
    const floors = this.element("floors");
    floors.hidden = this.floors.length < 2;
    for (const layer of [...this.floors].reverse()) {
      const text = layer.id.length <= 4 ? layer.id : layer.label;
      floors.append(this.choice("floor", layer.id, layer.label, text, () =>
        this.actions.choose(layer, this.shown.variant?.name)));
    }
    this.element("variants").hidden = !this.variants.length;
    for (const name of this.variants) {
      const text = name[0].toUpperCase() + name.slice(1);
      this.element("variants").append(this.choice("variant", name, text, text, () =>
        this.actions.choose(this.shown, name)));
    }
  }

  /** One of several buttons of which one is chosen. */
  choice(group, value, title, shownText, action) {
    const radio = make("input", { type: "radio", name: group, value, ariaLabel: title });
    radio.addEventListener("change", action);
    return make("label", { title }, radio, make("span", {}, shownText));
  }

  /** Shows a state. */
  show(state, layer) {
    const { element, page } = this;
    this.shown = layer;
    const several = this.layers.length > 1;
    const title = several ? page.title : layer.label;
    const subtitle = several ? layer.label : layer.description ?? "";
    element("title").textContent = title;
    // Unequal texts only: a live region speaks whatever is put into it.
    if (element("subtitle").textContent !== subtitle) element("subtitle").textContent = subtitle;
    element("subtitle").hidden = !subtitle;
    document.title = several ? `${layer.label} – ${title}` : title;
    element("stage").dataset.ground = state.ground;
    element("tiles").style.opacity = state.opacity;
    element("opacity").value = Math.round(state.opacity * 100);
    element("opacity-value").textContent = `${Math.round(state.opacity * 100)} %`;
    for (const radio of document.getElementsByName("ground")) {
      radio.checked = radio.value === state.ground;
    }
    for (const id of ["outline", "points", "borders", "beneath"]) element(id).checked = state[id];
    element("points-label").hidden = !this.layers.some((layer) => layer.points.length);
    for (const radio of document.getElementsByName("floor")) {
      radio.checked = radio.value === layer.floorID;
      if (radio.checked) radio.parentElement.scrollIntoView({ block: "nearest" });
    }
    for (const radio of document.getElementsByName("variant")) {
      radio.checked = radio.value === layer.variant?.name;
    }
    this.showFacts(layer);
    this.showAttribution(layer);
  }

  showFacts(layer) {
    const facts = [
      ["Layer", layer.name],
      ["Zooms", `${layer.minimumZoom} to ${layer.maximumZoom}`],
      ["Tiles", `${layer.tileCount.toLocaleString("en")} of ${layer.tileSize} pixels`],
    ];
    if (this.layers.length > 1 && layer.description) facts.push(["About", layer.description]);
    this.element("facts").replaceChildren(
      ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  }

  showAttribution(layer) {
    const credits = [this.page.attribution, layer.attribution, ...this.actions.credits()].filter((parts) => parts.length);
    const different = credits.filter((parts, index) =>
      credits.findIndex((other) => JSON.stringify(other) === JSON.stringify(parts)) === index);
    showCredits(this.element("attribution"), different);
  }

  /** Shows where the view is, and what is under the pointer or else in the middle. */
  showView(view, layer, pointer, ratio) {
    const { element } = this;
    const { x, y } = pointer
      ? view.worldAt(pointer.x, pointer.y) : { x: view.x, y: view.y };
    // As many digits as tell one pixel from the next.
    const digits = clamp(Math.ceil(Math.log10(view.scale / 360)), 0, 10);
    const level = layer.levelFor(view.zoom, ratio);
    const across = 2 ** level;
    const column = Math.floor(modulo(x, 1) * across);
    const pixels = layer.pixelsAcross;
    element("position").textContent = pixels
      ? `pixel ${Math.floor(x * pixels)}, ${Math.floor(y * pixels)}`
      : `${latitudeOf(y).toFixed(digits)}, ${longitudeOf(x).toFixed(digits)}`;
    element("address").textContent = y >= 0 && y < 1
      ? `tile ${level}/${column}/${Math.floor(y * across)}` : "";
    element("zoom").textContent = `zoom ${view.zoom.toFixed(2).replace(/\.?0+$/, "")}`;
    const [low, high] = view.limits.zoom;
    element("zoom-out").disabled = view.zoom <= low;
    element("zoom-in").disabled = view.zoom >= high;
    this.showScale(view, pixels);
  }

  showScale(view, pixels) {
    // Pixels of the image, or metres on the ground, for a CSS pixel in the middle of the view.
    const latitude = (latitudeOf(view.y) * Math.PI) / 180;
    const metres = (pixels ?? EARTH_CIRCUMFERENCE * Math.cos(latitude)) / view.scale;
    const longest = metres * 110;
    const power = 10 ** Math.floor(Math.log10(longest));
    const length = [5, 2, 1].map((step) => step * power).find((step) => step <= longest) ?? power;
    this.element("scale").style.width = `${length / metres}px`;
    const units = pixels
      ? [[0, "px"]] : [[1000, "km"], [1, "m"], [0.01, "cm"], [0, "mm"]];
    const [unit, name] = units.find(([unit]) => length >= unit * 0.999);
    const value = length / (unit || (pixels ? 1 : 0.001));
    this.element("scale-text").textContent = `${Number(value.toPrecision(6))} ${name}`;
  }

  /** Shows what goes on: tiles that are still to come, that failed, or are too many. */
  showStatus({ pending, failed, isTooFar }) {
    const { element } = this;
    element("progress").hidden = pending === 0;
    const tiles = failed === 1 ? "1 tile" : `${failed} tiles`;
    const text = failed ? `${tiles} could not be loaded.` : "Zoom in to see the tiles.";
    element("notice").hidden = !failed && !isTooFar;
    element("retry").hidden = !failed;
    if (element("notice-text").textContent !== text) element("notice-text").textContent = text;
  }
}
