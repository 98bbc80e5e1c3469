__head__
/*?isPacked*/
import android.content.Context;
/*.*/
import com.google.android.gms.maps.model.TileOverlayOptions;
import com.google.android.gms.maps.model.__providerType__;
/*?takesURL*/
import java.net.URL;
/*.*/

__notes__// The floors of __subject__, in the order of the building.
public enum __floorType__ {
  /*@floors*/
  __constant__(__id__, __storeys__, __floorName__)/*?last*/;/*:*/,/*.*/
  /*.*/

  /** The identifier used in paths and URLs. */
  public final String id;
  /** The number of the storey, 0 at the ground; null when unknown. */
  public final __number__ level;
  /** The name shown to people. */
  public final String title;

  __floorType__(String id, __number__ level, String title) {
    this.id = id;
    this.level = level;
    this.title = title;
  }

  /** The tiles of the floor/*?takesURL*/; base is the URL of the building's folder with a slash at the end/*.*/. */
  public __providerType__ createTileProvider(__parameters__) {
    switch (this) {
      /*@floors*/
      case __constant__:
        return /*@alternatives*/variant == __variantType__.__constant__ ? new __type__(/*?isRelative*/__base__/*.*/) : /*.*/new __type__(/*?isRelative*/__base__/*.*/);
      /*.*/
      default:
        throw new IllegalStateException(name());
    }
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor, enlarged for four zooms beyond the deepest. */
  public TileOverlayOptions createOptions(__parameters__) {
    return createOptions(/*?parameters*/__names__, /*.*/4);
  }

  /** What to pass to GoogleMap.addTileOverlay to show the floor, enlarged for overzoom zooms beyond the deepest. */
  public TileOverlayOptions createOptions(/*?parameters*/__parameters__, /*.*/int overzoom) {
    switch (this) {
      /*@floors*/
      case __constant__:
        return /*@alternatives*/variant == __variantType__.__constant__ ? new __type__(/*?isRelative*/__base__/*.*/).createOptions(overzoom) : /*.*/new __type__(/*?isRelative*/__base__/*.*/).createOptions(overzoom);
      /*.*/
      default:
        throw new IllegalStateException(name());
    }
  }
}
