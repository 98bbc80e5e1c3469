extension LayerDefinition {
  /// The bounds for clients that take a single box: clipped to the projected square, and -180 to
  /// 180 across the antimeridian.
  package var displayBounds: GeographicBounds {
    let limit = WebMercator.maximumLatitude
    func clip(_ value: Double, to limit: Double) -> Double { min(max(value, -limit), limit) }
    let crosses = bounds.west > bounds.east
    return GeographicBounds(
      west: crosses ? -180 : clip(bounds.west, to: 180), south: clip(bounds.south, to: limit),
      east: crosses ? 180 : clip(bounds.east, to: 180), north: clip(bounds.north, to: limit))
  }

  /// The smallest rectangle of whole samples of the deepest zoom around ``displayBounds``.
  ///
  /// GIS programs take the bounds in a database for the corners of a raster of whole samples.
  package var rasterBounds: MercatorBounds {
    let grid = TileGrid(tileSize: tileSize)
    let bounds = displayBounds.mercatorBounds[0]
    let northWest = grid.worldPixel(of: bounds.northWest, atZoom: maximumZoom)
    let southEast = grid.worldPixel(of: bounds.southEast, atZoom: maximumZoom)
    // Rounding of degrees adds no sample.
    let slack = 0.001
    let corners = [
      WorldPixelPoint(
        x: (northWest.x + slack).rounded(.down), y: (northWest.y + slack).rounded(.down)),
      WorldPixelPoint(x: (southEast.x - slack).rounded(.up), y: (southEast.y - slack).rounded(.up)),
    ].map { grid.mercator(of: $0, atZoom: maximumZoom) }
    return MercatorBounds(
      minX: corners[0].x, minY: corners[1].y, maxX: corners[1].x, maxY: corners[0].y)
  }

  /// The centre in degrees, at one level below the shallowest or at the deepest.
  package var displayCenter: (position: GeographicCoordinate, zoom: Int) {
    let clipped = displayBounds
    var longitude = (bounds.west + bounds.east) / 2
    if bounds.west > bounds.east { longitude += longitude > 0 ? -180 : 180 }
    return (
      GeographicCoordinate(latitude: (clipped.south + clipped.north) / 2, longitude: longitude),
      min(minimumZoom + 1, maximumZoom)
    )
  }
}
