import TileLayers

extension GMSMapView {
  /// Is told what the map does.
  public weak var delegate: (any GMSMapViewDelegate)? {
    get { (listener as? CameraListener)?.delegate }
    set {
      let listener = CameraListener(map: self, delegate: newValue)
      self.listener = listener
      controller.delegate = listener
    }
  }

  /// The marker chosen by a tap or by the app; `nil` at first.
  public var selectedMarker: GMSMarker? {
    get { chosenMarker as? GMSMarker }
    set { chosenMarker = newValue }
  }
}

/// Tells a map's delegate what its camera does.
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

  func cameraController(
    _ controller: CameraController, didBecomeIdleAt position: CameraPosition
  ) {
    guard let map else { return }
    delegate?.mapView(map, idleAt: GMSCameraPosition(position))
  }
}
