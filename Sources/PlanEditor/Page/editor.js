/** The editor: the state of the placement, what the server answers to it, and what is drawn. */
class Editor {
  constructor(page) {
    this.page = page;
    this.plans = page.plans;
    this.states = page.plans.map(({ state }) => state);
    this.active = 0;
    [this.past, this.future] = [[], []];
    this.holds = { bearing: false, scale: false, middle: false };
    this.files = new Files(this);
    this.layers = [];
    this.answer = null;
    this.fault = null;
    this.mesh = Mesh.ofAffine(this.state.hand, this.size);
    this.chosen = -1;
    this.pending = { plan: null, map: null };
    this.opacity = { plan: 0.7, ground: 1 };
    this.snaps = true;
    this.note = "";
    this.result = null;
    this.awaited = 0;
    this.gridOrigin = Affine.apply(this.state.hand, this.middle);
    this.beneath = new Backgrounds(this);
    this.outline = new OutlineTool(this);
    this.measure = new Measure(this);
    this.plan = new PlanPane(this);
    this.map = new MapPane(this);
    this.panel = new Panel(this);
    this.floors = new Floors(this);
    this.load(this.active);
    this.ask();
    this.show();
  }

  /** The plan that is placed, and its state. */
  get size() {
    return this.plans[this.active].size;
  }

  get state() {
    return this.states[this.active];
  }

  set state(state) {
    this.states[this.active] = state;
  }

  /** The states that are not those with which the page began. */
  get changed() {
    return Object.fromEntries(
      Object.entries(this.states).filter(([index, state]) => state !== this.plans[index].state));
  }

  /** Asks for the tiles of a plan, which are made then. */
  async load(index) {
    if (this.layers[index] !== undefined) return;
    this.layers[index] = null;
    this.awaited += 1;
    this.mark();
    try {
      const answer = await fetch(`plan/${this.plans[index].number}.json`);
      if (!answer.ok) throw new Error(await answer.text());
      this.layers[index] = new Layer(await answer.json(), 1000000 + index);
      if (index === this.active) this.plan.open();
    } catch (error) {
      this.panel.showSaved(`The plan cannot be shown: ${error.message}`, null, true);
    }
    this.awaited -= 1;
    this.invalidate();
  }

  /** Goes on with another floor. */
  switchTo(index) {
    const from = this.active;
    if (index === from) return;
    this.active = index;
    this.chosen = -1;
    this.pending = { plan: null, map: null };
    this.holds = { bearing: false, scale: false, middle: false };
    this.note = "";
    this.outline.toggle(false);
    this.measure.toggle(false);
    this.take({});
    this.floors.switched(from);
    this.load(index);
    if (this.layers[index]) this.plan.open();
    this.panel.opened();
    this.ask();
    this.show();
  }

  get middle() {
    return [this.size[0] / 2, this.size[1] / 2];
  }

  get resultLayers() {
    return this.showsResult ? this.result.layers : [];
  }

  /** Whether the tiles that were built are shown in place of the plan. */
  get showsResult() {
    return this.result !== null && this.result.state === this.state;
  }

  // The state and its history.

  /** Takes a state while something is dragged. */
  preview(state) {
    this.state = state;
    if (state.mode === "hand") {
      this.answer = null;
      this.mesh = Mesh.ofAffine(state.hand, this.size);
    }
    if (state.mode !== "hand" || this.page.isBuilding) this.ask();
    this.show();
  }

  /** Ends a drag that began with another state. */
  commit(before) {
    this.past.push([this.active, before]);
    this.future = [];
    this.note = "";
    this.floors.note = "";
    this.ask();
    this.show();
  }

  commitState(state) {
    const before = this.state;
    this.preview(state);
    this.commit(before);
  }

  change(part) {
    this.chosen = part.points && this.chosen >= part.points.length ? -1 : this.chosen;
    this.commitState({ ...this.state, ...part });
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  step(from, to) {
    if (!from.length) return;
    const [index, state] = from.pop();
    this.switchTo(index);
    this.note = "";
    to.push([index, this.state]);
    this.preview(state);
    this.ask();
    this.show();
  }

  setMode(mode) {
    if (mode === "align") return this.floors.like(true);
    // By hand goes on from where the points have put the plan.
    const hand = mode === "hand" && this.answer?.hand ? this.answer.hand : this.state.hand;
    this.pending = { plan: null, map: null };
    this.measure.toggle(false);
    this.change({ mode, hand });
  }

  /** Takes back what is half done; tells whether anything was. */
  escape() {
    const { plan, map } = this.pending;
    for (const pane of [this.plan, this.map]) pane.say("");
    if (this.measure.isActive) this.measure.toggle(false);
    else if (this.outline.isActive) this.outline.toggle(false);
    else if (plan || map) {
      this.pending = { plan: null, map: null };
      this.show();
    } else if (this.chosen >= 0) this.choose(-1);
    else return false;
    return true;
  }

  // Control points.

  choose(index) {
    this.chosen = index;
    this.show();
  }

  withPoint(index, { pixel, position, ...rest }) {
    const points = this.state.points.map((point, other) => {
      if (other !== index) return point;
      const place = [...(pixel ?? point.place.slice(0, 2)), ...(position ?? point.place.slice(2))];
      return { ...point, ...rest, place };
    });
    return { ...this.state, points };
  }

  /** Takes one side of a pair; with the other side there, the pair is a control point. */
  addSide(side, position) {
    this.pending[side] = position;
    const { plan, map } = this.pending;
    if (plan && map) {
      this.pending = { plan: null, map: null };
      const points = [...this.state.points, { place: [...plan, ...map], name: "", on: true }];
      this.chosen = points.length - 1;
      this.change({ points });
    }
    this.show();
  }

  // By hand.

  rotateTo(bearing) {
    this.hold("bearing");
    const { hand } = this.state;
    this.change({ hand: Affine.rotated(hand, bearing - Affine.bearing(hand, this.middle), 1, this.middle) });
  }

  scaleTo(metresPerPixel) {
    this.hold("scale");
    const { hand } = this.state;
    const factor = metresPerPixel / Affine.metresPerPixel(hand, this.middle);
    this.change({ hand: Affine.rotated(hand, 0, factor, this.middle) });
  }

  /** Puts the middle of the plan at a position, with the metres that it has on the ground. */
  moveMiddleTo(position) {
    this.hold("middle");
    this.moveTo(position);
  }

  /** Moves the plan to the middle of the map. */
  bring() {
    const { x, y } = this.map.view;
    this.moveTo(metresOf({ x, y }));
  }

  moveTo(position) {
    const { hand } = this.state;
    // Metres on the ground stay what they are at another latitude.
    const was = groundScaleAt(Affine.apply(hand, this.middle)[1]);
    const factors = groundScaleAt(position[1]).map((scale, axis) => scale / was[axis]);
    const scaled = hand.map((value, index) => value * factors[index % 2]);
    this.gridOrigin = position;
    this.change({ mode: "hand", hand: Affine.pinned(scaled, this.middle, position) });
    this.map.fit();
  }

  hold(name) {
    this.holds[name] = true;
  }

  // The server.

  /** What the server answers to the state; where it does not, an error to show. */
  async post(name, more = {}) {
    this.awaited += 1;
    this.mark();
    try {
      const answer = await fetch(name, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-TilePyramid-Secret": this.page.secret },
        body: JSON.stringify({
          state: this.state,
          ...(this.page.isBuilding && { plan: this.active, changed: this.changed }),
          edition: this.page.edition, ...more,
        }),
      });
      const type = answer.headers.get("Content-Type") ?? "";
      if (type.startsWith("application/json")) return await answer.json();
      return { error: (await answer.text()).trim() || `status ${answer.status}` };
    } catch {
      return { error: "The server does not answer. Is it still running?" };
    } finally {
      this.awaited -= 1;
      this.invalidate();
    }
  }

  /** Asks where the state puts the plan; while one answer is awaited, only the newest state waits. */
  async ask() {
    if (!this.isBegun && !this.page.isBuilding) return this.take({});
    this.isAsked = true;
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.isAsked) {
      this.isAsked = false;
      const { state } = this;
      const answer = await this.post("fit");
      if (this.state === state) this.take(answer);
    }
    this.isAsking = false;
  }

  /** Whether there is anything to fit: not with fewer than two points. */
  get isBegun() {
    const { mode, points } = this.state;
    return mode !== "points" || points.filter(({ on }) => on).length >= 2;
  }

  take(answer) {
    this.fault = this.isBegun ? answer.error ?? null : null;
    this.floors?.take(answer);
    this.answer = answer.mesh ? answer : null;
    this.mesh = answer.mesh ? new Mesh(answer.mesh, this.size) : Mesh.ofAffine(this.state.hand, this.size);
    this.show();
  }

  async fitOutline() {
    const button = document.getElementById("outline-fit");
    button.disabled = true;
    this.note = "Looking for the outline…";
    this.show();
    const answer = await this.post("outline", { outline: this.beneath.address });
    button.disabled = false;
    if (answer.hand) this.change({ mode: "hand", hand: answer.hand });
    const found = answer.doubt ? ` that is not sure: ${answer.doubt}`
      : `: the edges are ${Typed.length(answer.metres)} apart (root mean square)`;
    this.note = answer.error ?? `A proposal${found}. Look at it before you save.`;
    this.show();
    if (answer.hand) this.map.fit();
  }

  async build() {
    this.panel.showSaved("Building…", null, false);
    const { state } = this;
    const answer = await this.post("build");
    if (answer.layers) {
      this.builds = (this.builds ?? 0) + 1;
      const layers = answer.layers.map((data) => new Layer(data, 100000 + this.builds));
      this.result = { state, layers };
    }
    const text = answer.error ?? "The tiles are shown in place of the plan, until it is moved.";
    this.panel.showSaved(text, null, Boolean(answer.error));
    this.show();
  }

  // Drawing.

  show() {
    this.panel?.show();
    this.floors?.show();
    const needsPlan = this.state.mode === "points" || this.measure?.isActive || this.outline?.isActive;
    document.querySelector(".editor").classList.toggle("maps-only", !needsPlan);
    if (this.measure) for (const pane of [this.plan, this.map]) pane?.showSaid();
    this.invalidate();
  }

  invalidate() {
    if (this.frame) return;
    this.mark(true);
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    if (!this.panel || this.map.view.width === 1) return;
    for (const pane of [this.plan, this.map]) if (!pane.isHidden) pane.draw();
    this.mark();
  }

  /** Told to whoever drives the page: whether it waits for anything. */
  mark(isBusy = false) {
    const waits = [this.plan, this.map].some((pane) => !pane || (!pane.isHidden && (pane.cache.pending || pane.view.motion)));
    const state = isBusy || this.awaited || waits || this.frame ? "busy" : "idle";
    document.documentElement.dataset.state = state;
  }
}

const editor = new Editor(JSON.parse(document.getElementById("page-data").textContent));
