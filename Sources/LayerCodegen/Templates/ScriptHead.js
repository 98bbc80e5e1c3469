// Generated from a layer definition by tilepyramid; do not edit.
//
// The /*?isBuilding*/floors/*:*/tiles/*.*/ of __subject__ for __library__.
//
