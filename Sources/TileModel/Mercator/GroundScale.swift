import Platform

/// How much longer than metres of the WGS 84 ellipsoid those of EPSG:3857 are, to the east and to the north.
///
/// The projection takes the ellipsoid for a sphere, so that the two differ by up to 0.67 %.
package struct GroundScale: Hashable, Sendable {
  /// Projected metres per metre to the east.
  package let east: Double
  /// Projected metres per metre to the north.
  package let north: Double

  /// Takes the scales at a projected `y`: the radius of the sphere over the radii of curvature in the prime
  /// vertical and in the meridian, each enlarged as the sphere is.
  package init(atY y: Double) {
    let squaredEccentricity = 0.006_694_379_990_141_317
    let sine = tanh(y / WebMercator.earthRadius)
    let share = 1 - squaredEccentricity * sine * sine
    east = share.squareRoot() * WebMercator.scaleFactor(atY: y)
    north = east * share / (1 - squaredEccentricity)
  }

  /// The metres on the ground of a step in projected metres.
  package func metres(_ x: Double, _ y: Double) -> Double {
    let (x, y) = (x / east, y / north)
    return (x * x + y * y).squareRoot()
  }
}
