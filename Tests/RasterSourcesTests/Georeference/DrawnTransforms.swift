import Foundation
import Georeferencing
import RasterSources
import TileModel
import TilePyramidTesting

/// The package's transform, which Foundation has a namesake of.
typealias AffineTransform = Georeferencing.AffineTransform

/// Draws placements of plans all over the map, rotated by any angle.
struct DrawnTransforms {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A position in one of the four hemispheres, up to 80 degrees from the equator.
  mutating func center() -> MercatorPoint {
    WebMercator.project(
      GeographicCoordinate(
        latitude: .random(in: -80...80, using: &generator),
        longitude: .random(in: -175...175, using: &generator)))
  }

  /// A similarity of 0.01 to 10 metres a sample, centred on an image of 4000 × 3000.
  mutating func similarity() -> AffineTransform {
    let center = center()
    let angle = Double.random(in: 0..<2 * .pi, using: &generator)
    let scale = pow(10, Double.random(in: -2...1, using: &generator))
    let (c, s) = (scale * cos(angle), scale * sin(angle))
    let originX = center.x - c * 2000 + s * 1500
    let originY = center.y + s * 2000 + c * 1500
    return AffineTransform(
      originX: originX, originY: originY, columnX: c, columnY: -s, rowX: -s, rowY: -c)
  }

  /// A similarity with up to a fifth of stretch and shear.
  mutating func affine() -> AffineTransform {
    var transform = similarity()
    let stretch = Double.random(in: 0.8...1.2, using: &generator)
    let shear = Double.random(in: -0.2...0.2, using: &generator)
    transform.rowX = transform.rowX * stretch + transform.columnX * shear
    transform.rowY = transform.rowY * stretch + transform.columnY * shear
    return transform
  }

  /// An affine transform seen at an angle: the weight at the corners of 4000 × 3000 is 0.6...1.4.
  mutating func projective() -> ProjectiveTransform {
    let transform = affine()
    let h6 = Double.random(in: -0.2...0.2, using: &generator) / 4000
    let h7 = Double.random(in: -0.2...0.2, using: &generator) / 3000
    return ProjectiveTransform(
      originX: transform.originX, originY: transform.originY,
      coefficients: [
        transform.columnX, transform.rowX, 0, transform.columnY, transform.rowY, 0, h6, h7,
      ])
  }

  /// A position in the image of 4000 × 3000.
  mutating func pixel() -> PixelPoint {
    PixelPoint(
      x: .random(in: 0...4000, using: &generator), y: .random(in: 0...3000, using: &generator))
  }

  /// Positions spread over the image, one in each of its quarters and then anywhere.
  mutating func pixels(_ count: Int) -> [PixelPoint] {
    (0..<count).map { index in
      let any = pixel()
      guard index < 4 else { return any }
      return PixelPoint(
        x: any.x / 4 + (index % 2 == 0 ? 0 : 3000), y: any.y / 4 + (index < 2 ? 0 : 2250))
    }
  }
}

extension AffineTransform {
  /// The transform of an upright image, from its top left corner and the steps of columns and rows.
  static func upright(_ x: Double, _ y: Double, _ columnX: Double, _ rowY: Double) -> Self {
    Self(originX: x, originY: y, columnX: columnX, columnY: 0, rowX: 0, rowY: rowY)
  }

  /// The six numbers in GDAL's order.
  var gdal: [Double] { [originX, columnX, rowX, originY, columnY, rowY] }
}

extension Georeference {
  var affine: AffineTransform? {
    if case .affine(let transform) = pixelToCRS { transform } else { nil }
  }
}

extension ControlPointSet {
  /// Points of pixels, `x` and `y`, and of positions in a system.
  init(_ crs: CoordinateReferenceSystem, _ rows: [(x: Double, y: Double, Double, Double)]) {
    self.init(
      crs: crs,
      points: rows.map {
        ControlPoint(pixel: PixelPoint(x: $0.x, y: $0.y), position: CRSPoint(x: $0.2, y: $0.3))
      })
  }
}

/// The distance between two raster positions.
func distance(_ a: PixelPoint, _ b: PixelPoint) -> Double { hypot(a.x - b.x, a.y - b.y) }

/// The distance between two positions on the map.
func distance(_ a: CRSPoint, _ b: CRSPoint) -> Double { hypot(a.x - b.x, a.y - b.y) }

/// The name of the case of an error or a notice, whatever its values are.
func caseName(_ value: (some Any)?) -> String? {
  value.flatMap { Mirror(reflecting: $0).children.first?.label }
}

/// The error that a closure throws, if it throws one of a placement.
func georeferenceError(_ body: () throws -> Void) -> GeoreferenceError? {
  do {
    try body()
    return nil
  } catch { return error as? GeoreferenceError }
}
