// Generated from a layer definition by tilepyramid; do not edit.

import com.google.android.gms.maps.GoogleMap;
import com.google.android.gms.maps.model.TileOverlay;

// Shows one floor at a time on a map; to be used on the main thread.
public final class MuseumFloorSwitch {
  private final GoogleMap map;
  private final int overzoom;
  private TileOverlay overlay;
  private MuseumFloor floor;

  /** Creates a switch that shows no floor; floors are enlarged for four zooms beyond the deepest. */
  public MuseumFloorSwitch(GoogleMap map) {
    this(map, 4);
  }

  /** Creates a switch that shows no floor; floors are enlarged for overzoom zooms beyond the deepest. */
  public MuseumFloorSwitch(GoogleMap map, int overzoom) {
    this.map = map;
    this.overzoom = overzoom;
    // Floors of the map's own would lie under these.
    map.setIndoorEnabled(false);
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
    overlay = floor == null ? null : map.addTileOverlay(floor.createOptions(overzoom));
    this.floor = floor;
  }
}
