package com.google.android.gms.maps.model;

/** As in the SDK. */
public interface TileProvider {
  /** As in the SDK: there is no tile, and none is asked for again. */
  Tile NO_TILE = new Tile(-1, -1, null);

  /** As in the SDK: null means that no tile could be found for now. */
  Tile getTile(int x, int y, int zoom);
}
