import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Polynomials and splines through control points")
struct NonlinearTransformTests {
  static let size = PixelSize(width: 4000, height: 3000)

  /// A similarity with nonlinear terms of up to 40 samples.
  static func bend(_ pixel: PixelPoint, cubic: Double) -> CRSPoint {
    let (u, v) = (pixel.x / 2000 - 1, pixel.y / 1500 - 1)
    let x = pixel.x + 30 * u * v - 12 * v * v + cubic * (u * u * u - v * v * u)
    let y = pixel.y + 18 * u * u + 10 * u * v - cubic * (v * v * v)
    return CRSPoint(x: 950_000 + 0.4 * x + 0.1 * y, y: 6_000_000 + 0.1 * x - 0.4 * y)
  }

  static func set(_ count: Int, cubic: Double, seed: UInt64 = 1) -> ControlPointSet {
    var drawn = DrawnTransforms(seed: seed)
    return ControlPointSet(
      crs: .webMercator,
      points: drawn.pixels(count).map { ControlPoint(pixel: $0, position: bend($0, cubic: cubic)) })
  }

  @Test(
    "A polynomial map is found again, and undone",
    arguments: [(TransformKind.polynomial2, 0.0, 9), (.polynomial3, 25, 16)])
  func exact(kind: TransformKind, cubic: Double, count: Int) throws {
    let fit = try ControlPointFit(Self.set(count, cubic: cubic), kind: kind)
    #expect(
      fit.report.kind == kind && fit.report.redundancy == 2 * (count - kind.minimumPointCount))
    try fit.georeference.validated(size: Self.size, path: "p")
    var drawn = DrawnTransforms(seed: 2)
    let inverse = try #require(fit.georeference.pixelToCRS.inverse)
    for pixel in drawn.pixels(200) {
      let expected = Self.bend(pixel, cubic: cubic)
      let found = fit.georeference.pixelToCRS.apply(pixel)
      // Coordinates of 6e6 m leave 1e-9 m; the points may lie close together.
      #expect(distance(found, expected) < 1e-5)
      #expect(distance(try #require(inverse.apply(expected)), pixel) < 1e-4)
    }
  }

  @Test(
    "The derivative of a nonlinear transform is that of differences",
    arguments: [TransformKind.polynomial3, .tps])
  func slope(kind: TransformKind) throws {
    let transform = try ControlPointFit(Self.set(20, cubic: 25), kind: kind).georeference.pixelToCRS
    var drawn = DrawnTransforms(seed: 3)
    for pixel in drawn.pixels(50) {
      let step = transform.jacobian(at: pixel)
      let (west, east) = (
        transform.apply(PixelPoint(x: pixel.x - 1, y: pixel.y)),
        transform.apply(PixelPoint(x: pixel.x + 1, y: pixel.y))
      )
      // Differences over two samples are right to the third derivative.
      #expect(abs(step.columnX - (east.x - west.x) / 2) < 1e-4)
      #expect(abs(step.columnY - (east.y - west.y) / 2) < 1e-4)
    }
  }

  @Test("A spline passes through its points, and reports how well each is predicted by the others")
  func spline() throws {
    let set = Self.set(24, cubic: 25)
    let fit = try ControlPointFit(set, kind: .tps)
    for point in set.points {
      #expect(distance(fit.georeference.pixelToCRS.apply(point.pixel), point.position) < 1e-5)
    }
    #expect(fit.report.isLeaveOneOut && fit.report.redundancy == 0)
    for index in [0, 7, 23] {
      var others = set
      others.points.remove(at: index)
      let without = try ControlPointFit(others, kind: .tps)
      let expected = without.georeference.pixelToCRS.apply(set.points[index].pixel)
      // On the ellipsoid, by its radius of curvature across the meridian.
      let y = set.points[index].position.y
      let share = 1 - 0.00669437999014 * pow(tanh(y / WebMercator.earthRadius), 2)
      let factor = WebMercator.scaleFactor(atY: y) * share.squareRoot()
      let east = (expected.x - set.points[index].position.x) / factor
      #expect(abs(fit.report.residuals[index].eastMetres - east) < 1e-3)
    }
    let inverse = try #require(fit.georeference.pixelToCRS.inverse)
    var drawn = DrawnTransforms(seed: 4)
    for pixel in drawn.pixels(100) {
      let back = inverse.apply(fit.georeference.pixelToCRS.apply(pixel))
      #expect(distance(try #require(back), pixel) < 1e-4)
    }
  }

  @Test("A control point that distorts a spline is named")
  func outlier() throws {
    var set = Self.set(24, cubic: 0)
    set.points[11].position.x += 400
    let report = try ControlPointFit(set, kind: .tps).report
    #expect(report.outlier?.index == 11)
  }

  @Test("A transform that folds the image over itself is refused")
  func folded() throws {
    let points = [
      (0.0, 0.0), (2000, 0), (4000, 0), (0, 1500), (4000, 1500), (0, 3000), (2000, 3000),
    ]
    let set = ControlPointSet(
      .webMercator, points.map { ($0, $1, ($0 - 1500) * ($0 - 1500) / 1000 + $1 / 10, -$1) })
    let fit = try ControlPointFit(set, kind: .polynomial2)
    #expect(
      georeferenceError { try fit.georeference.validated(size: Self.size, path: "p") }
        == .foldedImage(location: "p"))
  }

  @Test("The best transform is the simplest that predicts points as well as any")
  func comparison() throws {
    let nonlinear = try FitComparison(Self.set(30, cubic: 0))
    #expect(nonlinear.proposal == .polynomial2)
    var straight = Self.set(30, cubic: 0)
    for index in straight.points.indices {
      let p = straight.points[index].pixel
      straight.points[index].position = CRSPoint(x: 5e5 + 2 * p.x, y: 6e6 - 2.4 * p.y)
    }
    #expect(try FitComparison(straight).proposal == .affine)
    // Two points allow only one.
    straight.points.removeLast(28)
    let two = try FitComparison(straight)
    #expect(two.candidates.map(\.kind) == [.similarity] && two.proposal == nil)
  }
}
