import Platform
package import TileModel

/// Tells when numbers were probably given in another order: latitudes and longitudes exchanged, or corners begun
/// at another one.
///
/// Another order reflects or rotates the image, and changes the ratio of a pixel's sides. It is named where it
/// alone gives upright, square pixels.
enum StatedOrder {
  /// A pixel of the image and its stated position.
  private typealias Pair = (pixel: PixelPoint, position: GeographicCoordinate)

  /// A warning where the order given may be right.
  ///
  /// An image with oblong pixels only as given is refused, where it is mirrored or a plan's: one that is square
  /// in degrees may be right.
  static func warning(
    _ resolved: ResolvedGeoreference, placement: Placement?, size: PixelSize, location: String
  ) throws(GeoreferenceError) -> String? {
    let given: [Pair]
    var exchanged: [Pair]?
    let order: String
    var right: String?
    var otherOrder: String?
    // Files may count the pixels of a picture that is shown mirrored.
    var isTyped = true
    switch placement {
    case .bounds(let bounds):
      order = "bounds are west, south, east, north"
      given = Array(zip(size.corners, bounds.corners))
      let other = GeographicBounds(
        west: bounds.south, south: bounds.west, east: bounds.north, north: bounds.east)
      exchanged = Array(zip(size.corners, other.corners))
      right = other.edges.map { NumberText.shortest($0) }.joined(separator: ",")
    case .corners(let corners):
      order = "corners are latitude, longitude"
      given = Array(zip(size.corners, corners.inOrder))
      right = corners.inOrder.map(\.exchanged.text).joined(separator: " ")
      otherOrder = self.otherOrder(of: corners, size: size)
    case .controlPoints, .controlPointFile:
      guard let fit = resolved.fit else { return nil }
      order =
        if case .controlPoints = placement {
          "control points are x, y, latitude, longitude"
        } else { "a .points file has longitudes in mapX and latitudes in mapY" }
      if case .controlPointFile = placement { isTyped = false }
      given = fit.residuals.filter(\.isUsed).map { ($0.pixel, $0.given) }
    case nil, .worldFile, .edges, .overlayFile, .groundOverlay, .anchor, .outline, .imageGrid:
      return nil
    }
    guard let found = Shape(given), found.isMirrored || found.deviation > 0.1 else { return nil }
    let other = Shape(exchanged ?? given.map { ($0.pixel, $0.position.exchanged) })
    guard let other, !other.isMirrored, other.deviation < found.deviation else { return otherOrder }
    let isSquare = found.isExplained(by: other)
    let isSquareInDegrees = Shape(given, onGround: false).map { $0.deviation < 0.05 } ?? false
    if isTyped, isSquare, found.deviation > 0.1, found.isMirrored || !isSquareInDegrees {
      throw .exchangedAxes(
        found:
          "samples that are oblong\(found.isMirrored ? ", of a mirrored image" : ""), and would be square"
          + " exchanged; \(order)", right: right, location: location)
    }
    guard isSquare || found.isMirrored else { return otherOrder }
    if !isSquare, let otherOrder { return otherOrder }
    let change =
      found.isMirrored
      ? "the image would not be mirrored" : "a sample would be as wide as high on the ground"
    return "latitude and longitude swapped? exchanged, \(change); \(order)"
  }

  /// The names of the corners that were given, where only another order makes an upright image of square pixels.
  ///
  /// An order and its opposite differ by half a turn. That with the top of the image towards north is named.
  private static func otherOrder(of corners: CornerCoordinates, size: PixelSize) -> String? {
    let given = corners.inOrder
    guard let found = Shape(Array(zip(size.corners, given))) else { return nil }
    var best: (order: [Int], northing: Double)?
    for first in 0..<4 {
      for step in [1, 3] where first != 0 || step != 1 {
        let order = (0..<4).map { (first + step * $0) % 4 }
        guard let shape = Shape(Array(zip(size.corners, order.map { given[$0] }))),
          !shape.isMirrored, found.isExplained(by: shape), shape.northing > best?.northing ?? -2
        else { continue }
        best = (order, shape.northing)
      }
    }
    guard let best else { return nil }
    let names = ["top-left", "top-right", "bottom-right", "bottom-left"]
    let stated = given.indices.map { names[best.order.firstIndex(of: $0) ?? 0] }
    let texts = best.order.map { given[$0].text }
    return "the corners seem to be those at the \(stated.joined(separator: ", ")) of the image, or"
      + " half a turn from there; then, from the top left clockwise, they are"
      + " \(texts.joined(separator: " "))"
  }

  /// Shape of an image's pixels, by an affine fit of positions.
  private struct Shape {
    let isMirrored: Bool
    /// The larger of the logarithm of the side ratio and the cosine of the angle between the sides.
    let deviation: Double
    /// The cosine of the bearing of the image's top.
    let northing: Double

    /// Whether the pixels are odd as they are, and square in another order.
    func isExplained(by other: Shape) -> Bool {
      (isMirrored || deviation > 0.1) && other.deviation < max(min(0.05, deviation / 3), 0.01)
    }

    init?(_ pairs: [Pair], onGround: Bool = true) {
      let count = Double(pairs.count)
      guard pairs.count >= 3,
        pairs.allSatisfy({
          abs($0.position.latitude) <= WebMercator.maximumLatitude
            && abs($0.position.longitude) <= 180
        })
      else { return nil }
      let latitude = pairs.reduce(0) { $0 + $1.position.latitude } / count
      let shrink = onGround ? cos(latitude * .pi / 180) : 1
      let spots = pairs.map {
        (u: $0.pixel.x, v: $0.pixel.y, x: $0.position.longitude * shrink, y: $0.position.latitude)
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
        ((value.u * vv - value.v * uv) / spread, (value.v * uu - value.u * uv) / spread)
      }
      let east = steps((mean { ($0.u - u) * ($0.x - x) }, mean { ($0.v - v) * ($0.x - x) }))
      let north = steps((mean { ($0.u - u) * ($0.y - y) }, mean { ($0.v - v) * ($0.y - y) }))
      let (column, row) = (hypot(east.column, north.column), hypot(east.row, north.row))
      guard column > 0, row > 0 else { return nil }
      // Rows count down and latitudes up.
      isMirrored = east.column * north.row - east.row * north.column > 0
      let cosine = (east.column * east.row + north.column * north.row) / (column * row)
      deviation = max(abs(log(column / row)), abs(cosine))
      northing = -north.row / row
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
}

extension MercatorBounds {
  /// The same size around the position with latitude and longitude exchanged; `nil` beyond Web Mercator.
  package var withAxesExchanged: MercatorBounds? {
    let position = WebMercator.unproject(center).exchanged
    guard position.latitude.magnitude <= WebMercator.maximumLatitude else { return nil }
    let other = WebMercator.project(position)
    return MercatorBounds(
      minX: other.x - width / 2, minY: other.y - height / 2, maxX: other.x + width / 2,
      maxY: other.y + height / 2)
  }
}

extension MercatorPoint {
  /// Latitude, longitude, to a metre.
  package var degreesText: String {
    let position = WebMercator.unproject(self)
    return [position.latitude, position.longitude].map { NumberText.trimmed($0, 5) }
      .joined(separator: ",")
  }

  /// Whether it is far from a place that it would be near with latitude and longitude exchanged.
  package func isExchanged(for place: MercatorPoint) -> Bool {
    let position = WebMercator.unproject(self).exchanged
    guard position.latitude.magnitude <= WebMercator.maximumLatitude else { return false }
    let (other, scale) = (WebMercator.project(position), GroundScale(atY: place.y))
    return scale.metres(x - place.x, y - place.y) > 50_000
      && scale.metres(other.x - place.x, other.y - place.y) < 20_000
  }
}

extension GeographicCoordinate {
  var exchanged: GeographicCoordinate {
    GeographicCoordinate(latitude: longitude, longitude: latitude)
  }

  /// Latitude, longitude.
  package var text: String {
    "\(NumberText.shortest(latitude)),\(NumberText.shortest(longitude))"
  }
}

extension GeoreferenceError {
  /// Names an exchange where typed positions are on the globe only with their axes exchanged.
  func namingExchange(of positions: [GeographicCoordinate], right: String?) -> GeoreferenceError {
    guard case .latitudeBeyondPole(let latitude, let location) = self,
      positions.allSatisfy({ $0.latitude.magnitude <= 180 && $0.longitude.magnitude <= 90 })
    else { return self }
    return .exchangedAxes(
      found: "a latitude of \(NumberText.shortest(latitude))", right: right, location: location)
  }
}
