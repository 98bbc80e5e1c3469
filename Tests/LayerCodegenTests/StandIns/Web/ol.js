// The part of OpenLayers that generated scripts use.
"use strict";

class Options {
  constructor(options) {
    this.options = options;
  }
}

class OpenLayersMap {
  constructor() {
    this.layers = [];
    this.controls = [];
  }
  addLayer(layer) {
    this.layers.push(layer);
  }
  removeLayer(layer) {
    this.layers = this.layers.filter((other) => other !== layer);
  }
  addControl(control) {
    this.controls.push(control);
  }
  removeControl(control) {
    this.controls = this.controls.filter((other) => other !== control);
  }
}

globalThis.ol = {
  Map: OpenLayersMap,
  View: Options,
  proj: { Projection: Options },
  tilegrid: { TileGrid: Options },
  source: { XYZ: class extends Options {} },
  layer: { Tile: class extends Options {} },
  control: { Control: class extends Options {} },
};
