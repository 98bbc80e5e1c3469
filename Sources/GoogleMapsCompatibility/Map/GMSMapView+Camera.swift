public import CoreLocationCompatibility
import Foundation
import TileLayers
public import UIKitCompatibility

extension GMSMapView {
  /// Camera of the map.
  ///
  /// Setting it moves the camera at once, within the limits of the map.
  public var camera: GMSCameraPosition {
    get { GMSCameraPosition(controller.position) }
    set {
      controller.position = newValue.position
      endAnimationUnlessMoving()
    }
  }

  /// Current projection of the map.
  public var projection: GMSProjection { GMSProjection(controller.projection) }

  /// Changes the camera at once.
  public func moveCamera(_ update: GMSCameraUpdate) {
    controller.move(update.update)
    endAnimationUnlessMoving()
  }

  /// The position that shows all of some bounds at the greatest zoom, north up and untilted.
  ///
  /// - Parameters:
  ///   - bounds: The bounds to show.
  ///   - insets: Room in points to leave around it, in addition to the map's padding.
  /// - Returns: The position, or `nil` when the bounds are not valid.
  public func camera(for bounds: GMSCoordinateBounds, insets: UIEdgeInsets) -> GMSCameraPosition? {
    controller.viewport.camera(fitting: bounds.bounds, insets: insets.viewInsets)
      .map { GMSCameraPosition($0) }
  }

  /// Whether the map would be drawn in the same way from both positions.
  public func areEqual(
    forRendering position: GMSCameraPosition, position otherPosition: GMSCameraPosition
  ) -> Bool {
    controller.viewport.constrained(position.position)
      == controller.viewport.constrained(otherPosition.position)
  }

  /// Animates to a position.
  public func animate(to cameraPosition: GMSCameraPosition) {
    animate(.camera(cameraPosition.position))
  }

  /// Animates to a target.
  public func animate(toLocation location: CLLocationCoordinate2D) {
    animate(.target(location.geographic))
  }

  /// Animates to a zoom, clamped to those of the map.
  public func animate(toZoom zoom: Float) { animate(.zoom(to: Double(zoom))) }

  /// Animates to a bearing in degrees, by the smaller rotation.
  public func animate(toBearing bearing: CLLocationDirection) { animate(.bearing(bearing)) }

  /// Animates to a tilt in degrees from straight down, clamped to what the zoom allows.
  public func animate(toViewingAngle viewingAngle: Double) { animate(.viewingAngle(viewingAngle)) }

  /// Animates a change.
  public func animate(with cameraUpdate: GMSCameraUpdate) { animate(cameraUpdate.update) }

  private func animate(_ update: CameraUpdate) {
    let seconds = CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double
    animate(update, duration: seconds.map { .seconds($0) } ?? animationDuration)
  }

  func animate(_ update: CameraUpdate, duration: Duration, timing: TimingCurve = .easeInOut) {
    let ended = CATransaction.beginAnimation()
    controller.animate(update, duration: duration, timing: timing, at: time)
    // An animation ends where the next one begins.
    endAnimation()
    animationEnded = ended
    endAnimationUnlessMoving()
  }

  func endAnimationUnlessMoving() { if motion.animation == nil { endAnimation() } }

  private func endAnimation() {
    let ended = animationEnded
    animationEnded = nil
    ended?()
  }
}
