import TileLayers

extension GMSMapView {
  /// Listener of the map's events.
  public weak var delegate: (any GMSMapViewDelegate)? {
    get { (listener as? CameraListener)?.delegate }
    set {
      let listener = CameraListener(map: self, delegate: newValue)
      self.listener = listener
      controller.delegate = listener
    }
  }

  /// The marker chosen by a tap or by the app, `nil` by default.
  public var selectedMarker: GMSMarker? {
    get { chosenMarker as? GMSMarker }
    set { chosenMarker = newValue }
  }
}

/// Forwards camera events to a map's delegate.
@MainActor
private final class CameraListener: CameraControllerDelegate {
  private weak var map: GMSMapView?
  private(set) weak var delegate: (any GMSMapViewDelegate)?

  init(map: GMSMapView, delegate: (any GMSMapViewDelegate)?) {
    (self.map, self.delegate) = (map, delegate)
  }

  func cameraController(_ controller: CameraController, willMoveByGesture gesture: Bool) {
    guard let map else { return }
    delegate?.mapView(map, willMove: gesture)
  }

  func cameraController(_ controller: CameraController, didChange position: CameraPosition) {
    guard let map else { return }
    delegate?.mapView(map, didChange: GMSCameraPosition(position))
  }

  func cameraController(_ controller: CameraController, didBecomeIdleAt position: CameraPosition) {
    guard let map else { return }
    delegate?.mapView(map, idleAt: GMSCameraPosition(position))
  }
}
