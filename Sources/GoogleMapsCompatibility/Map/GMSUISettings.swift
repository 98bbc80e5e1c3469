public import Foundation

/// Gestures and controls of a map.
///
/// The gestures bind ``GMSMapView/continueGesture(_:)``. Buttons and pickers have no effect, since a
/// picture has no controls.
open class GMSUISettings: NSObject {
  /// Whether gestures may move the map, `true` by default.
  open var scrollGestures = true
  /// Whether gestures may zoom, `true` by default.
  open var zoomGestures = true
  /// Whether gestures may tilt, `true` by default.
  open var tiltGestures = true
  /// Whether gestures may rotate the map, `true` by default.
  open var rotateGestures = true
  /// Whether gestures of the view above are consumed, `true` by default, without effect.
  open var consumesGesturesInView = true
  /// Whether the map moves while it is rotated or zoomed, `true` by default, without effect.
  open var allowScrollGesturesDuringRotateOrZoom = true
  /// Whether there is a compass, `false` by default, without effect.
  open var compassButton = false
  /// Whether there is a button for the position of the device, `false` by default, without effect.
  open var myLocationButton = false
  /// Whether there is a picker for the levels of indoor maps, `true` by default, without effect.
  open var indoorPicker = true

  /// Allows or forbids all four gestures.
  open func setAllGesturesEnabled(_ enabled: Bool) {
    (scrollGestures, zoomGestures, tiltGestures, rotateGestures) = (
      enabled, enabled, enabled, enabled
    )
  }
}
