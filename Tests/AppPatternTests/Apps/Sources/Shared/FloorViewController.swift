import CoreLocation
import GoogleMaps
import UIKit

/// Shows the floors of a building once the map is close enough.
class FloorViewController: UIViewController, GMSMapViewDelegate {
  private let mapView = GMSMapView.map(
    withFrame: CGRect(x: 0, y: 0, width: 512, height: 512),
    camera: GMSCameraPosition.camera(withLatitude: 0, longitude: 0, zoom: 2))
  private var layers: [GMSTileLayer] = []
  private(set) var shown = -1
  private(set) var events: [String] = []
  let server: String

  init(server: String) {
    self.server = server
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func loadView() {
    mapView.mapType = .none
    mapView.delegate = self
    view = mapView
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    for floor in ["L0", "L1"] {
      layers.append(LayerLibrary.shared.layer(forFloor: floor, server: server))
    }
    show(floor: 0)
  }

  var map: GMSMapView { mapView }

  func show(floor: Int) {
    for layer in layers { layer.map = nil }
    shown = floor
    if layers.indices.contains(floor) { layers[floor].map = mapView }
  }

  func mapView(_ mapView: GMSMapView, willMove gesture: Bool) {
    events.append(gesture ? "drag" : "move")
  }

  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition) {
    show(floor: position.zoom < 3 ? 0 : 1)
  }

  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition) {
    events.append("idle \(position.zoom)")
  }
}
