/** Readings of numbers with points or decimal commas, units, scales and positions. Each one is an object with
    `value`, or with the words of a `fault`. */
const Typed = {
  /** A number; one that could be a thousand times another is none. */
  number(text, example = "12.5") {
    const plain = text.trim().replace(/[−–]/, "-").replace(/(\d)[\s'’](?=\d{3}(?!\d))/g, "$1");
    const fault = (words) => ({ fault: `${words}: write it like ${example}.` });
    if (/^[+-]?0*[1-9]\d{0,2},\d{3}$/.test(plain)) {
      return { fault: `“${text.trim()}” may be ${plain.replace(",", ".")} or ${plain.replace(",", "")}: write one of these.` };
    }
    // The last of two signs is before the decimals.
    const grouped = /^[+-]?\d{1,3}(?:([.,])\d{3})+(?:([.,])\d+)?$/.exec(plain);
    const isGrouped = grouped && (grouped[2] ? grouped[1] !== grouped[2] : plain.split(grouped[1]).length > 2);
    const digits = isGrouped ? plain.replaceAll(grouped[1], "").replace(",", ".") : plain.replace(",", ".");
    const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(digits);
    return isNumber ? { value: Number(digits) } : fault(`“${text.trim()}” is no number`);
  },

  positive(text, example) {
    const read = Typed.number(text, example);
    return read.value <= 0 ? { fault: `It is to be more than 0, like ${example}.` } : read;
  },

  UNITS: new Map([
    ["mm", 0.001], ["cm", 0.01], ["dm", 0.1], ["m", 1], ["km", 1000], ["in", 0.0254], ["ft", 0.3048],
  ]),

  /** Metres, from a number in metres or with a unit. */
  metres(text, example) {
    const parts = /^(.*?)\s*(mm|cm|dm|km|m|in|ft|met(?:re|er)s?|f(?:oo|ee)t|inch(?:es)?|["″”']|′)?\s*(?:\/|per)?\s*(?:px|pixels?)?$/i
      .exec(text.trim());
    const read = Typed.positive(parts[1], example);
    const unit = (parts[2] ?? "m").toLowerCase().replace(/^met.*/, "m").replace(/^(f(oo|ee)t|['′])$/, "ft")
      .replace(/^(inch.*|["″”])$/, "in");
    return read.fault ? { fault: read.fault } : { value: read.value * Typed.UNITS.get(unit) };
  },

  /** The 200 of a scale 1:200. */
  scale(text) {
    const [, number] = /^(?:(?:m|scale)?\s*1\s*[:/]\s*)?(.*)$/i.exec(text.trim());
    // Decimals in a scale are rarer than thousands.
    return Typed.positive(/^\d{1,3}(,\d{3})+$/.test(number) ? number.replaceAll(",", "") : number, "200 or 1:200");
  },

  /** Degrees, with minutes and seconds where they are written. */
  degrees(text) {
    const parts = /^([+-]?)\s*(\d[\d.,]*)\s*(?:°|deg(?:rees)?)?\s*(?:(\d[\d.,]*)\s*['′’])?\s*(?:(\d[\d.,]*)\s*(?:["″”]|''))?$/i
      .exec(text.trim().replace(/[−–]/, "-"));
    if (!parts) return Typed.number(text, "23.5");
    const numbers = parts.slice(2).map((part) => Typed.number(part ?? "0", "23.5"));
    const fault = numbers.find((number) => number.fault);
    if (fault) return fault;
    const [degrees, minutes, seconds] = numbers.map(({ value }) => value);
    return { value: (parts[1] === "-" ? -1 : 1) * (degrees + minutes / 60 + seconds / 3600) };
  },

  /** A position as latitude and longitude, or as a link to a map has it; in metres of EPSG:3857. */
  position(text) {
    const example = "write latitude and longitude like 47.3769, 8.5417.";
    const link = /@(-?[\d.]+),(-?[\d.]+)/.exec(text) ?? /#map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(text);
    const pair = link ? link.slice(1) : Typed.pair(text.trim());
    if (!pair) return { fault: `“${text.trim()}” is no position: ${example}` };
    const letters = pair.map((part) => /[nsewo]$/i.exec(part)?.[0].toUpperCase() ?? "");
    const numbers = pair.map((part, index) => {
      const { value } = Typed.degrees(part.replace(/[nsewo]$/i, "").trim());
      return "SW".includes(letters[index] || "-") ? -value : value;
    });
    const isSwapped = /[EWO]/.test(letters[0]) || /[NS]/.test(letters[1]);
    const [latitude, longitude] = isSwapped ? numbers.reverse() : numbers;
    if (![latitude, longitude].every(Number.isFinite)) return { fault: `“${text.trim()}” is no position: ${example}` };
    if (Math.abs(latitude) > 90) return { fault: `A latitude of ${latitude} is beyond 90: latitude comes first.` };
    if (Math.abs(latitude) > 85) return { fault: "The map ends at a latitude of 85." };
    if (Math.abs(longitude) > 180) return { fault: `A longitude of ${longitude} is beyond 180.` };
    return { value: metresOf({ x: worldX(longitude), y: worldY(latitude) }) };
  },

  /** The two parts of a position; null for anything else. */
  pair(text) {
    const ways = [/\s*;\s*/, /(?<=[nsewo])[\s,]*(?=[+\d-])/i, /\s*,\s+|\s+,\s*/, /\s+/, /,/];
    for (const way of ways) {
      const parts = text.split(way);
      if (parts.length === 2 && parts.every(Boolean)) return parts;
    }
    // Four numbers between commas are two with decimal commas.
    const parts = text.split(",");
    return parts.length === 4 ? [parts.slice(0, 2).join(","), parts.slice(2).join(",")] : null;
  },

  /** A length as people say it. */
  length(metres) {
    if (metres === null || metres === undefined) return "–";
    const [unit, name] = [[1, "m"], [0.01, "cm"], [0, "mm"]].find(([unit]) => metres >= unit * 0.9995);
    const value = metres / (unit || 0.001);
    if (value < 0.001) return "0 mm";
    return `${Number(value.toPrecision(3))} ${name}`;
  },
};

/** A field that takes what can be meant, and says beside it what it cannot take. */
class Field {
  /**
   * @param read Reads what is typed, and `act` takes its value.
   * @param step What the keys up and down add; none for 0.
   */
  constructor(id, read, act, step = 0) {
    Object.assign(this, { read, act, element: document.getElementById(id), fault: document.getElementById(`${id}-fault`) });
    this.element.setAttribute("aria-describedby", this.fault.id);
    this.element.addEventListener("change", () => this.take());
    this.element.addEventListener("keydown", (event) => {
      const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      const { value } = this.read(this.element.value);
      if (event.key === "Escape") this.reset();
      else if (step && direction && Number.isFinite(value)) {
        event.preventDefault();
        this.element.value = Number((value + direction * step * (event.shiftKey ? 0.1 : 1)).toFixed(9));
        this.take();
      }
    });
    this.shown = this.element.value;
  }

  take() {
    const text = this.element.value;
    const { value, fault } = text.trim() ? this.read(text) : {};
    this.say(fault ?? "");
    if (value !== undefined) {
      this.shown = text;
      this.act(value);
    } else if (!fault) this.reset();
  }

  say(words) {
    this.fault.textContent = words;
    if (words) this.element.setAttribute("aria-invalid", "true");
    else this.element.removeAttribute("aria-invalid");
  }

  reset() {
    this.say("");
    this.element.value = this.shown;
  }

  /** Puts a value where nothing is being typed; what could not be taken stays to be mended until the value is another. */
  fill(value) {
    const text = String(value);
    if (this.fault.textContent && text === this.shown) return;
    this.shown = text;
    if (document.activeElement !== this.element) this.reset();
  }
}
