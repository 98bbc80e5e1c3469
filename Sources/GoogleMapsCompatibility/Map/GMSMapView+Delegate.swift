import TileLayers

extension GMSMapView {
  /// Listener of the map's events.
  public weak var delegate: (any GMSMapViewDelegate)? {
    get { listener as? any GMSMapViewDelegate }
    set {
      listener = newValue
      controller.onEvent = { [weak self, weak delegate = newValue] event in
        guard let self, let delegate else { return }
        switch event {
        case .willMove(let byGesture): delegate.mapView(self, willMove: byGesture)
        case .didChange(let position):
          delegate.mapView(self, didChange: GMSCameraPosition(position))
        case .idle(let position): delegate.mapView(self, idleAt: GMSCameraPosition(position))
        }
      }
    }
  }

  /// The marker chosen by a tap or by the app, `nil` by default.
  public var selectedMarker: GMSMarker? {
    get { chosenMarker as? GMSMarker }
    set { chosenMarker = newValue }
  }
}
