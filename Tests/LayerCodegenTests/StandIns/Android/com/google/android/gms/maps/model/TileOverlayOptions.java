package com.google.android.gms.maps.model;

/** As in the SDK; keeps what it is given. */
public final class TileOverlayOptions {
  private TileProvider provider;
  private float zIndex;
  private float transparency;

  /** As in the SDK. */
  public TileOverlayOptions tileProvider(TileProvider provider) {
    this.provider = provider;
    return this;
  }

  /** As in the SDK. */
  public TileOverlayOptions zIndex(float zIndex) {
    this.zIndex = zIndex;
    return this;
  }

  /** As in the SDK: 1 less the opacity, from 0 to 1. */
  public TileOverlayOptions transparency(float transparency) {
    if (transparency < 0 || transparency > 1) {
      throw new IllegalArgumentException("transparency " + transparency);
    }
    this.transparency = transparency;
    return this;
  }

  /** As in the SDK. */
  public TileProvider getTileProvider() {
    return provider;
  }

  /** As in the SDK. */
  public float getZIndex() {
    return zIndex;
  }

  /** As in the SDK. */
  public float getTransparency() {
    return transparency;
  }
}
