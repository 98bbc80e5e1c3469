__head__
/*?isPacked*/
import android.content.Context
/*.*/
import com.google.android.gms.maps.GoogleMap
/*?follows*/
import com.google.android.gms.maps.model.IndoorBuilding
/*.*/
import com.google.android.gms.maps.model.TileOverlay
import com.google.android.gms.maps.model.TileOverlayOptions
import com.google.android.gms.maps.model.__providerType__
/*?takesURL*/
import java.net.URL
/*.*/

__notes__// The floors of __subject__, in the order of the building: the
// identifier used in paths and URLs, the number of the storey, 0 at the ground, when known, and the
// name shown to people.
enum class __floorType__(val id: String, val level: __number__?, val title: String) {
  /*@floors*/
  __constant__(__id__, __storeys__, __floorName__)/*?last*/;/*:*/,/*.*/
  /*.*/

  /** The tiles of the floor/*?takesURL*/; base is the URL of the building's folder with a slash at the end/*.*/. */
  fun createTileProvider(__parameters__): __providerType__ = when (this) {
    /*@floors*/
    __constant__ -> /*@alternatives*/if (variant == __variantType__.__constant__) __type__(/*?isRelative*/__base__/*.*/) else /*.*/__type__(/*?isRelative*/__base__/*.*/)
    /*.*/
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor, enlarged for overzoom zooms beyond the deepest. */
  @JvmOverloads
  fun createOptions(/*?parameters*/__parameters__, /*.*/overzoom: Int = 4): TileOverlayOptions = when (this) {
    /*@floors*/
    __constant__ -> /*@alternatives*/if (variant == __variantType__.__constant__) __type__(/*?isRelative*/__base__/*.*/).createOptions(overzoom) else /*.*/__type__(/*?isRelative*/__base__/*.*/).createOptions(overzoom)
    /*.*/
  }
}

/*?hasVariants*/
__variantComment__
enum class __variantType__ { /*@variants*/__constant__/*!last*/, /*.*//*.*/ }

/*.*/
/** Shows one floor at a time on a map__followComment__; overzoom is as in createOptions. To be used on the main thread. */
class __switchName__ @JvmOverloads constructor(
  private val map: GoogleMap/*?base*/, private val __base__: __baseType__/*.*/, private val overzoom: Int = 4
)/*?follows*/ : GoogleMap.OnIndoorStateChangeListener/*.*/ {
  private var overlay: TileOverlay? = null

  /** The floor on the map. */
  var floor: __floorType__? = null
    private set

  /*?hasVariants*/
  /** The variant in which floors are shown unless another is named. */
  var variant = __variantType__.__firstVariant__
    private set

  /*.*/
  /*?follows*/
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
    val floors = __floorType__.values()
    val named = floors.firstOrNull { floor ->
      listOf(level.shortName, level.name).any {
        it.equals(floor.id, ignoreCase = true) || it.equals(floor.title, ignoreCase = true)
      }
    }
    val isAlike = building.levels.size == floors.size
    show(named ?: if (isAlike) floors[floors.size - 1 - place] else null)
  }

  /*.*/
  /*?switchesOff*/
  init {
    // Floors of the map's own would lie under these.
    map.setIndoorEnabled(false)
  }

  /*.*/
  /** Shows a floor in place of the one before, or none. */
  fun show(floor: __floorType__?/*?hasVariants*/, variant: __variantType__ = this.variant/*.*/) {
    overlay?.remove()
    overlay = floor?.let { map.addTileOverlay(it.createOptions(__arguments__)) }
    this.floor = floor
    /*?hasVariants*/
    this.variant = variant
    /*.*/
  }
}
