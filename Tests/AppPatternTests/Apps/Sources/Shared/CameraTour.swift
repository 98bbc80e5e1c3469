import GoogleMaps

/// Flies from stop to stop: each leg begins when the one before has come to rest.
@MainActor
final class CameraTour: NSObject, GMSMapViewDelegate {
  private let mapView: GMSMapView
  private var stops: [GMSCameraPosition]
  private(set) var visited: [Float] = []

  init(mapView: GMSMapView, stops: [GMSCameraPosition]) {
    self.mapView = mapView
    self.stops = stops
    super.init()
    mapView.delegate = self
  }

  func start() { next() }

  private func next() {
    guard !stops.isEmpty else { return }
    CATransaction.begin()
    CATransaction.setValue(NSNumber(value: 2.0), forKey: kCATransactionAnimationDuration)
    mapView.animate(to: stops.removeFirst())
    CATransaction.commit()
  }

  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition) {
    visited.append(position.zoom)
    next()
  }
}
