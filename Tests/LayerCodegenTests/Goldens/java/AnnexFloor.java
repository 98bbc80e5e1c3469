// Generated from a layer definition by tilepyramid; do not edit.

import com.google.android.gms.maps.model.TileOverlayOptions;
import com.google.android.gms.maps.model.UrlTileProvider;

// The floors of "Annex", in the order of the building.
public enum AnnexFloor {
  A("A", null, "A"),
  B("B", null, "B");

  /** The identifier used in paths and URLs. */
  public final String id;
  /** The number of the storey, 0 at the ground; null when unknown. */
  public final Long level;
  /** The name shown to people. */
  public final String title;

  AnnexFloor(String id, Long level, String title) {
    this.id = id;
    this.level = level;
    this.title = title;
  }

  /** The tiles of the floor. */
  public UrlTileProvider createTileProvider() {
    switch (this) {
      case A:
        return new AnnexATiles();
      case B:
        return new AnnexBTiles();
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
      case A:
        return new AnnexATiles().createOptions(overzoom);
      case B:
        return new AnnexBTiles().createOptions(overzoom);
      default:
        throw new IllegalStateException(name());
    }
  }
}
