//
/*?isModule*/
// An ES module.
// @ts-self-types="./__script__.d.mts"

__notes__export const __script__ = (() => {
  /** The library that an option hands in. */
  function libraryIn(options, name) {
    const library = (options || {})[name];
    if (!library) throw new TypeError("no library: pass the option " + name);
    return library;
  }
/*:*/
// A plain script, which defines __script__, and a CommonJS module.

__notes__var __script__ = (function () {
  "use strict";

  /** The library that an option hands in, or else the global one. */
  function libraryIn(options, name) {
    const globals = { __option__: () => __global__/*?readsArchives*/, pmtiles: () => pmtiles/*.*/ };
    return (options || {})[name] || globals[name]();
  }
/*.*/
