// Generated from a layer definition by tilepyramid; do not edit.

import com.google.android.gms.maps.GoogleMap;
import com.google.android.gms.maps.model.IndoorBuilding;
import com.google.android.gms.maps.model.IndoorLevel;
import com.google.android.gms.maps.model.TileOverlay;

// Shows one floor at a time on a map, that of the level which the map's own floor picker chooses; to be used on the main thread.
public final class GalleryFloorSwitch
    implements GoogleMap.OnIndoorStateChangeListener {
  private final GoogleMap map;
  private final int overzoom;
  private TileOverlay overlay;
  private GalleryFloor floor;
  private GalleryFloorVariant variant = GalleryFloorVariant.LIGHT;

  /** Creates a switch; floors are enlarged for four zooms beyond the deepest. */
  public GalleryFloorSwitch(GoogleMap map) {
    this(map, 4);
  }

  /** Creates a switch; floors are enlarged for overzoom zooms beyond the deepest. */
  public GalleryFloorSwitch(GoogleMap map, int overzoom) {
    this.map = map;
    this.overzoom = overzoom;
    map.setIndoorEnabled(true);
    map.setOnIndoorStateChangeListener(this);
    onIndoorBuildingFocused();
  }

  /** The floor on the map; null when there is none. */
  public GalleryFloor getFloor() {
    return floor;
  }

  /** Shows a floor in the variant of the one before, at first that named first; null shows none. */
  public void show(GalleryFloor floor) {
    show(floor, variant);
  }

  /** Shows a floor in place of the one before; null shows none. */
  public void show(GalleryFloor floor, GalleryFloorVariant variant) {
    if (overlay != null) {
      overlay.remove();
    }
    overlay = floor == null ? null : map.addTileOverlay(floor.createOptions(variant, overzoom));
    this.floor = floor;
    this.variant = variant;
  }

  /** Shows the floor of the level that a building in the middle of the map has. */
  @Override
  public void onIndoorBuildingFocused() {
    IndoorBuilding building = map.getFocusedBuilding();
    if (building != null) {
      onIndoorLevelActivated(building);
    }
  }

  /**
   * Shows the floor of the level, and none for a level that is no floor.
   *
   * <p>It is the floor whose identifier or name is the level's short name or name, in capitals or not; else
   * the one in the same place from the top, where the map's building has as many levels as there are floors.
   */
  @Override
  public void onIndoorLevelActivated(IndoorBuilding building) {
    int place = building.getActiveLevelIndex();
    if (place < 0 || place >= building.getLevels().size()) {
      return;
    }
    IndoorLevel level = building.getLevels().get(place);
    GalleryFloor[] floors = GalleryFloor.values();
    GalleryFloor found =
        building.getLevels().size() == floors.length ? floors[floors.length - 1 - place] : null;
    for (GalleryFloor floor : floors) {
      for (String text : new String[] {level.getShortName(), level.getName()}) {
        if (floor.id.equalsIgnoreCase(text) || floor.title.equalsIgnoreCase(text)) {
          show(floor);
          return;
        }
      }
    }
    show(found);
  }
}
