package com.google.android.gms.maps.model;

import java.net.URL;

/** As in the SDK; loads nothing. */
public abstract class UrlTileProvider implements TileProvider {
  /** The side that was declared. */
  public final int width;

  /** As in the SDK: all images must have this size in pixels. */
  public UrlTileProvider(int width, int height) {
    this.width = width;
  }

  /** As in the SDK: null means that there is no tile. */
  public abstract URL getTileUrl(int x, int y, int zoom);

  @Override
  public final Tile getTile(int x, int y, int zoom) {
    return null;
  }
}
