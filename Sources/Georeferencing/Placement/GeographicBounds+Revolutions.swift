import TileModel

extension GeographicBounds {
  /// Brings both longitudes within ±180.
  ///
  /// Bounds across the antimeridian have west > east. A whole revolution from another meridian has west =
  /// east.
  func oneWorld(location: String) throws(GeoreferenceError) -> GeographicBounds {
    try checkNumbers(location: location)
    guard south < north, west != east else { throw .emptyBounds(self, location: location) }
    guard west.magnitude > 180 || east.magnitude > 180 else { return self }
    let width = west < east ? east - west : east - west + 360
    guard width > 0 else { throw .emptyBounds(self, location: location) }
    guard width <= 360 else { throw .widerThanWorld(location: location) }
    let start = west.wrapped(around: 0, halfTurn: 180)
    let end = start + width
    return GeographicBounds(
      west: start, south: south, east: end > 180 ? end - 360 : end, north: north)
  }

  func checkNumbers(location: String) throws(GeoreferenceError) {
    for latitude in [south, north] {
      try GeographicCoordinate(latitude: latitude, longitude: 0)
        .checkedForDegrees(location: location)
    }
    for longitude in [west, east] {
      guard longitude.isFinite else { throw .notFinite(location: location) }
      guard longitude.magnitude <= 720 else {
        throw .longitudeBeyondAntimeridian(longitude, location: location)
      }
    }
  }
}
