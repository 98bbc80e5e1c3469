import Platform
package import TileModel

/// Geometry along great circles of a spherical Earth.
package enum GreatCircle {
  /// The radius of the sphere in metres on which lengths are measured: the mean radius of the Earth.
  package static let earthRadius = 6_371_009.0

  /// The length of the shortest way between two positions, in metres.
  package static func distance(
    from start: GeographicCoordinate, to end: GeographicCoordinate
  ) -> Double { earthRadius * angle(from: start, to: end) }

  /// The direction in which the shortest way to `end` leaves `start`.
  ///
  /// In degrees clockwise from north, in [0, 360), 0 for equal positions.
  package static func heading(
    from start: GeographicCoordinate, to end: GeographicCoordinate
  ) -> Double {
    let parts = Parts(start, end)
    guard parts.sideways != 0 || parts.ahead != 0 else { return 0 }
    return Degrees.wrappedBearing(atan2(parts.sideways, parts.ahead) * 180 / .pi)
  }

  /// The position reached from `start` in a direction.
  package static func offset(
    from start: GeographicCoordinate, distance: Double, heading: Double
  ) -> GeographicCoordinate {
    let angle = distance / earthRadius
    let (sinHeading, cosHeading) = Degrees.sineAndCosine(heading)
    let (sinStart, cosStart) = Degrees.sineAndCosine(start.latitude)
    let north = sinStart * cos(angle) + cosStart * sin(angle) * cosHeading
    let outward = cosStart * cos(angle) - sinStart * sin(angle) * cosHeading
    let sideways = sin(angle) * sinHeading
    return position(outward: outward, sideways: sideways, north: north, meridian: start.longitude)
  }

  /// The position at a fraction of the shortest way between two positions.
  ///
  /// Fraction 0 gives `start` and 1 `end`. The longitude is in [-180, 180). Between antipodes, where every
  /// direction is the shortest, the way is one of them.
  package static func interpolate(
    from start: GeographicCoordinate, to end: GeographicCoordinate, fraction: Double
  ) -> GeographicCoordinate {
    offset(
      from: start, distance: distance(from: start, to: end) * fraction,
      heading: heading(from: start, to: end))
  }

  /// In radians; precise from zero to antipodes.
  private static func angle(
    from start: GeographicCoordinate, to end: GeographicCoordinate
  ) -> Double {
    let parts = Parts(start, end)
    let across = (parts.sideways * parts.sideways + parts.ahead * parts.ahead).squareRoot()
    return atan2(across, parts.along)
  }

  private static func position(
    outward: Double, sideways: Double, north: Double, meridian: Double
  ) -> GeographicCoordinate {
    let equatorial = (outward * outward + sideways * sideways).squareRoot()
    return GeographicCoordinate(
      latitude: atan2(north, equatorial) * 180 / .pi,
      longitude: Degrees.wrappedLongitude(meridian + atan2(sideways, outward) * 180 / .pi))
  }

  /// The end position as a vector in the frame of the start: ahead is north, sideways is east and
  /// along is up.
  private struct Parts {
    var sideways: Double
    var ahead: Double
    var along: Double

    init(_ start: GeographicCoordinate, _ end: GeographicCoordinate) {
      let difference = Degrees.shortestDifference(
        fromLongitude: Degrees.wrappedLongitude(start.longitude),
        to: Degrees.wrappedLongitude(end.longitude))
      let (sinDifference, cosDifference) = Degrees.sineAndCosine(difference)
      let (sinStart, cosStart) = Degrees.sineAndCosine(start.latitude)
      let (sinEnd, cosEnd) = Degrees.sineAndCosine(end.latitude)
      let (sinRise, _) = Degrees.sineAndCosine(end.latitude - start.latitude)
      let (sinHalfDifference, _) = Degrees.sineAndCosine(difference / 2)
      sideways = cosEnd * sinDifference
      // cos a sin b - sin a cos b cos t, rewritten so that neighbours do not cancel.
      ahead = sinRise + 2 * sinStart * cosEnd * sinHalfDifference * sinHalfDifference
      along = sinStart * sinEnd + cosStart * cosEnd * cosDifference
    }
  }
}
