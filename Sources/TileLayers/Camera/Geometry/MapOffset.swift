import Platform
package import TileModel

/// A displacement on the flat Web Mercator map, in points of a camera's zoom.
///
/// Displacements are computed from differences of angles, never as differences of world coordinates. At
/// zoom 30 the world is 2.7e11 points wide and a world coordinate resolves 3e-5 points. A displacement
/// between neighbours keeps its full precision.
package struct MapOffset: Hashable, Sendable {
  package var east: Double
  package var north: Double

  package init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  /// The displacement between two positions along the short way round the world.
  ///
  /// A pole is infinitely far away.
  package init(from start: GeographicCoordinate, to end: GeographicCoordinate, worldSize: Double) {
    let difference = Degrees.shortestDifference(
      fromLongitude: Degrees.wrappedLongitude(start.longitude),
      to: Degrees.wrappedLongitude(end.longitude))
    let halfRise = (end.latitude - start.latitude) / 2 * .pi / 180
    let middle = (end.latitude + start.latitude) / 2 * .pi / 180
    // With the isometric latitude ψ = 2 atanh(tan(φ/2)):
    // tanh((ψ₂ - ψ₁) / 2) = sin((φ₂ - φ₁) / 2) / cos((φ₂ + φ₁) / 2).
    let isPole = abs(end.latitude) >= 90
    let ratio = isPole ? (end.latitude < 0 ? -1 : 1) : sin(halfRise) / cos(middle)
    self.init(east: difference / 360 * worldSize, north: atanh(ratio) / .pi * worldSize)
  }
}

extension GeographicCoordinate {
  /// The position at a displacement on the map.
  ///
  /// It is the inverse of ``MapOffset``'s measurement. The longitude of the result is wrapped into [-180, 180).
  /// Its latitude approaches the poles but is not limited to the square of the projection.
  package func moved(by offset: MapOffset, worldSize: Double) -> GeographicCoordinate {
    let (sine, cosine) = Degrees.sineAndCosine(latitude)
    let half = tanh(offset.north / worldSize * .pi)
    let rise = 2 * atan(half * cosine / (1 + half * sine)) * 180 / .pi
    return GeographicCoordinate(
      latitude: latitude + rise,
      longitude: Degrees.wrappedLongitude(longitude + offset.east / worldSize * 360))
  }
}
