import TileModel

extension GeographicBounds {
  /// The same bounds with both longitudes within ±180, however they were counted: from 0 to 360, or on
  /// beyond the antimeridian.
  ///
  /// Those across the antimeridian have west > east, and those of a whole revolution that does not begin
  /// there west = east.
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

  /// Confirms that latitudes are on the globe, and longitudes on it in some way of counting them.
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
