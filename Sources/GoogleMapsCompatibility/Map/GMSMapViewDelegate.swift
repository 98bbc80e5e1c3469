public import CoreLocationCompatibility
public import UIKitCompatibility

/// The listener of a map's events, with empty default methods.
///
/// A movement of the camera is announced first. Every position shown and the final one follow, then
/// idleness.
@preconcurrency @MainActor
public protocol GMSMapViewDelegate: AnyObject {
  /// The camera begins to move, by a gesture or not.
  func mapView(_ mapView: GMSMapView, willMove gesture: Bool)
  /// The camera is at another position.
  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition)
  /// The camera has come to rest.
  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition)
  /// The user tapped a position that is no marker.
  func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D)
  /// The user held a finger on a position.
  func mapView(_ mapView: GMSMapView, didLongPressAt coordinate: CLLocationCoordinate2D)
  /// The user tapped a marker.
  ///
  /// `true` keeps the map from selecting it and moving the camera there.
  func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool
  /// The user tapped another overlay that can be tapped.
  func mapView(_ mapView: GMSMapView, didTap overlay: GMSOverlay)
  /// The user tapped the information window of a marker.
  func mapView(_ mapView: GMSMapView, didTapInfoWindowOf marker: GMSMarker)
  /// The user held a finger on the information window of a marker.
  func mapView(_ mapView: GMSMapView, didLongPressInfoWindowOf marker: GMSMarker)
  /// The information window of a marker was closed.
  func mapView(_ mapView: GMSMapView, didCloseInfoWindowOf marker: GMSMarker)
  /// The view to show as the information window of a marker.
  func mapView(_ mapView: GMSMapView, markerInfoWindow marker: GMSMarker) -> UIView?
  /// The view to show within the usual information window of a marker.
  func mapView(_ mapView: GMSMapView, markerInfoContents marker: GMSMarker) -> UIView?
  /// The user begins to move a marker.
  func mapView(_ mapView: GMSMapView, didBeginDragging marker: GMSMarker)
  /// The user moves a marker.
  func mapView(_ mapView: GMSMapView, didDrag marker: GMSMarker)
  /// The user has moved a marker.
  func mapView(_ mapView: GMSMapView, didEndDragging marker: GMSMarker)
  /// The user tapped a position of the map below the layers.
  func mapView(
    _ mapView: GMSMapView, didTapPOIWithPlaceID placeID: String, name: String,
    location: CLLocationCoordinate2D)
  /// The user tapped the mark of the device's position.
  func mapView(_ mapView: GMSMapView, didTapMyLocation location: CLLocationCoordinate2D)
  /// The user tapped the button for the device's position.
  ///
  /// `true` keeps the camera in place.
  func didTapMyLocationButton(for mapView: GMSMapView) -> Bool
  /// Tiles are being requested.
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
  /// Answers `false`.
  public func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool { false }
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTap overlay: GMSOverlay) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTapInfoWindowOf marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didLongPressInfoWindowOf marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didCloseInfoWindowOf marker: GMSMarker) {}
  /// Answers `nil`.
  public func mapView(_ mapView: GMSMapView, markerInfoWindow marker: GMSMarker) -> UIView? { nil }
  /// Answers `nil`.
  public func mapView(_ mapView: GMSMapView, markerInfoContents marker: GMSMarker) -> UIView? {
    nil
  }
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didBeginDragging marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didDrag marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didEndDragging marker: GMSMarker) {}
  /// Does nothing.
  public func mapView(
    _ mapView: GMSMapView, didTapPOIWithPlaceID placeID: String, name: String,
    location: CLLocationCoordinate2D
  ) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTapMyLocation location: CLLocationCoordinate2D) {}
  /// Answers `false`.
  public func didTapMyLocationButton(for mapView: GMSMapView) -> Bool { false }
  /// Does nothing.
  public func mapViewDidStartTileRendering(_ mapView: GMSMapView) {}
  /// Does nothing.
  public func mapViewDidFinishTileRendering(_ mapView: GMSMapView) {}
  /// Does nothing.
  public func mapViewSnapshotReady(_ mapView: GMSMapView) {}
}
