package com.google.android.gms.maps.model;

/** As in the SDK. */
public interface TileProvider {
  /** As in the SDK. */
  Tile getTile(int x, int y, int zoom);
}
