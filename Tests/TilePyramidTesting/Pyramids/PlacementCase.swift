import Foundation
package import Georeferencing
import RasterSources
import TileModel

/// A placement, with the formula of its own definition: degrees to raster position.
package struct PlacementCase: CustomStringConvertible, Sendable {
  package let description: String
  /// A zoom near the image's resolution, for tiles of 256.
  package let nativeZoom: Int
  /// Makes the georeference under test.
  package let georeference: @Sendable (PixelSize) throws -> Georeference
  /// The raster positions of map positions in an image of a size, by the definition and independent of
  /// the engine.
  package let pixel:
    @Sendable (PixelSize) -> (_ latitude: Double, _ longitude: Double) -> PixelPoint
}

/// Plain formulas of Web Mercator.
package enum PlainMercator {
  package static let radius = 6_378_137.0

  package static func x(_ longitude: Double) -> Double { longitude * .pi / 180 * radius }

  package static func y(_ latitude: Double) -> Double {
    log(tan(.pi / 4 + latitude * .pi / 360)) * radius
  }

  package static func longitude(_ x: Double) -> Double { x / radius * 180 / .pi }

  package static func latitude(_ y: Double) -> Double { atan(sinh(y / radius)) * 180 / .pi }

  /// The position of the centre of a world pixel, in degrees.
  package static func degrees(
    x: Int, y: Int, zoom: Int, tileSize: Int
  ) -> (latitude: Double, longitude: Double) {
    let side = Double(tileSize << zoom)
    let longitude = (Double(x) + 0.5) / side * 360 - 180
    let latitude = atan(sinh(.pi * (1 - 2 * (Double(y) + 0.5) / side))) * 180 / .pi
    return (latitude, longitude)
  }

  /// The zoom of 256-sample tiles whose samples are nearest to a projected size.
  package static func zoom(_ metres: Double) -> Int {
    Int(log2(2 * .pi * radius / 256 / metres).rounded())
  }
}

extension PlacementCase {
  /// Bounds, linear in projected metres or in degrees.
  package static func bounds(
    _ name: String, latitude: Double, longitude: Double, metres: Double,
    crs: CoordinateReferenceSystem
  ) -> PlacementCase {
    let step = metres / PlainMercator.radius * 180 / .pi
    let flattening = cos(latitude * .pi / 180)
    @Sendable func bounds(_ size: PixelSize) -> GeographicBounds {
      GeographicBounds(
        west: longitude, south: latitude - step * flattening * Double(size.height),
        east: longitude + step * Double(size.width), north: latitude)
    }
    return PlacementCase(
      description: "bounds \(crs.identifier) \(name)", nativeZoom: PlainMercator.zoom(metres)
    ) { size in
      try Georeference(bounds: bounds(size), size: size, crs: crs)
    } pixel: { size in
      let box = bounds(size)
      func y(_ latitude: Double) -> Double {
        crs == .geographic ? latitude : PlainMercator.y(latitude)
      }
      let (top, bottom) = (y(box.north), y(box.south))
      return { latitude, longitude in
        PixelPoint(
          x: (longitude - box.west) / (box.east - box.west) * Double(size.width),
          y: (top - y(latitude)) / (top - bottom) * Double(size.height))
      }
    }
  }

  /// A ground overlay: the anchor's pixel stays, the image's top points along the bearing.
  package static func overlay(
    _ name: String, latitude: Double, longitude: Double, groundMetres: Double, bearing: Double
  ) -> PlacementCase {
    // Scaled by the radii of curvature of WGS 84 across the meridian and in it.
    let share = 1 - 0.00669437999014 * pow(sin(latitude * .pi / 180), 2)
    let projected = groundMetres * share.squareRoot() / cos(latitude * .pi / 180)
    let northern = projected * share / (1 - 0.00669437999014)
    let anchorPixel = PixelPoint(x: 311, y: 97)
    return PlacementCase(
      description: "anchor \(name) bearing \(bearing)",
      nativeZoom: PlainMercator.zoom(projected)
    ) { _ in
      try Georeference(
        overlay: GroundOverlay(
          anchor: GeographicCoordinate(latitude: latitude, longitude: longitude),
          anchorPixel: anchorPixel, metresPerPixel: groundMetres, bearing: bearing))
    } pixel: { _ in
      let origin = (x: PlainMercator.x(longitude), y: PlainMercator.y(latitude))
      let (sine, cosine) = (sin(bearing * .pi / 180), cos(bearing * .pi / 180))
      return { pointLatitude, pointLongitude in
        let east = (PlainMercator.x(pointLongitude) - origin.x) / projected
        let north = (PlainMercator.y(pointLatitude) - origin.y) / northern
        // Up the image is (sin, cos) of the bearing in east and north; right is a quarter turn on.
        let up = east * sine + north * cosine
        let right = east * cosine - north * sine
        return PixelPoint(x: anchorPixel.x + right, y: anchorPixel.y - up)
      }
    }
  }

  /// A quadrilateral by Heckbert's map of the unit square; a parallelogram is affine.
  package static func corners(
    _ name: String, latitude: Double, longitude: Double, metres: Double, degrees: Double,
    keystone: Double
  ) -> PlacementCase {
    let origin = (x: PlainMercator.x(longitude), y: PlainMercator.y(latitude))
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    /// The four corners relative to the origin, in the order of the option.
    @Sendable func quad(_ size: PixelSize) -> [(x: Double, y: Double)] {
      let (width, height) = (Double(size.width) * metres, Double(size.height) * metres)
      return [
        (0.0, 0.0), (width, 0), (width * (1 - keystone), -height * (1 - keystone / 2)),
        (width * keystone, -height),
      ].map { ($0.0 * cosine + $0.1 * sine, -$0.0 * sine + $0.1 * cosine) }
    }
    @Sendable func degreesOf(_ point: (x: Double, y: Double)) -> GeographicCoordinate {
      GeographicCoordinate(
        latitude: PlainMercator.latitude(origin.y + point.y),
        longitude: PlainMercator.longitude(origin.x + point.x))
    }
    return PlacementCase(
      description: "corners \(name) keystone \(keystone)",
      nativeZoom: PlainMercator.zoom(metres)
    ) { size in
      let corners = quad(size).map(degreesOf)
      return try Georeference(
        corners: CornerCoordinates(
          topLeft: corners[0], topRight: corners[1], bottomRight: corners[2],
          bottomLeft: corners[3]), size: size)
    } pixel: { size in
      let q = quad(size)
      let (dx1, dx2) = (q[1].x - q[2].x, q[3].x - q[2].x)
      let (dy1, dy2) = (q[1].y - q[2].y, q[3].y - q[2].y)
      let (sx, sy) = (q[0].x - q[1].x + q[2].x - q[3].x, q[0].y - q[1].y + q[2].y - q[3].y)
      let divisor = dx1 * dy2 - dx2 * dy1
      let (g, h) = ((sx * dy2 - dx2 * sy) / divisor, (dx1 * sy - sx * dy1) / divisor)
      let (a, b) = (q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x)
      let (d, e) = (q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y)
      return { pointLatitude, pointLongitude in
        // u (a − g X) + v (b − h X) = X and the same in Y, the origin being the first corner.
        let x = PlainMercator.x(pointLongitude) - origin.x
        let y = PlainMercator.y(pointLatitude) - origin.y
        let (m11, m12, m21, m22) = (a - g * x, b - h * x, d - g * y, e - h * y)
        let determinant = m11 * m22 - m12 * m21
        return PixelPoint(
          x: (x * m22 - y * m12) / determinant * Double(size.width),
          y: (m11 * y - m21 * x) / determinant * Double(size.height))
      }
    }
  }

  /// Control points of an exact map; two of a similarity, four of an affine map with shear.
  package static func controlPoints(
    latitude: Double, longitude: Double, metres: Double, kind: TransformKind
  ) -> PlacementCase {
    let origin = (x: PlainMercator.x(longitude), y: PlainMercator.y(latitude))
    // A similarity keeps shapes on the ellipsoid: metres northwards are longer on the map.
    let share = 1 - 0.00669437999014 * pow(sin(latitude * .pi / 180), 2)
    let aspect = share / (1 - 0.00669437999014)
    let m =
      kind == .similarity
      ? (
        a: 0.8 * metres, b: -0.6 * metres, c: -0.6 * metres * aspect, d: -0.8 * metres * aspect
      )
      : (a: 0.9 * metres, b: -0.3 * metres, c: -0.1 * metres, d: -1.1 * metres)
    return PlacementCase(
      description: "control points \(kind.rawValue)", nativeZoom: PlainMercator.zoom(metres)
    ) { size in
      let (right, bottom) = (Double(size.width), Double(size.height))
      let pixels = [(0.0, 0.0), (right, bottom), (right, 3.0), (7.0, bottom)]
      let points = pixels.prefix(kind == .similarity ? 2 : 4).map { pixel in
        ControlPoint(
          pixel: PixelPoint(x: pixel.0, y: pixel.1),
          coordinate: GeographicCoordinate(
            latitude: PlainMercator.latitude(origin.y + m.c * pixel.0 + m.d * pixel.1),
            longitude: PlainMercator.longitude(origin.x + m.a * pixel.0 + m.b * pixel.1)))
      }
      return try ControlPointFit(
        ControlPointSet(crs: .geographic, points: points), kind: kind
      ).georeference
    } pixel: { _ in
      { pointLatitude, pointLongitude in
        let x = PlainMercator.x(pointLongitude) - origin.x
        let y = PlainMercator.y(pointLatitude) - origin.y
        let determinant = m.a * m.d - m.b * m.c
        return PixelPoint(
          x: (x * m.d - y * m.b) / determinant, y: (m.a * y - m.c * x) / determinant)
      }
    }
  }

  /// A rotated world file, whose last two lines place the centre of the first sample.
  package static func worldFile(latitude: Double, longitude: Double, metres: Double)
    -> PlacementCase
  {
    let lines = [
      0.94 * metres, -0.34 * metres, -0.34 * metres, -0.94 * metres, PlainMercator.x(longitude),
      PlainMercator.y(latitude),
    ]
    return PlacementCase(
      description: "world file, rotated", nativeZoom: PlainMercator.zoom(metres)
    ) { _ in
      let text = lines.map { "\($0)" }.joined(separator: "\n")
      let file = try WorldFile(bytes: Array(text.utf8), path: "plan.pgw")
      return Georeference(crs: .webMercator, pixelToCRS: .affine(file.transform))
    } pixel: { _ in
      { pointLatitude, pointLongitude in
        let x = PlainMercator.x(pointLongitude) - lines[4]
        let y = PlainMercator.y(pointLatitude) - lines[5]
        let determinant = lines[0] * lines[3] - lines[2] * lines[1]
        return PixelPoint(
          x: (x * lines[3] - y * lines[2]) / determinant + 0.5,
          y: (lines[0] * y - lines[1] * x) / determinant + 0.5)
      }
    }
  }

  /// One of every kind, in all hemispheres and at all latitudes.
  package static let all: [PlacementCase] = [
    .bounds("Hangzhou", latitude: 30.29, longitude: 120.07, metres: 0.347, crs: .webMercator),
    .bounds("Sydney", latitude: -33.86, longitude: 151.2, metres: 0.3, crs: .webMercator),
    .bounds("Lima", latitude: -12.04, longitude: -77.04, metres: 2.1, crs: .geographic),
    .bounds("Tromsø", latitude: 69.65, longitude: 18.96, metres: 150, crs: .geographic),
    .bounds("equator", latitude: 0.001, longitude: -0.002, metres: 5, crs: .geographic),
    .corners("Denver", latitude: 39.7, longitude: -105, metres: 0.2, degrees: 17, keystone: 0),
    .corners("Denver", latitude: 39.7, longitude: -105, metres: 0.2, degrees: 17, keystone: 0.1),
    .corners("Quito", latitude: -0.2, longitude: -78.5, metres: 0.05, degrees: -64, keystone: 0.2),
    .worldFile(latitude: 48.1, longitude: 11.5, metres: 0.11),
    .controlPoints(latitude: 52.5, longitude: 13.4, metres: 0.4, kind: .similarity),
    .controlPoints(latitude: -34.6, longitude: -58.4, metres: 0.4, kind: .affine),
    .overlay("Oslo", latitude: 59.9, longitude: 10.7, groundMetres: 0.1, bearing: 0),
    .overlay("Oslo", latitude: 59.9, longitude: 10.7, groundMetres: 0.1, bearing: 23),
    .overlay("Perth", latitude: -31.9, longitude: 115.8, groundMetres: 0.07, bearing: 90),
    .overlay("Nome", latitude: 64.5, longitude: -165.4, groundMetres: 0.07, bearing: 180),
    .overlay("Ushuaia", latitude: -54.8, longitude: -68.3, groundMetres: 0.07, bearing: 271),
  ]

  /// Samples so small that the deepest zooms are theirs.
  package static let tiny: [PlacementCase] = [
    .overlay("Oslo", latitude: 59.9, longitude: 10.7, groundMetres: 0.0002, bearing: 0),
    .overlay("Ushuaia", latitude: -54.8, longitude: -68.3, groundMetres: 0.0002, bearing: 23),
    .bounds("Lima", latitude: -12.04, longitude: -77.04, metres: 0.0002, crs: .webMercator),
    .bounds("Hangzhou", latitude: 30.29, longitude: 120.07, metres: 0.0002, crs: .geographic),
    .corners(
      "Quito", latitude: -0.2, longitude: -78.5, metres: 0.0002, degrees: -64, keystone: 0.2),
  ]
}
