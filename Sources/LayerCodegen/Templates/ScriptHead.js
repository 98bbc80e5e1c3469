// Generated from a layer definition by tilepyramid; do not edit.
//
// The /*?isBuilding*/floors/*:*/tiles/*.*/ of __subject__ for __library__.
//
/*?isModule*/
/*?readsArchives*/
//   import * as pmtiles from "pmtiles";
/*.*/
//   import { __script__ } from "./__script__.mjs";
/*.*/
