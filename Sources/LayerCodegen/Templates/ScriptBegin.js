//
/*?notes*/
/*@notes*/
// __line__
/*.*/
//
/*.*/
// A plain script, which defines __script__, and a CommonJS module.

var __script__ = (function () {
  "use strict";
