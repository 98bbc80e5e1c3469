package com.google.android.gms.maps.model;

/** As in the SDK. */
public final class Tile {
  public final int width;
  public final int height;
  public final byte[] data;

  /** As in the SDK. */
  public Tile(int width, int height, byte[] data) {
    this.width = width;
    this.height = height;
    this.data = data;
  }
}
