import Platform
import TileModel

/// Tells when latitudes and longitudes were probably exchanged.
///
/// Exchanging them reflects the image and changes the ratio of a pixel's sides. The caller is asked where
/// that turns a mirrored image or clearly oblong pixels into upright, square ones.
enum ExchangedAxes {
  /// A pixel of the image and its stated position.
  private typealias Pair = (pixel: PixelPoint, position: GeographicCoordinate)

  static func warning(
    _ resolved: ResolvedGeoreference, placement: Placement?, size: PixelSize
  ) -> String? {
    let pixels = [
      PixelPoint(x: 0, y: 0), PixelPoint(x: Double(size.width), y: 0),
      PixelPoint(x: Double(size.width), y: Double(size.height)),
      PixelPoint(x: 0, y: Double(size.height)),
    ]
    let given: [Pair]
    let exchanged: [Pair]
    let order: String
    switch placement {
    case .bounds(let bounds):
      order = "bounds are west, south, east, north"
      given = Array(zip(pixels, bounds.corners))
      exchanged = Array(zip(pixels, bounds.withAxesExchanged.corners))
    case .corners(let corners):
      order = "corners are latitude, longitude"
      given = Array(zip(pixels, corners.inOrder))
      exchanged = given.map { ($0, $1.withAxesExchanged) }
    case .controlPoints, .controlPointFile:
      guard let fit = resolved.fit else { return nil }
      order =
        if case .controlPoints = placement {
          "control points are x, y, latitude, longitude"
        } else { "a .points file has longitudes in mapX and latitudes in mapY" }
      given = fit.residuals.filter(\.isUsed).map { ($0.pixel, $0.given) }
      exchanged = given.map { ($0, $1.withAxesExchanged) }
    case nil, .worldFile, .edges, .overlayFile, .groundOverlay, .anchor, .outline, .imageGrid:
      return nil
    }
    guard let found = Shape(given), let other = Shape(exchanged) else { return nil }
    let isOdd = found.isMirrored || found.deviation > 0.1
    guard isOdd, !other.isMirrored, other.deviation < found.deviation else { return nil }
    guard found.isMirrored || other.deviation < min(0.05, found.deviation / 3) else { return nil }
    let change =
      found.isMirrored
      ? "the image would not be mirrored" : "a sample would be as wide as high on the ground"
    return "latitude and longitude swapped? exchanged, \(change); \(order)"
  }

  /// Shape of an image's pixels, by an affine fit of positions.
  private struct Shape {
    let isMirrored: Bool
    /// The larger of the logarithm of the side ratio and the cosine of the angle between the sides.
    let deviation: Double

    init?(_ pairs: [Pair]) {
      let count = Double(pairs.count)
      guard pairs.count >= 3,
        pairs.allSatisfy({
          abs($0.position.latitude) <= WebMercator.maximumLatitude
            && abs($0.position.longitude) <= 180
        })
      else { return nil }
      let latitude = pairs.reduce(0) { $0 + $1.position.latitude } / count
      let shrink = cos(latitude * .pi / 180)
      let spots = pairs.map {
        (
          u: $0.pixel.x, v: $0.pixel.y, x: $0.position.longitude * shrink, y: $0.position.latitude
        )
      }
      func mean(_ value: ((u: Double, v: Double, x: Double, y: Double)) -> Double) -> Double {
        spots.reduce(0) { $0 + value($1) } / count
      }
      let (u, v, x, y) = (mean(\.u), mean(\.v), mean(\.x), mean(\.y))
      let (uu, vv) = (mean { ($0.u - u) * ($0.u - u) }, mean { ($0.v - v) * ($0.v - v) })
      let uv = mean { ($0.u - u) * ($0.v - v) }
      let spread = uu * vv - uv * uv
      guard spread > 1e-6 * uu * vv else { return nil }
      func steps(_ value: (u: Double, v: Double)) -> (column: Double, row: Double) {
        (
          (value.u * vv - value.v * uv) / spread, (value.v * uu - value.u * uv) / spread
        )
      }
      let east = steps(
        (mean { ($0.u - u) * ($0.x - x) }, mean { ($0.v - v) * ($0.x - x) }))
      let north = steps(
        (mean { ($0.u - u) * ($0.y - y) }, mean { ($0.v - v) * ($0.y - y) }))
      let (column, row) = (hypot(east.column, north.column), hypot(east.row, north.row))
      guard column > 0, row > 0 else { return nil }
      // Rows count down and latitudes up.
      isMirrored = east.column * north.row - east.row * north.column > 0
      let cosine = (east.column * east.row + north.column * north.row) / (column * row)
      deviation = max(abs(log(column / row)), abs(cosine))
    }
  }
}

extension GeographicBounds {
  /// Order: north-west, north-east, south-east, south-west.
  var corners: [GeographicCoordinate] {
    [(north, west), (north, east), (south, east), (south, west)].map {
      GeographicCoordinate(latitude: $0, longitude: $1)
    }
  }

  fileprivate var withAxesExchanged: GeographicBounds {
    GeographicBounds(west: south, south: west, east: north, north: east)
  }
}

extension GeographicCoordinate {
  fileprivate var withAxesExchanged: GeographicCoordinate {
    GeographicCoordinate(latitude: longitude, longitude: latitude)
  }
}
