import GoogleMaps

/// The layers that only Swift 5 compiles, with the SDK too: a receiver is handed to another thread.
func makeDownloadLayers(server: String) -> [GMSTileLayer] { [DownloadLayer(server: server)] }

/// Puts layers on a map once they are wanted, from any thread.
func show(_ layers: [GMSTileLayer], on map: GMSMapView) {
  DispatchQueue.main.async {
    for layer in layers { layer.map = map }
  }
}
