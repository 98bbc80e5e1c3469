// Generated from a layer definition by tilepyramid; do not edit.

import com.google.android.gms.maps.model.TileOverlayOptions;
import com.google.android.gms.maps.model.UrlTileProvider;

// The floors of "Gallery", in the order of the building.
public enum GalleryFloor {
  GROUND_FLOOR("L0", 0L, "Ground floor"),
  FIRST_FLOOR("L1", 1L, "First floor");

  /** The identifier used in paths and URLs. */
  public final String id;
  /** The number of the storey, 0 at the ground; null when unknown. */
  public final Long level;
  /** The name shown to people. */
  public final String title;

  GalleryFloor(String id, Long level, String title) {
    this.id = id;
    this.level = level;
    this.title = title;
  }

  /** The tiles of the floor. */
  public UrlTileProvider createTileProvider(GalleryFloorVariant variant) {
    switch (this) {
      case GROUND_FLOOR:
        return variant == GalleryFloorVariant.DARK ? new GalleryGroundFloorDarkTiles() : new GalleryGroundFloorTiles();
      case FIRST_FLOOR:
        return variant == GalleryFloorVariant.DARK ? new GalleryFirstFloorDarkTiles() : new GalleryFirstFloorTiles();
      default:
        throw new IllegalStateException(name());
    }
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor, enlarged for four zooms beyond the deepest. */
  public TileOverlayOptions createOptions(GalleryFloorVariant variant) {
    return createOptions(variant, 4);
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor, enlarged for overzoom zooms beyond the deepest. */
  public TileOverlayOptions createOptions(GalleryFloorVariant variant, int overzoom) {
    switch (this) {
      case GROUND_FLOOR:
        return variant == GalleryFloorVariant.DARK ? new GalleryGroundFloorDarkTiles().createOptions(overzoom) : new GalleryGroundFloorTiles().createOptions(overzoom);
      case FIRST_FLOOR:
        return variant == GalleryFloorVariant.DARK ? new GalleryFirstFloorDarkTiles().createOptions(overzoom) : new GalleryFirstFloorTiles().createOptions(overzoom);
      default:
        throw new IllegalStateException(name());
    }
  }
}
