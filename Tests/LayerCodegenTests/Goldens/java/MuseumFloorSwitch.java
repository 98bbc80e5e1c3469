// Generated from a layer definition by tilepyramid; do not edit.

import com.google.android.gms.maps.GoogleMap;
import com.google.android.gms.maps.model.TileOverlay;

// Shows one floor at a time on a map; to be used on the main thread.
public final class MuseumFloorSwitch {
  private final GoogleMap map;
  private TileOverlay overlay;
  private MuseumFloor floor;

  /** Creates a switch that shows no floor. */
  public MuseumFloorSwitch(GoogleMap map) {
    this.map = map;
  }

  /** The floor on the map; null when there is none. */
  public MuseumFloor getFloor() {
    return floor;
  }

  /** Shows a floor in place of the one before; null shows none. */
  public void show(MuseumFloor floor) {
    if (overlay != null) {
      overlay.remove();
    }
    overlay = floor == null ? null : map.addTileOverlay(floor.createOptions());
    this.floor = floor;
  }
}
