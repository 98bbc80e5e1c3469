__head__
/*?isPacked*/
import android.content.Context;
/*.*/
import com.google.android.gms.maps.GoogleMap;
/*?follows*/
import com.google.android.gms.maps.model.IndoorBuilding;
import com.google.android.gms.maps.model.IndoorLevel;
/*.*/
import com.google.android.gms.maps.model.TileOverlay;
/*?takesURL*/
import java.net.URL;
/*.*/

// Shows one floor at a time on a map__followComment__; to be used on the main thread.
public final class __switchName__/*?follows*/
    implements GoogleMap.OnIndoorStateChangeListener/*.*/ {
  private final GoogleMap map;
  /*?base*/
  private final __baseType__ __base__;
  /*.*/
  private final int overzoom;
  private TileOverlay overlay;
  private __floorType__ floor;
  /*?hasVariants*/
  private __variantType__ variant = __variantType__.__firstVariant__;
  /*.*/

  /** Creates a switch/*!follows*/ that shows no floor/*.*/; floors are enlarged for four zooms beyond the deepest. */
  public __switchName__(GoogleMap map/*?base*/, __baseType__ __base__/*.*/) {
    this(map/*?base*/, __base__/*.*/, 4);
  }

  /** Creates a switch/*!follows*/ that shows no floor/*.*/; floors are enlarged for overzoom zooms beyond the deepest. */
  public __switchName__(GoogleMap map/*?base*/, __baseType__ __base__/*.*/, int overzoom) {
    this.map = map;
    this.overzoom = overzoom;
    /*?base*/
    this.__base__ = __base__;
    /*.*/
    /*?follows*/
    map.setIndoorEnabled(true);
    map.setOnIndoorStateChangeListener(this);
    onIndoorBuildingFocused();
    /*.*/
    /*?switchesOff*/
    // Floors of the map's own would lie under these.
    map.setIndoorEnabled(false);
    /*.*/
  }

  /** The floor on the map; null when there is none. */
  public __floorType__ getFloor() {
    return floor;
  }

  /*?hasVariants*/
  /** Shows a floor in the variant of the one before, at first that named first; null shows none. */
  public void show(__floorType__ floor) {
    show(floor, variant);
  }

  /*.*/
  /** Shows a floor in place of the one before; null shows none. */
  public void show(__floorType__ floor/*?hasVariants*/, __variantType__ variant/*.*/) {
    if (overlay != null) {
      overlay.remove();
    }
    overlay = floor == null ? null : map.addTileOverlay(floor.createOptions(__arguments__));
    this.floor = floor;
    /*?hasVariants*/
    this.variant = variant;
    /*.*/
  }
  /*?follows*/

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
    __floorType__[] floors = __floorType__.values();
    __floorType__ found =
        building.getLevels().size() == floors.length ? floors[floors.length - 1 - place] : null;
    for (__floorType__ floor : floors) {
      for (String text : new String[] {level.getShortName(), level.getName()}) {
        if (floor.id.equalsIgnoreCase(text) || floor.title.equalsIgnoreCase(text)) {
          show(floor);
          return;
        }
      }
    }
    show(found);
  }
  /*.*/
}
