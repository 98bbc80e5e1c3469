// Generated from a layer definition by tilepyramid; do not edit.

import com.google.android.gms.maps.GoogleMap
import com.google.android.gms.maps.model.TileOverlay
import com.google.android.gms.maps.model.TileOverlayOptions
import com.google.android.gms.maps.model.UrlTileProvider

// The floors of "Annex", in the order of the building: the
// identifier used in paths and URLs, the number of the storey, 0 at the ground, when known, and the
// name shown to people.
enum class AnnexFloor(val id: String, val level: Long?, val title: String) {
  A("A", null, "A"),
  B("B", null, "B");

  /** The tiles of the floor. */
  fun createTileProvider(): UrlTileProvider = when (this) {
    A -> AnnexATiles()
    B -> AnnexBTiles()
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor. */
  fun createOptions(): TileOverlayOptions = when (this) {
    A -> AnnexATiles().createOptions()
    B -> AnnexBTiles().createOptions()
  }
}

/** Shows one floor at a time on a map; to be used on the main thread. */
class AnnexFloorSwitch(private val map: GoogleMap) {
  private var overlay: TileOverlay? = null

  /** The floor on the map. */
  var floor: AnnexFloor? = null
    private set

  init {
    // Floors of the map's own would lie under these.
    map.setIndoorEnabled(false)
  }

  /** Shows a floor in place of the one before, or none. */
  fun show(floor: AnnexFloor?) {
    overlay?.remove()
    overlay = floor?.let { map.addTileOverlay(it.createOptions()) }
    this.floor = floor
  }
}
