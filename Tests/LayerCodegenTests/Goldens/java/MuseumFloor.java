// Generated from a layer definition by tilepyramid; do not edit.

import com.google.android.gms.maps.model.TileOverlayOptions;
import com.google.android.gms.maps.model.UrlTileProvider;

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> ETAGE1_CAFE

// The floors of "Museum", in the order of the building.
public enum MuseumFloor {
  BASEMENT("-1", -1L, "Basement"),
  GROUND_FLOOR("0", 0L, "Ground floor"),
  ETAGE1_CAFE("1a", null, "Étage 1 \"Café\"");

  /** The identifier used in paths and URLs. */
  public final String id;
  /** The number of the storey, 0 at the ground; null when unknown. */
  public final Long level;
  /** The name shown to people. */
  public final String title;

  MuseumFloor(String id, Long level, String title) {
    this.id = id;
    this.level = level;
    this.title = title;
  }

  /** The tiles of the floor. */
  public UrlTileProvider createTileProvider() {
    switch (this) {
      case BASEMENT:
        return new MuseumBasementTiles();
      case GROUND_FLOOR:
        return new MuseumGroundFloorTiles();
      case ETAGE1_CAFE:
        return new MuseumEtage1CafeTiles();
      default:
        throw new IllegalStateException(name());
    }
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor, enlarged for four zooms beyond the deepest. */
  public TileOverlayOptions createOptions() {
    return createOptions(4);
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor, enlarged for overzoom zooms beyond the deepest. */
  public TileOverlayOptions createOptions(int overzoom) {
    switch (this) {
      case BASEMENT:
        return new MuseumBasementTiles().createOptions(overzoom);
      case GROUND_FLOOR:
        return new MuseumGroundFloorTiles().createOptions(overzoom);
      case ETAGE1_CAFE:
        return new MuseumEtage1CafeTiles().createOptions(overzoom);
      default:
        throw new IllegalStateException(name());
    }
  }
}
