extension GMSOverlay: MapLayer {
  /// The map that shows the overlay and keeps it; setting it moves the overlay there.
  public var map: GMSMapView? {
    get { owner as? GMSMapView }
    set {
      guard newValue !== owner else { return }
      // SAFETY: the map uses overlays on the main thread alone.
      let member = MapMember(layer: self)
      map?.remove(member)
      owner = newValue
      newValue?.add(member)
    }
  }

  func leaveMap() { map = nil }
}
