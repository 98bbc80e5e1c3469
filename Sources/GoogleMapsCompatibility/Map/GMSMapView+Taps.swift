import CoreLocationCompatibility
public import Foundation
import TileLayers

extension GMSMapView {
  /// Taps a point of the view, as a finger does on a screen; not part of the SDK.
  ///
  /// The topmost marker, or else the topmost other overlay, that is drawn there and can be tapped is
  /// tapped, and without one the position. A marker whose tap the delegate does not handle is chosen,
  /// and the camera animates to it; any other tap ends the choice. Above the horizon nothing is tapped.
  public func tap(at point: CGPoint) {
    let screen = controller.projection
    let hit = overlays.last { overlay in
      overlay.isTappable
        && overlay.shapes(in: screen).contains { $0.contains(point.screenPoint) }
    }
    if let marker = hit as? GMSMarker {
      if delegate?.mapView(self, didTap: marker) ?? false { return }
      if selectedMarker !== marker { closeInfoWindow() }
      selectedMarker = marker
      animate(toLocation: marker.position)
      return
    }
    let coordinate = projection.coordinate(for: point)
    guard hit != nil || CLLocationCoordinate2DIsValid(coordinate) else { return }
    closeInfoWindow()
    if let hit {
      delegate?.mapView(self, didTap: hit)
    } else {
      delegate?.mapView(self, didTapAt: coordinate)
    }
  }

  private func closeInfoWindow() {
    guard let marker = selectedMarker else { return }
    selectedMarker = nil
    delegate?.mapView(self, didCloseInfoWindowOf: marker)
  }
}
