// The part of Leaflet 1 that generated scripts use.
"use strict";

class TileLayer {
  constructor(url, options) {
    this.url = url;
    this.options = Object.assign({ zoomOffset: 0 }, options);
  }
  static extend(members) {
    const Extended = class extends TileLayer {};
    Object.assign(Extended.prototype, members);
    return Extended;
  }
  addTo(map) {
    map.layers.push(this);
    this.map = map;
    return this;
  }
  remove() {
    this.map.layers = this.map.layers.filter((layer) => layer !== this);
  }
}

globalThis.L = {
  version: "stand-in",
  TileLayer: TileLayer,
  Util: { emptyImageUrl: "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" },
  Control: class {
    addTo(map) {
      map.controls.push(this.onAdd(map));
    }
  },
  DomEvent: { disableClickPropagation() {} },
};
