// A tile, or where there is none so deep the part of one some levels above it.
typedef struct {
  NSUInteger x, y, zoom, levels, column, row;
} TilePart;

// 0 where there is no tile within some zooms, and in a hole among tiles.
static BOOL FindTilePart(TilePart *part, NSUInteger x, NSUInteger y, NSUInteger zoom, NSUInteger overzoom) {
  NSUInteger levels = 0;
  while (!TileExists(x >> levels, y >> levels, zoom - levels)) {
    if (levels == overzoom || levels == zoom || levels == 8) {
      return 0;
    }
    levels++;
  }
  NSUInteger mask = ((NSUInteger)1 << levels) - 1;
  *part = (TilePart){x >> levels, y >> levels, zoom - levels, levels, x & mask, y & mask};
  for (NSUInteger child = 0; levels > 0 && child < 4; child++) {
    if (TileExists(2 * part->x + child % 2, 2 * part->y + child / 2, part->zoom + 1)) {
      return 0;
    }
  }
  return 1;
}
