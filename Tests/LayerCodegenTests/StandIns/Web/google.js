// The part of the Google Maps JavaScript API that generated scripts use.
"use strict";

class MVCArray {
  constructor() {
    this.items = [];
  }
  getLength() {
    return this.items.length;
  }
  getAt(index) {
    return this.items[index];
  }
  getArray() {
    return this.items;
  }
  push(item) {
    return this.items.push(item);
  }
  insertAt(index, item) {
    this.items.splice(index, 0, item);
  }
  removeAt(index) {
    if (index < 0) throw new RangeError("no such element");
    return this.items.splice(index, 1)[0];
  }
}

class GoogleMap {
  constructor() {
    this.overlayMapTypes = new MVCArray();
    this.controls = { 1: new MVCArray(), 9: new MVCArray(), 12: new MVCArray() };
  }
}

globalThis.google = {
  maps: {
    ControlPosition: { TOP_LEFT: 1, RIGHT_BOTTOM: 9, BOTTOM_RIGHT: 12 },
    Map: GoogleMap,
    Size: class Size {
      constructor(width, height) {
        this.width = width;
        this.height = height;
      }
    },
  },
};
