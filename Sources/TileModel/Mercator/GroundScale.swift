import Platform

/// Metres of EPSG:3857 per metre on the WGS 84 ellipsoid, to the east and to the north.
///
/// The projection takes the ellipsoid for a sphere, so that the two differ by up to 0.67 %.
package struct GroundScale: Hashable, Sendable {
  /// Projected metres per metre to the east.
  package let east: Double
  /// Projected metres per metre to the north.
  package let north: Double

  /// Scales at a projected `y`: the sphere's radius over the radii of curvature in prime vertical
  /// and meridian, times the scale factor.
  package init(atY y: Double) {
    let squaredEccentricity = 0.006_694_379_990_141_317
    let sine = tanh(y / WebMercator.earthRadius)
    let share = 1 - squaredEccentricity * sine * sine
    east = share.squareRoot() * WebMercator.scaleFactor(atY: y)
    north = east * share / (1 - squaredEccentricity)
  }

  /// Metres on the ground of a step in projected metres.
  package func metres(_ x: Double, _ y: Double) -> Double {
    let (x, y) = (x / east, y / north)
    return (x * x + y * y).squareRoot()
  }
}
