import GoogleMaps
import UIKit

/// Draws rooms, a way and places of interest over a floor plan, and tells what was tapped.
final class FloorDrawing: NSObject, GMSMapViewDelegate {
  private let mapView: GMSMapView
  private var overlays: [GMSOverlay] = []
  private(set) var tapped: [String] = []

  @MainActor
  init(mapView: GMSMapView) {
    self.mapView = mapView
    super.init()
    mapView.delegate = self
  }

  @MainActor
  func draw(around center: CLLocationCoordinate2D, icon: UIImage?) {
    func coordinate(_ east: CLLocationDegrees, _ north: CLLocationDegrees) -> CLLocationCoordinate2D
    {
      CLLocationCoordinate2D(
        latitude: center.latitude + north, longitude: center.longitude + east)
    }
    func path(_ positions: [CLLocationCoordinate2D]) -> GMSMutablePath {
      let path = GMSMutablePath()
      positions.forEach { path.add($0) }
      return path
    }

    let room = GMSPolygon(
      path: path([
        coordinate(-40, -20), coordinate(40, -20), coordinate(40, 20), coordinate(-40, 20),
      ]))
    room.holes = [
      path([coordinate(-5, -5), coordinate(5, -5), coordinate(5, 5), coordinate(-5, 5)])
    ]
    room.fillColor = UIColor(red: 0, green: 0.5, blue: 1, alpha: 0.4)
    room.strokeColor = .black
    room.strokeWidth = 2
    room.isTappable = true
    room.title = "Room"
    room.userData = ["room": 12]

    let way = GMSPolyline(
      path: path([coordinate(-30, 10), coordinate(0, 10), coordinate(30, -10)]))
    way.strokeWidth = 5
    way.spans = [
      GMSStyleSpan(color: .red),
      GMSStyleSpan(style: GMSStrokeStyle.gradient(from: .red, to: .yellow)),
    ]
    way.zIndex = 2

    let beacon = GMSCircle(position: coordinate(20, 15), radius: 300_000)
    beacon.fillColor = UIColor.green.withAlphaComponent(0.5)
    beacon.strokeColor = nil
    beacon.isTappable = true
    beacon.title = "Beacon"
    beacon.zIndex = 1

    let photo = GMSGroundOverlay(
      bounds: GMSCoordinateBounds(
        coordinate: coordinate(-30, -15), coordinate: coordinate(-20, -8)),
      icon: icon)
    photo.bearing = 20

    let entrance = GMSMarker(position: coordinate(0, 0))
    entrance.title = "Entrance"
    entrance.snippet = "Ground floor"
    entrance.icon = GMSMarker.markerImage(with: .blue)
    entrance.appearAnimation = .pop

    overlays = [room, way, beacon, photo, entrance]
    for overlay in overlays { overlay.map = mapView }
  }

  @MainActor
  func remove() {
    for overlay in overlays { overlay.map = nil }
  }

  func mapView(_ mapView: GMSMapView, didTap overlay: GMSOverlay) {
    tapped.append(overlay.title ?? "")
    (overlay as? GMSPolygon)?.fillColor = .orange
  }

  func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool {
    tapped.append(marker.title ?? "")
    return true
  }
}
