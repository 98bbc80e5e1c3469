package com.google.android.gms.maps.model;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;

/** As in the SDK, for files; what is at other URLs is their path. */
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
    URL url = getTileUrl(x, y, zoom);
    if (url == null) {
      return NO_TILE;
    }
    if (!url.getProtocol().equals("file")) {
      return new Tile(width, width, url.getPath().getBytes());
    }
    try (InputStream input = url.openStream()) {
      return new Tile(width, width, input.readAllBytes());
    } catch (IOException error) {
      return null;
    }
  }
}
