extension LayerDefinition {
  /// The bounds as clients of the single-box kind understand them: within the square of the
  /// projection, and -180 to 180 when the layer crosses the antimeridian.
  package var displayBounds: GeographicBounds {
    let limit = WebMercator.maximumLatitude
    func clip(_ value: Double, to limit: Double) -> Double { min(max(value, -limit), limit) }
    let crosses = bounds.west > bounds.east
    return GeographicBounds(
      west: crosses ? -180 : clip(bounds.west, to: 180),
      south: clip(bounds.south, to: limit),
      east: crosses ? 180 : clip(bounds.east, to: 180),
      north: clip(bounds.north, to: limit))
  }

  /// The middle of the bounds in degrees, at one level below the shallowest or at the deepest.
  package var displayCenter: (position: GeographicCoordinate, zoom: Int) {
    let clipped = displayBounds
    var longitude = (bounds.west + bounds.east) / 2
    if bounds.west > bounds.east { longitude += longitude > 0 ? -180 : 180 }
    return (
      GeographicCoordinate(
        latitude: (clipped.south + clipped.north) / 2, longitude: longitude),
      min(minimumZoom + 1, maximumZoom)
    )
  }
}
