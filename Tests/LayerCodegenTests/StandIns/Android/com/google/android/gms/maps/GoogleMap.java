package com.google.android.gms.maps;

import com.google.android.gms.maps.model.IndoorBuilding;
import com.google.android.gms.maps.model.TileOverlay;
import com.google.android.gms.maps.model.TileOverlayOptions;

/** The part of the Maps SDK for Android that generated code uses. */
public final class GoogleMap {
  /** How many overlays are on the map. */
  public int overlayCount = 0;
  /** The provider of the overlay added last. */
  public TileOverlayOptions last;
  /** Whether the map shows floors of its own. */
  public boolean isIndoorEnabled = true;
  /** The building in the middle. */
  public IndoorBuilding focused;
  /** Who is told of it. */
  public OnIndoorStateChangeListener listener;

  /** As in the SDK. */
  public interface OnIndoorStateChangeListener {
    /** As in the SDK. */
    void onIndoorBuildingFocused();

    /** As in the SDK. */
    void onIndoorLevelActivated(IndoorBuilding building);
  }

  /** As in the SDK. */
  public void setOnIndoorStateChangeListener(OnIndoorStateChangeListener listener) {
    this.listener = listener;
  }

  /** As in the SDK. */
  public boolean setIndoorEnabled(boolean isEnabled) {
    isIndoorEnabled = isEnabled;
    return isEnabled;
  }

  /** As in the SDK. */
  public IndoorBuilding getFocusedBuilding() {
    return focused;
  }

  /** As in the SDK. */
  public TileOverlay addTileOverlay(TileOverlayOptions options) {
    overlayCount++;
    last = options;
    return new TileOverlay(this);
  }
}
