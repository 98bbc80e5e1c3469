package com.google.android.gms.maps;

import com.google.android.gms.maps.model.TileOverlay;
import com.google.android.gms.maps.model.TileOverlayOptions;

/** The part of the Maps SDK for Android that generated code uses. */
public final class GoogleMap {
  /** How many overlays are on the map. */
  public int overlayCount = 0;

  /** As in the SDK. */
  public TileOverlay addTileOverlay(TileOverlayOptions options) {
    overlayCount++;
    return new TileOverlay(this);
  }
}
