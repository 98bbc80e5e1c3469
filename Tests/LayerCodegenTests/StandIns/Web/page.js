// A page with what generated scripts use of the document, for Node.
"use strict";

class Element {
  constructor(name) {
    this.localName = name;
    this.style = {};
    this.attributes = {};
    this.children = [];
    this.listeners = {};
    this.classList = { add: (...names) => names.forEach((name) => (this.className += " " + name)) };
    this.className = "";
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  appendChild(child) {
    this.children.push(child);
    return child;
  }
  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }
  click() {
    this.listeners.click();
  }
  remove() {}
  getContext() {
    return null;
  }
}

globalThis.devicePixelRatio = 1;
globalThis.document = {
  baseURI: "https://base.example/dir/",
  documentElement: new Element("html"),
  createElement: (name) => new Element(name),
  createElementNS: (space, name) => new Element(name),
  addEventListener() {},
};
