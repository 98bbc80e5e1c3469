import CoreLocationCompatibility
public import Foundation
import TileLayers

extension GMSMapView {
  /// Taps a point of the view, as a finger does on a screen.
  ///
  /// The topmost tappable marker there is tapped, or else the topmost overlay, or else the position. A
  /// marker whose tap the delegate does not handle is selected, and the camera animates to it. Any other
  /// tap ends the selection. Nothing is above the horizon. It is not part of the SDK.
  public func tap(at point: CGPoint) {
    let screen = controller.projection
    let hit = overlays.last { overlay in
      overlay.isTappable && overlay.shapes(in: screen).contains { $0.contains(point.screenPoint) }
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
