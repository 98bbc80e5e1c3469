public import Foundation

/// What the user may do with a map, and the controls on it.
///
/// The gestures bind ``GMSMapView/continueGesture(_:)``; buttons and pickers are kept and have no effect,
/// since a picture has no controls.
open class GMSUISettings: NSObject {
  /// Whether gestures may move the map; `true` at first.
  open var scrollGestures = true
  /// Whether gestures may zoom; `true` at first.
  open var zoomGestures = true
  /// Whether gestures may tilt; `true` at first.
  open var tiltGestures = true
  /// Whether gestures may rotate the map; `true` at first.
  open var rotateGestures = true
  /// Whether gestures of the view above are consumed; `true` at first, without effect.
  open var consumesGesturesInView = true
  /// Whether the map moves while it is rotated or zoomed; `true` at first, without effect.
  open var allowScrollGesturesDuringRotateOrZoom = true
  /// Whether there is a compass; `false` at first, without effect.
  open var compassButton = false
  /// Whether there is a button for the position of the device; `false` at first, without effect.
  open var myLocationButton = false
  /// Whether there is a picker for the levels of indoor maps; `true` at first, without effect.
  open var indoorPicker = true

  /// Allows or forbids all four gestures.
  open func setAllGesturesEnabled(_ enabled: Bool) {
    (scrollGestures, zoomGestures, tiltGestures, rotateGestures) = (
      enabled, enabled, enabled, enabled
    )
  }
}
