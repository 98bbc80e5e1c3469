/** Unpacks the tiles of a layer: per zoom, bands of rows that hold the same columns. */
function unpack(packed) {
  const digits = "__alphabet__";
  let index = 0;
  // Numbers of five bits a character, the least significant first.
  function next() {
    let number = 0;
    for (let unit = 1; ; unit *= 32) {
      const digit = digits.indexOf(packed[index++]);
      number += (digit % 32) * unit;
      if (digit < 32) return number;
    }
  }
  const levels = new Map();
  while (index < packed.length) {
    const zoom = next();
    const west = next();
    const bands = [];
    let row = 0;
    for (let bandCount = next(); bandCount > 0; bandCount--) {
      const start = row + next();
      row = start + next();
      const runs = [];
      let column = west;
      for (let runCount = next(); runCount > 0; runCount--) {
        const first = column + next();
        column = first + next();
        runs.push({ start: first, end: column });
      }
      bands.push({ start: start, end: row, runs: runs });
    }
    levels.set(zoom, bands);
  }
  return levels;
}

/** The one of ascending ranges that holds a number, if any does. */
function find(ranges, number) {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle].end > number) high = middle;
    else low = middle + 1;
  }
  const range = ranges[low];
  return range && range.start <= number ? range : undefined;
}

function hasTile(levels, x, y, zoom) {
  if (!Number.isInteger(x) || !Number.isInteger(y)) return false;
  const band = find(levels.get(zoom) || [], y);
  return Boolean(band && find(band.runs, x));
}
