public import Foundation
import TileLayers

/// A figure on a map, with the names and rules of the Google Maps SDK for iOS.
///
/// Subclasses of this module are drawn. An app's own subclass draws nothing. Overlays are isolated to no
/// actor and hold no lock. They are changed on the main thread once they are on a map.
open class GMSOverlay: NSObject, NSCopying {
  /// Title of the overlay, `nil` by default.
  open var title: String?
  /// Whether a tap on the overlay is reported, `false` by default, `true` for markers.
  open var isTappable = false
  /// The drawing order among overlays and tile layers, a larger value above, 0 by default.
  ///
  /// Within a z-index later members are above, and markers are above all else.
  open var zIndex: Int32 = 0
  /// Data of the app, `nil` by default.
  open var userData: Any?

  private weak var owner: GMSMapView?

  /// The map that shows and retains the overlay.
  ///
  /// Setting it moves the overlay there.
  open var map: GMSMapView? {
    get { owner }
    set {
      guard newValue !== owner else { return }
      // SAFETY: the map uses overlays on the main thread alone.
      let member = MapMember(layer: self)
      owner?.remove(member)
      owner = newValue
      newValue?.add(member)
    }
  }

  /// Creates an overlay that is on no map.
  public override init() {}

  /// A copy of the overlay that is on no map.
  ///
  /// The copy of an app's subclass is of the class of this module that it extends.
  open func copy(with zone: NSZone? = nil) -> Any { withSharedValues(GMSOverlay()) }

  func withSharedValues<Overlay: GMSOverlay>(_ copy: Overlay) -> Overlay {
    (copy.title, copy.isTappable, copy.zIndex) = (title, isTappable, zIndex)
    copy.userData = userData
    return copy
  }

  func shapes(in projection: ScreenProjection) -> [SnapshotShape] { [] }
}

extension GMSOverlay: MapLayer {
  func leaveMap() { map = nil }
}
