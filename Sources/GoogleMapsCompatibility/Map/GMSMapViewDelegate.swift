public import CoreLocationCompatibility

/// Is told what a map does; every method does nothing unless implemented.
///
/// Of one movement of the camera it is told that it will move, then every position shown and always
/// the final one, then that it is idle.
@preconcurrency @MainActor
public protocol GMSMapViewDelegate: AnyObject {
  /// The camera begins to move, by a gesture or not.
  func mapView(_ mapView: GMSMapView, willMove gesture: Bool)
  /// The camera is at another position.
  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition)
  /// The camera has come to rest.
  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition)
  /// The user tapped a place that is no marker.
  func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D)
  /// The user held a finger on a place.
  func mapView(_ mapView: GMSMapView, didLongPressAt coordinate: CLLocationCoordinate2D)
  /// Tiles are being asked for.
  func mapViewDidStartTileRendering(_ mapView: GMSMapView)
  /// All tiles are there or have failed for good.
  func mapViewDidFinishTileRendering(_ mapView: GMSMapView)
  /// The picture will not change by itself.
  func mapViewSnapshotReady(_ mapView: GMSMapView)
}

extension GMSMapViewDelegate {
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, willMove gesture: Bool) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didLongPressAt coordinate: CLLocationCoordinate2D) {}
  /// Does nothing.
  public func mapViewDidStartTileRendering(_ mapView: GMSMapView) {}
  /// Does nothing.
  public func mapViewDidFinishTileRendering(_ mapView: GMSMapView) {}
  /// Does nothing.
  public func mapViewSnapshotReady(_ mapView: GMSMapView) {}
}
