// Generated from a layer definition by tilepyramid; do not edit.

import com.google.android.gms.maps.GoogleMap
import com.google.android.gms.maps.model.IndoorBuilding
import com.google.android.gms.maps.model.TileOverlay
import com.google.android.gms.maps.model.TileOverlayOptions
import com.google.android.gms.maps.model.UrlTileProvider

// The floors of "Gallery", in the order of the building: the
// identifier used in paths and URLs, the number of the storey, 0 at the ground, when known, and the
// name shown to people.
enum class GalleryFloor(val id: String, val level: Long?, val title: String) {
  GROUND_FLOOR("L0", 0L, "Ground floor"),
  FIRST_FLOOR("L1", 1L, "First floor");

  /** The tiles of the floor. */
  fun createTileProvider(variant: GalleryFloorVariant = GalleryFloorVariant.LIGHT): UrlTileProvider = when (this) {
    GROUND_FLOOR -> if (variant == GalleryFloorVariant.DARK) GalleryGroundFloorDarkTiles() else GalleryGroundFloorTiles()
    FIRST_FLOOR -> if (variant == GalleryFloorVariant.DARK) GalleryFirstFloorDarkTiles() else GalleryFirstFloorTiles()
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor, enlarged for overzoom zooms beyond the deepest. */
  @JvmOverloads
  fun createOptions(variant: GalleryFloorVariant = GalleryFloorVariant.LIGHT, overzoom: Int = 4): TileOverlayOptions = when (this) {
    GROUND_FLOOR -> if (variant == GalleryFloorVariant.DARK) GalleryGroundFloorDarkTiles().createOptions(overzoom) else GalleryGroundFloorTiles().createOptions(overzoom)
    FIRST_FLOOR -> if (variant == GalleryFloorVariant.DARK) GalleryFirstFloorDarkTiles().createOptions(overzoom) else GalleryFirstFloorTiles().createOptions(overzoom)
  }
}

/**
 * The looks in which floors can be shown. In a dark interface, `uiMode and Configuration.UI_MODE_NIGHT_MASK` of
 * the configuration is `Configuration.UI_MODE_NIGHT_YES`; Android creates the activity again where that changes.
 */
enum class GalleryFloorVariant { LIGHT, DARK }

/** Shows one floor at a time on a map, that of the level which the map's own floor picker chooses; overzoom is as in createOptions. To be used on the main thread. */
class GalleryFloorSwitch @JvmOverloads constructor(
  private val map: GoogleMap, private val overzoom: Int = 4
) : GoogleMap.OnIndoorStateChangeListener {
  private var overlay: TileOverlay? = null

  /** The floor on the map. */
  var floor: GalleryFloor? = null
    private set

  /** The variant in which floors are shown unless another is named. */
  var variant = GalleryFloorVariant.LIGHT
    private set

  init {
    map.setIndoorEnabled(true)
    map.setOnIndoorStateChangeListener(this)
    onIndoorBuildingFocused()
  }

  /** Shows the floor of the level that a building in the middle of the map has. */
  override fun onIndoorBuildingFocused() {
    map.focusedBuilding?.let { onIndoorLevelActivated(it) }
  }

  /**
   * Shows the floor of the level, and none for a level that is no floor.
   *
   * It is the floor whose identifier or name is the level's short name or name, in capitals or not; else
   * the one in the same place from the top, where the map's building has as many levels as there are floors.
   */
  override fun onIndoorLevelActivated(building: IndoorBuilding) {
    val place = building.activeLevelIndex
    val level = building.levels.getOrNull(place) ?: return
    val floors = GalleryFloor.values()
    val named = floors.firstOrNull { floor ->
      listOf(level.shortName, level.name).any {
        it.equals(floor.id, ignoreCase = true) || it.equals(floor.title, ignoreCase = true)
      }
    }
    val isAlike = building.levels.size == floors.size
    show(named ?: if (isAlike) floors[floors.size - 1 - place] else null)
  }

  /** Shows a floor in place of the one before, or none. */
  fun show(floor: GalleryFloor?, variant: GalleryFloorVariant = this.variant) {
    overlay?.remove()
    overlay = floor?.let { map.addTileOverlay(it.createOptions(variant, overzoom)) }
    this.floor = floor
    this.variant = variant
  }
}
