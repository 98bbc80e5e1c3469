// Generated from a layer definition by tilepyramid; do not edit.

export * from "./AnnexFloors.mjs";
