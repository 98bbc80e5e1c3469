package com.google.android.gms.maps.model;

import com.google.android.gms.maps.GoogleMap;

/** As in the SDK. */
public final class TileOverlay {
  private final GoogleMap map;

  public TileOverlay(GoogleMap map) {
    this.map = map;
  }

  /** As in the SDK. */
  public void remove() {
    map.overlayCount--;
  }
}
