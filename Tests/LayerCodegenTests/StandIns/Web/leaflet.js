// The part of Leaflet that generated scripts use.
"use strict";

class GridLayer {
  constructor(options) {
    this.options = Object.assign({ zoomOffset: 0 }, options);
    this.listeners = {};
  }
  on(name, listener) {
    this.listeners[name] = listener;
  }
  fire(name, event) {
    this.listeners[name](event);
  }
  getEvents() {
    return {};
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

class TileLayer extends GridLayer {
  constructor(url, options) {
    super(options);
    // As Leaflet 2 does, on a page that is in no folder.
    this.url = new URL(url, "about:srcdoc");
  }
}

globalThis.L = {
  version: "stand-in",
  GridLayer: GridLayer,
  TileLayer: TileLayer,
  DomUtil: { getPosition: (element) => element.position },
  Util: { emptyImageUrl: "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" },
  Control: class {
    // Maps of Leaflet alone have corners, and the stand-in for one has none.
    addTo(map) {
      map._controlCorners.topright.append(this.onAdd(map));
    }
  },
  DomEvent: { disableClickPropagation() {} },
};
