/** Vector tiles, of which outlines and names are drawn.
    Source: Mapbox Vector Tile Specification 2.1, and the wire format of Protocol Buffers. */
class VectorTile {
  /** Decodes what is drawn: features of layers, in parts of the tile's side. */
  constructor(bytes) {
    this.layers = [...VectorTile.fields(bytes)].filter(([field]) => field === 3).map(([, layer]) => VectorTile.layer(layer));
  }

  /** The numbers and the contents of a message's fields. */
  static* fields(bytes) {
    const reading = { at: 0 };
    while (reading.at < bytes.length) {
      const key = VectorTile.number(bytes, reading);
      const kind = key % 8;
      if (kind === 0) yield [Math.floor(key / 8), VectorTile.number(bytes, reading)];
      else if (kind === 2) {
        const length = VectorTile.number(bytes, reading);
        yield [Math.floor(key / 8), bytes.subarray(reading.at, reading.at + length)];
        reading.at += length;
      } else if (kind === 1 || kind === 5) reading.at += kind === 1 ? 8 : 4;
      else throw new Error("no vector tile");
    }
  }

  static number(bytes, reading) {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = bytes[reading.at];
      if (byte === undefined) throw new Error("a vector tile that is cut short");
      reading.at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  static numbers(bytes) {
    const reading = { at: 0 };
    const numbers = [];
    while (reading.at < bytes.length) numbers.push(VectorTile.number(bytes, reading));
    return numbers;
  }

  static layer(bytes) {
    const text = new TextDecoder();
    const [keys, values, raw] = [[], [], []];
    const layer = { name: "", extent: 4096, features: [] };
    for (const [field, content] of VectorTile.fields(bytes)) {
      if (field === 1) layer.name = text.decode(content);
      else if (field === 2) raw.push(content);
      else if (field === 3) keys.push(text.decode(content));
      else if (field === 4) values.push([...VectorTile.fields(content)].find(([kind]) => kind === 1)?.[1]);
      else if (field === 5) layer.extent = content;
    }
    const name = keys.indexOf("name");
    layer.features = raw.map((content) => {
      const feature = { kind: 0, name: "", lines: [] };
      for (const [field, part] of VectorTile.fields(content)) {
        if (field === 3) feature.kind = part;
        else if (field === 4) feature.lines = VectorTile.lines(VectorTile.numbers(part), layer.extent);
        else if (field === 2) {
          const tags = VectorTile.numbers(part);
          for (let i = 0; i < tags.length; i += 2) {
            if (tags[i] === name && values[tags[i + 1]]) feature.name = text.decode(values[tags[i + 1]]);
          }
        }
      }
      return feature;
    });
    return layer;
  }

  /** The lines and rings of a geometry, each as x and y by turns. */
  static lines(commands, extent) {
    const lines = [];
    let [x, y, at] = [0, 0, 0];
    const step = () => {
      const value = commands[at];
      at += 1;
      return value % 2 ? -(value + 1) / 2 : value / 2;
    };
    while (at < commands.length) {
      const [command, count] = [commands[at] & 7, commands[at] >> 3];
      at += 1;
      if (command === 7) continue;
      for (let i = 0; i < count && at < commands.length; i += 1) {
        x += step();
        y += step();
        if (command === 1) lines.push([]);
        lines.at(-1)?.push(x / extent, y / extent);
      }
    }
    return lines;
  }
}

/** The vector tiles of one background: which are there, and how they look beneath a plan. */
class VectorMap {
  /** Names of layers as the usual schemas have them, from the lowest to the highest, and their looks. */
  static LOOKS = [
    [/water|ocean|river/, { fill: "#c3dcec", line: "#7fa9c4" }],
    [/park|grass|wood|landuse|landcover|^land$|sites?$/, { fill: "#e4eddd", line: null }],
    [/road|street|transport|highway|segment|rail|path|bridge/, { fill: null, line: "#9b9286", width: 2 }],
    [/building/, { fill: "#ddd6ce", line: "#6f665c", width: 1.2, isBuilding: true }],
  ];
  static LIMIT = 80;

  constructor({ vectors, zooms }, onLoading) {
    Object.assign(this, { path: vectors, zooms, onLoading, tiles: new Map() });
  }

  /** The tiles that a view shows, as their address and where they are on the screen. */
  seen(view) {
    const zoom = clamp(Math.floor(view.zoom), ...this.zooms);
    const across = 2 ** zoom;
    const side = view.scale / across;
    const [from, to] = [view.worldAt(0, 0), view.worldAt(view.width, view.height)];
    const [left, top] = [from.x, from.y].map((value) => Math.max(Math.floor(value * across), 0));
    const [right, bottom] = [to.x, to.y].map((value) => Math.min(Math.ceil(value * across), across));
    if ((right - left) * (bottom - top) > VectorMap.LIMIT) return [];
    const seen = [];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const at = view.screenOf(x / across, y / across);
        seen.push({ tile: this.tile(zoom, x, y), at, side, x: x / across, y: y / across, part: 1 / across });
      }
    }
    return seen.filter(({ tile }) => tile.layers);
  }

  tile(zoom, x, y) {
    const key = `${zoom}/${x}/${y}`;
    if (!this.tiles.has(key)) {
      this.tiles.set(key, { layers: null });
      this.load(key);
    }
    return this.tiles.get(key);
  }

  async load(key) {
    this.onLoading(1);
    let fault = null;
    try {
      const answer = await fetch(`${this.path}${key}.mvt`);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      this.tiles.set(key, VectorMap.prepared(new VectorTile(await VectorMap.plain(answer))));
    } catch (error) {
      fault = error;
    }
    this.onLoading(-1, fault);
  }

  /** The bytes of an answer, which some files hold compressed. */
  static async plain(answer) {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /** A tile as paths by their looks, the rings of its buildings, and names at the middle of what they are of. */
  static prepared({ layers }) {
    const prepared = { layers: VectorMap.LOOKS.map(() => null), rings: [], names: [] };
    for (const { name, features } of layers) {
      const index = VectorMap.LOOKS.findIndex(([names]) => names.test(name.toLowerCase()));
      for (const { kind, name: label, lines } of features) {
        if (kind > 1 && index >= 0) {
          const path = prepared.layers[index] ??= { areas: new Path2D(), lines: new Path2D() };
          for (const line of lines) {
            const part = kind === 3 ? path.areas : path.lines;
            for (let i = 0; i < line.length; i += 2) part[i ? "lineTo" : "moveTo"](line[i], line[i + 1]);
            if (kind === 3) part.closePath();
            if (VectorMap.LOOKS[index][1].isBuilding && kind === 3) prepared.rings.push(line);
          }
        }
        const line = lines[0];
        if (!label || !line) continue;
        const middle = 2 * Math.floor(line.length / 4);
        prepared.names.push({ label, x: line[middle], y: line[middle + 1] });
      }
    }
    return prepared;
  }

  draw(context, view, ratio) {
    const seen = this.seen(view);
    context.save();
    VectorMap.LOOKS.forEach(([, { fill, line, width = 1 }], index) => {
      for (const { tile, at, side } of seen) {
        const path = tile.layers[index];
        if (!path) continue;
        context.setTransform(side * ratio, 0, 0, side * ratio, at.x * ratio, at.y * ratio);
        // Neighbours draw their own part.
        context.save();
        context.beginPath();
        context.rect(0, 0, 1, 1);
        context.clip();
        context.lineWidth = width / side;
        [context.fillStyle, context.strokeStyle] = [fill ?? "transparent", line ?? "transparent"];
        if (fill) context.fill(path.areas, "evenodd");
        if (line) for (const part of [path.areas, path.lines]) context.stroke(part);
        context.restore();
      }
    });
    context.restore();
  }

  /** Names, as far as they do not meet. */
  drawNames(marks, view) {
    if (view.zoom < 15) return;
    const taken = [];
    marks.font = Drawing.FONT;
    marks.textAlign = "center";
    marks.textBaseline = "middle";
    marks.lineWidth = 3;
    for (const { tile, at, side } of this.seen(view)) {
      for (const { label, x, y } of tile.names) {
        const [left, top] = [at.x + x * side, at.y + y * side];
        const half = marks.measureText(label).width / 2 + 4;
        const isFree = taken.every((other) => (
          Math.abs(other.left - left) > other.half + half || Math.abs(other.top - top) > 16));
        if (!isFree || taken.some((other) => other.label === label) || left < 0 || top < 0
          || left > view.width || top > view.height) continue;
        taken.push({ label, left, top, half });
        marks.strokeStyle = "rgb(255 255 255 / 85%)";
        marks.strokeText(label, left, top);
        marks.fillStyle = "#4a4238";
        marks.fillText(label, left, top);
      }
    }
    marks.textAlign = "left";
  }

  /** The rings of the buildings that are seen, on the unit square. */
  rings(view) {
    return this.seen(view).flatMap(({ tile, x, y, part }) => (
      tile.rings.map((ring) => ring.map((value, index) => (index % 2 ? y : x) + value * part))));
  }
}
