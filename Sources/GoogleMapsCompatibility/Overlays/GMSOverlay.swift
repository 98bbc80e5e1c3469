public import Foundation
import TileLayers

/// A figure on a map, with the names and rules of the Google Maps SDK for iOS.
///
/// Subclasses of this module are drawn; an app's own subclass draws nothing. Like tile layers, overlays
/// are isolated to no actor; unlike them they hold no lock, and are changed on the main thread once they
/// are on a map.
open class GMSOverlay: NSObject, NSCopying {
  /// What the overlay is called; `nil` at first.
  open var title: String?
  /// Whether a tap on the overlay is told; `false` at first, `true` for markers.
  open var isTappable = false
  /// The drawing order among overlays and tile layers, a larger value above; 0 at first.
  ///
  /// Of equal ones what joined the map later is above, and markers are above all else.
  open var zIndex: Int32 = 0
  /// Whatever the app keeps with the overlay; `nil` at first.
  open var userData: Any?

  private weak var owner: GMSMapView?

  /// The map that shows the overlay and keeps it; setting it moves the overlay there.
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
  /// Of an app's own subclass it is an object of the class of this module that the subclass extends.
  open func copy(with zone: NSZone? = nil) -> Any { withSharedValues(GMSOverlay()) }

  /// Gives another overlay the values that overlays of all kinds have, but not the map.
  func withSharedValues<Overlay: GMSOverlay>(_ copy: Overlay) -> Overlay {
    (copy.title, copy.isTappable, copy.zIndex) = (title, isTappable, zIndex)
    copy.userData = userData
    return copy
  }

  /// What is drawn, from below.
  func shapes(in projection: ScreenProjection) -> [SnapshotShape] { [] }
}

extension GMSOverlay: MapLayer {
  func leaveMap() { map = nil }
}
