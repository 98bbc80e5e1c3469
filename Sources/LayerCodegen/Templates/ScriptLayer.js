/*?hasRetina*/
/** Whether the screen has more pixels than CSS pixels. */
function isFineScreen() {
  return typeof devicePixelRatio === "number" && devicePixelRatio > 1;
}

/*.*/
/**
 * A layer of tiles; `hasTile` and `/*?readsArchives*/tileData/*:*/tileURL/*.*/` know exactly which tiles exist.
 *
 * Its properties: `id`, unlike all others of the building; `name`; `floor`, for floors of a building,
 * with the `id` used in URLs, the `level`, 0 at the ground, or null, and the `name` shown to people;
 * `tileSize`, the side of tile images in pixels; `minimumZoom` and `maximumZoom`, the shallowest and
 * the deepest zoom with tiles; `attribution`, who must be credited, as HTML, or null;
 /*?isOfImages*/
 * `versionToken`, which changes whenever a tile does, so that caches notice new URLs; `imageSize`,
 * the `width` and `height` of the image in pixels, which are nowhere on the globe; `pixelsAcross`, how many
 * pixels of the image are along a side of the grid, whose zoom 0 is one tile; `zIndex`;
 /*:*/
 * `versionToken`, which changes whenever a tile does, so that caches notice new URLs; `bounds`, the
 * area covered in degrees, with west greater than east across the antimeridian; `zIndex`;
 /*.*/
 * `opacity`/*?hasRetina*/; `retina`, the tiles of 512 pixels beside those of 256, if there are any/*.*//*?hasVariants*/; `variants`, the layers of the floor in other variants, by their names/*.*/.
 */
