// Affine transforms of the plan as [originX, originY, columnX, columnY, rowX, rowY], from pixels into metres of
// EPSG:3857, y to the north; and the mesh by which any transform is drawn.

function worldOf([x, y]) {
  return { x: x / EARTH_CIRCUMFERENCE + 0.5, y: 0.5 - y / EARTH_CIRCUMFERENCE };
}

function metresOf({ x, y }) {
  return [(x - 0.5) * EARTH_CIRCUMFERENCE, (0.5 - y) * EARTH_CIRCUMFERENCE];
}

/** How much longer than metres of the WGS 84 ellipsoid those of Web Mercator are, to the east and to the north. */
function groundScaleAt(y) {
  const squaredEccentricity = 0.006694379990141317;
  const angle = (y * 2 * Math.PI) / EARTH_CIRCUMFERENCE;
  const share = 1 - squaredEccentricity * Math.tanh(angle) ** 2;
  const east = Math.sqrt(share) * Math.cosh(angle);
  return [east, (east * share) / (1 - squaredEccentricity)];
}

const Affine = {
  apply([ox, oy, cx, cy, rx, ry], [px, py]) {
    return [ox + cx * px + rx * py, oy + cy * px + ry * py];
  },

  /** The pixel of a position; NaN where there is none. */
  invert([ox, oy, cx, cy, rx, ry], [x, y]) {
    const determinant = cx * ry - rx * cy;
    const [dx, dy] = [x - ox, y - oy];
    return [(dx * ry - dy * rx) / determinant, (dy * cx - dx * cy) / determinant];
  },

  /** The transform moved so that a pixel is at a position. */
  pinned(hand, pixel, [x, y]) {
    const [fx, fy] = Affine.apply(hand, pixel);
    return [hand[0] + x - fx, hand[1] + y - fy, ...hand.slice(2)];
  },

  /** The transform rotated clockwise on the ground and scaled, with a pixel staying where it is. */
  rotated(hand, degrees, factor, pixel) {
    const angle = (degrees * Math.PI) / 180;
    const [sine, cosine] = [Math.sin(angle) * factor, Math.cos(angle) * factor];
    const [east, north] = groundScaleAt(Affine.apply(hand, pixel)[1]);
    const aspect = north / east;
    const rotate = (x, y) => [cosine * x + (sine * y) / aspect, cosine * y - sine * x * aspect];
    const [, , cx, cy, rx, ry] = hand;
    const next = [hand[0], hand[1], ...rotate(cx, cy), ...rotate(rx, ry)];
    return Affine.pinned(next, pixel, Affine.apply(hand, pixel));
  },

  /** The transform with columns and rows stretched, with a pixel staying where it is. */
  stretched(hand, across, down, pixel) {
    const [ox, oy, cx, cy, rx, ry] = hand;
    const next = [ox, oy, cx * across, cy * across, rx * down, ry * down];
    return Affine.pinned(next, pixel, Affine.apply(hand, pixel));
  },

  /** The factors of columns and rows that give two walls their metres; null where they run alike, or disagree by more
      than half, or columns and rows do not run across each other. */
  factors([, oy, cx, cy, rx, ry], walls) {
    const [east, north] = groundScaleAt(oy);
    const column = [cx / east, cy / north];
    const row = [rx / east, ry / north];
    const squares = walls.map(({ points: [from, to], metres }) => [column, row].map(
      ([x, y], axis) => ((to[axis] - from[axis]) * Math.hypot(x, y)) ** 2 / metres ** 2));
    const [[a, b], [c, d]] = squares;
    const determinant = a * d - b * c;
    const cosine = (column[0] * row[0] + column[1] * row[1]) / Math.hypot(...column) / Math.hypot(...row);
    if (Math.abs(determinant) < 0.25 * (a + b) * (c + d) || Math.abs(cosine) > 1e-6) return null;
    const factors = [d - b, a - c].map((square) => Math.sqrt(square / determinant));
    return factors.every((factor) => factor > 0.5 && factor < 2) ? factors : null;
  },

  /** The direction of the top of the image at a pixel, in degrees clockwise from true north. */
  bearing(hand, pixel) {
    const [east, north] = groundScaleAt(Affine.apply(hand, pixel)[1]);
    return modulo((Math.atan2(-hand[4] / east, -hand[5] / north) * 180) / Math.PI, 360);
  },

  /** The metres on the ground along a side of a square of the area of a pixel, at a pixel. */
  metresPerPixel(hand, pixel) {
    const [, , cx, cy, rx, ry] = hand;
    const [east, north] = groundScaleAt(Affine.apply(hand, pixel)[1]);
    return Math.sqrt(Math.abs(cx * ry - rx * cy) / (east * north));
  },
};

/** Where pixels of the plan are on the unit square: positions at the nodes of a grid over it. */
class Mesh {
  constructor({ side, nodes }, [width, height]) {
    Object.assign(this, { side, nodes, width, height });
  }

  static ofAffine(hand, [width, height]) {
    const corners = [[0, 0], [width, 0], [0, height], [width, height]];
    const nodes = corners.flatMap((corner) => {
      const { x, y } = worldOf(Affine.apply(hand, corner));
      return [x, y];
    });
    return new Mesh({ side: 1, nodes }, [width, height]);
  }

  node(column, row) {
    const index = 2 * (row * (this.side + 1) + column);
    return { x: this.nodes[index], y: this.nodes[index + 1] };
  }

  /** Where a pixel is, between the nodes around it. */
  place([x, y]) {
    const { side } = this;
    const at = [(x / this.width) * side, (y / this.height) * side];
    const [column, row] = at.map((value) => clamp(Math.floor(value), 0, side - 1));
    const [right, down] = [at[0] - column, at[1] - row];
    const mix = (one, other, share) => (
      { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share });
    return mix(
      mix(this.node(column, row), this.node(column + 1, row), right),
      mix(this.node(column, row + 1), this.node(column + 1, row + 1), right), down);
  }

  /** The four corners of the plan, in the order in which they are around it. */
  get corners() {
    const { side } = this;
    return [this.node(0, 0), this.node(side, 0), this.node(side, side), this.node(0, side)];
  }

  /** The smallest area around the plan. */
  get area() {
    const xs = this.nodes.filter((value, index) => index % 2 === 0 && value !== null);
    const ys = this.nodes.filter((value, index) => index % 2 === 1 && value !== null);
    return {
      left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys),
    };
  }

  /** The outline of the plan along the nodes of its edge. */
  get outline() {
    const { side } = this;
    const along = (at) => Array.from({ length: side }, (_, index) => at(index));
    return [
      ...along((i) => this.node(i, 0)), ...along((i) => this.node(side, i)),
      ...along((i) => this.node(side - i, side)), ...along((i) => this.node(0, side - i)),
    ];
  }
}
