// The part of MapLibre GL JS that generated scripts use; requests are answered with their URL.
"use strict";

const protocols = new Map();

class MapLibreMap {
  constructor() {
    this.sources = new Map();
    this.layers = new Map();
    this.controls = [];
    this.listeners = {};
  }
  on(name, listener) {
    this.listeners[name] = listener;
  }
  getSource(id) {
    return this.sources.get(id);
  }
  addSource(id, source) {
    if (this.sources.has(id)) throw new Error("there is already a source " + id);
    this.sources.set(id, source);
  }
  removeSource(id) {
    for (const layer of this.layers.values()) {
      if (layer.source === id) throw new Error("the source is in use: " + id);
    }
    this.sources.delete(id);
  }
  getLayer(id) {
    return this.layers.get(id);
  }
  addLayer(layer) {
    if (this.layers.has(layer.id)) throw new Error("there is already a layer " + layer.id);
    if (!this.sources.has(layer.source)) throw new Error("there is no source " + layer.source);
    this.layers.set(layer.id, layer);
  }
  removeLayer(id) {
    this.layers.delete(id);
  }
  addControl(control) {
    control.onAdd(this);
    this.controls.push(control);
  }
  removeControl(control) {
    control.onRemove(this);
    this.controls = this.controls.filter((other) => other !== control);
  }
  /** What the first tile URL of a source gives for an address. */
  async load(source, zoom, x, y) {
    const url = source.tiles[0].replace("{z}", zoom).replace("{x}", x).replace("{y}", y);
    const protocol = protocols.get(url.substring(0, url.indexOf("://")));
    return protocol({ url: url }, new AbortController());
  }
}

globalThis.fetch = async (url) => ({
  ok: true,
  status: 200,
  arrayBuffer: async () => new TextEncoder().encode(url).buffer,
});
globalThis.maplibregl = {
  Map: MapLibreMap,
  addProtocol(name, answer) {
    if (!/^[a-z][a-z0-9+.-]*$/.test(name)) throw new Error("not the name of a protocol: " + name);
    protocols.set(name, answer);
  },
};
