public import CoreLocationCompatibility
public import Foundation
package import TileLayers
public import UIKitCompatibility

/// A change of a map's camera, for ``GMSMapView/moveCamera(_:)`` and ``GMSMapView/animate(with:)``.
public final class GMSCameraUpdate: Sendable {
  package let update: CameraUpdate

  private init(_ update: CameraUpdate) { self.update = update }

  /// One level in.
  public class func zoomIn() -> GMSCameraUpdate { GMSCameraUpdate(.zoomIn) }

  /// One level out.
  public class func zoomOut() -> GMSCameraUpdate { GMSCameraUpdate(.zoomOut) }

  /// Adds to the zoom.
  ///
  /// Negative values zoom out.
  public class func zoom(by delta: Float) -> GMSCameraUpdate {
    GMSCameraUpdate(.zoom(by: Double(delta)))
  }

  /// Sets the zoom.
  public class func zoom(to zoom: Float) -> GMSCameraUpdate {
    GMSCameraUpdate(.zoom(to: Double(zoom)))
  }

  /// Adds to the zoom about a fixed point of the view.
  public class func zoom(by zoom: Float, at point: CGPoint) -> GMSCameraUpdate {
    GMSCameraUpdate(.zoom(by: Double(zoom), at: point.screenPoint))
  }

  /// Sets the target.
  public class func setTarget(_ target: CLLocationCoordinate2D) -> GMSCameraUpdate {
    GMSCameraUpdate(.target(target.geographic))
  }

  /// Sets the target and the zoom.
  public class func setTarget(
    _ target: CLLocationCoordinate2D, zoom: Float
  ) -> GMSCameraUpdate { GMSCameraUpdate(.target(target.geographic, zoom: Double(zoom))) }

  /// Sets everything.
  public class func setCamera(_ camera: GMSCameraPosition) -> GMSCameraUpdate {
    GMSCameraUpdate(.camera(camera.position))
  }

  /// Shows all of some bounds at the greatest zoom, north up and untilted, with margins of 64 points.
  ///
  /// Invalid bounds change nothing.
  public class func fit(_ bounds: GMSCoordinateBounds) -> GMSCameraUpdate {
    GMSCameraUpdate(.fit(bounds.bounds))
  }

  /// Shows all of some bounds with the same margin in points on every side.
  ///
  /// The zoom is the lowest where the margins leave no room.
  public class func fit(
    _ bounds: GMSCoordinateBounds, withPadding padding: CGFloat
  ) -> GMSCameraUpdate { GMSCameraUpdate(.fit(bounds.bounds, padding: Double(padding))) }

  /// Shows all of some bounds with a margin for each side.
  public class func fit(
    _ bounds: GMSCoordinateBounds, with edgeInsets: UIEdgeInsets
  ) -> GMSCameraUpdate {
    GMSCameraUpdate(.fit(bounds.bounds, insets: edgeInsets.viewInsets))
  }

  /// Moves the camera by points of the view: positive x to the right, positive y down.
  public class func scrollBy(x dX: CGFloat, y dY: CGFloat) -> GMSCameraUpdate {
    GMSCameraUpdate(.scroll(x: Double(dX), y: Double(dY)))
  }
}
