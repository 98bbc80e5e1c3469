// Corners of what is drawn, in a square of grey samples: where the directions of edges differ.
//
// Source: J. Shi, C. Tomasi, "Good features to track", CVPR 1994 (the smaller eigenvalue), and W. Förstner, E. Gülch,
// "A fast operator for detection and precise location of distinct points", 1987 (where edges meet).

const Corners = {
  /** Samples around one from which its directions are taken. */
  WINDOW: 4,
  /** The least squared contrast of the weaker direction, and its least share of the stronger one: less is noise and
      the steps of a slanting line. */
  CONTRAST: 60,
  SHARE: 0.12,

  /** Weights of the samples around one. */
  weights: (() => {
    const weights = [];
    for (let y = -4; y <= 4; y += 1) {
      for (let x = -4; x <= 4; x += 1) weights.push(Math.exp(-(x * x + y * y) / 6));
    }
    const sum = weights.reduce((total, weight) => total + weight);
    return weights.map((weight) => weight / sum);
  })(),

  /**
   * The corner that stands out most near a place.
   * @param grey Samples of a square row by row, from 0 to 255.
   * @param side How many are along a side.
   * @param at The place from the square's corner, where samples are one wide.
   * @param reach How far from it corners count, in samples.
   * @returns Where the corner is, and how far from it another one; null for none.
   */
  nearest(grey, side, at, reach) {
    const slopes = Corners.slopes(grey, side);
    const smooth = Corners.slopes(Corners.blurred(grey, side), side);
    const strength = new Float64Array(side * side);
    const low = Corners.WINDOW + 1;
    const high = side - low;
    const isNear = (x, y) => Math.hypot(x + 0.5 - at.x, y + 0.5 - at.y) <= reach + 2;
    const each = (action) => {
      for (let y = low; y < high; y += 1) for (let x = low; x < high; x += 1) if (isNear(x, y)) action(x, y);
    };
    each((x, y) => { strength[y * side + x] = Corners.strength(smooth, side, x, y); });
    const found = [];
    each((x, y) => {
      if (Corners.isPeak(strength, side, x, y)) found.push({ x, y, value: strength[y * side + x] });
    });
    const strongest = Math.max(...found.map(({ value }) => value));
    const corners = found.filter(({ value }) => value >= strongest / 5)
      .map(({ x, y, value }) => ({ ...Corners.refined(slopes, side, x, y), value }));
    let best = { score: 0, corner: null };
    for (const corner of corners) {
      const distance = Math.hypot(corner.x - at.x, corner.y - at.y);
      // Near counts for more than strong, of those that are plainly there.
      const score = distance > reach ? 0 : 2 - distance / reach + 0.3 * (corner.value / strongest);
      if (score > best.score) best = { score, corner };
    }
    const { corner } = best;
    if (!corner) return null;
    const rivals = corners.map(({ x, y }) => Math.hypot(x - corner.x, y - corner.y)).filter((away) => away > 1);
    return { x: corner.x, y: corner.y, rival: Math.min(...rivals) };
  },

  /** Samples among which noise and the steps of slanting lines are less. */
  blurred(grey, side) {
    const mean = Float32Array.from(grey);
    for (let at = side + 1; at < side * (side - 1) - 1; at += 1) {
      const row = (middle) => grey[middle - 1] + 2 * grey[middle] + grey[middle + 1];
      mean[at] = (row(at - side) + 2 * row(at) + row(at + side)) / 16;
    }
    return mean;
  },

  /** Differences of the samples, to the right and down. */
  slopes(grey, side) {
    const across = new Float32Array(side * side);
    const down = new Float32Array(side * side);
    for (let y = 1; y < side - 1; y += 1) {
      for (let x = 1; x < side - 1; x += 1) {
        const at = y * side + x;
        across[at] = (grey[at + 1] - grey[at - 1]) / 2;
        down[at] = (grey[at + side] - grey[at - side]) / 2;
      }
    }
    return { across, down };
  },

  /** Sums of the products of slopes around a sample, with those that tell where edges meet. */
  tensor({ across, down }, side, x, y) {
    let [xx, xy, yy, bx, by] = [0, 0, 0, 0, 0];
    let index = 0;
    for (let dy = -Corners.WINDOW; dy <= Corners.WINDOW; dy += 1) {
      for (let dx = -Corners.WINDOW; dx <= Corners.WINDOW; dx += 1) {
        const weight = Corners.weights[index];
        index += 1;
        const at = (y + dy) * side + x + dx;
        const [u, v] = [across[at], down[at]];
        xx += weight * u * u;
        xy += weight * u * v;
        yy += weight * v * v;
        bx += weight * (u * u * dx + u * v * dy);
        by += weight * (u * v * dx + v * v * dy);
      }
    }
    return { xx, xy, yy, bx, by };
  },

  /** The smaller eigenvalue; 0 where there is no corner. */
  strength(slopes, side, x, y) {
    const { xx, xy, yy } = Corners.tensor(slopes, side, x, y);
    const middle = (xx + yy) / 2;
    const half = Math.hypot((xx - yy) / 2, xy);
    const smaller = middle - half;
    return smaller >= Corners.CONTRAST && smaller >= Corners.SHARE * (middle + half) ? smaller : 0;
  },

  isPeak(strength, side, x, y) {
    const value = strength[y * side + x];
    if (!value) return false;
    for (let dy = -2; dy <= 2; dy += 1) {
      for (let dx = -2; dx <= 2; dx += 1) {
        const other = strength[(y + dy) * side + x + dx];
        // The first one counts of equals.
        if (other > value || (other === value && (dy < 0 || (dy === 0 && dx < 0)))) return false;
      }
    }
    return true;
  },

  /** Place near a sample at which the edges around it meet. */
  refined(slopes, side, x, y) {
    let place = { x: x + 0.5, y: y + 0.5 };
    for (let turn = 0; turn < 3; turn += 1) {
      const [column, row] = [Math.floor(place.x), Math.floor(place.y)];
      const edge = Corners.WINDOW + 1;
      if (Math.min(column, row) < edge || Math.max(column, row) >= side - edge) break;
      const { xx, xy, yy, bx, by } = Corners.tensor(slopes, side, column, row);
      const determinant = xx * yy - xy * xy;
      if (!(determinant > 0)) break;
      const next = {
        x: column + 0.5 + (yy * bx - xy * by) / determinant, y: row + 0.5 + (xx * by - xy * bx) / determinant,
      };
      if (Math.hypot(next.x - x - 0.5, next.y - y - 0.5) > Corners.WINDOW) break;
      place = next;
    }
    return place;
  },
};
