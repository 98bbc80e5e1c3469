// Generated from a layer definition by tilepyramid; do not edit.

import com.google.android.gms.maps.GoogleMap
import com.google.android.gms.maps.model.TileOverlay
import com.google.android.gms.maps.model.TileOverlayOptions
import com.google.android.gms.maps.model.UrlTileProvider

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> ETAGE1_CAFE

// The floors of "Museum", in the order of the building: the
// identifier used in paths and URLs, the number of the storey, 0 at the ground, when known, and the
// name shown to people.
enum class MuseumFloor(val id: String, val level: Long?, val title: String) {
  BASEMENT("-1", -1L, "Basement"),
  GROUND_FLOOR("0", 0L, "Ground floor"),
  ETAGE1_CAFE("1a", null, "Étage 1 \"Café\"");

  /** The tiles of the floor. */
  fun createTileProvider(): UrlTileProvider = when (this) {
    BASEMENT -> MuseumBasementTiles()
    GROUND_FLOOR -> MuseumGroundFloorTiles()
    ETAGE1_CAFE -> MuseumEtage1CafeTiles()
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor, enlarged for overzoom zooms beyond the deepest. */
  @JvmOverloads
  fun createOptions(overzoom: Int = 4): TileOverlayOptions = when (this) {
    BASEMENT -> MuseumBasementTiles().createOptions(overzoom)
    GROUND_FLOOR -> MuseumGroundFloorTiles().createOptions(overzoom)
    ETAGE1_CAFE -> MuseumEtage1CafeTiles().createOptions(overzoom)
  }
}

/** Shows one floor at a time on a map; overzoom is as in createOptions. To be used on the main thread. */
class MuseumFloorSwitch @JvmOverloads constructor(
  private val map: GoogleMap, private val overzoom: Int = 4
) {
  private var overlay: TileOverlay? = null

  /** The floor on the map. */
  var floor: MuseumFloor? = null
    private set

  init {
    // Floors of the map's own would lie under these.
    map.setIndoorEnabled(false)
  }

  /** Shows a floor in place of the one before, or none. */
  fun show(floor: MuseumFloor?) {
    overlay?.remove()
    overlay = floor?.let { map.addTileOverlay(it.createOptions(overzoom)) }
    this.floor = floor
  }
}
