import TileModel

extension GMSMapView {
  /// The tile layers on the map in the order of drawing.
  ///
  /// By ascending z-index, equal ones in the order in which they joined. Not part of the SDK.
  public var tileLayers: [GMSTileLayer] {
    // The index makes the sort stable.
    members.withLock { $0 }.enumerated()
      .sorted { ($0.element.layer.zIndex, $0.offset) < ($1.element.layer.zIndex, $1.offset) }
      .compactMap { $0.element.layer as? GMSTileLayer }
  }
}
