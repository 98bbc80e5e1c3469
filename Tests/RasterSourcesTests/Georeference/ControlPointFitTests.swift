import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Fits of control points")
struct ControlPointFitTests {
  let size = PixelSize(width: 4000, height: 3000)

  /// Points of a georeference, their positions in degrees.
  func set(_ georeference: Georeference, _ pixels: [PixelPoint]) -> ControlPointSet {
    ControlPointSet(
      crs: .geographic,
      points: pixels.map {
        ControlPoint(pixel: $0, coordinate: WebMercator.unproject(georeference.mercator(of: $0)))
      })
  }

  func fault(
    _ points: [(Double, Double, Double, Double)], kind: TransformKind? = nil
  ) -> GeoreferenceError? {
    let set = ControlPointSet(.geographic, points.map { ($0, $1, $3, $2) })
    return georeferenceError {
      _ = try ControlPointFit(set, kind: kind, location: "`controlPoints`")
    }
  }

  /// A similarity of EPSG:3857 made one of the ellipsoid, by its radii of curvature at the middle of pixels.
  private func onGround(_ transform: AffineTransform, _ pixels: [PixelPoint]) -> AffineTransform {
    let count = Double(pixels.count)
    let middle = PixelPoint(
      x: pixels.reduce(0) { $0 + $1.x } / count, y: pixels.reduce(0) { $0 + $1.y } / count)
    let position = transform.apply(middle)
    let latitude = WebMercator.unproject(MercatorPoint(x: 0, y: position.y)).latitude
    let sine = sin(latitude * .pi / 180)
    let eccentricity = 0.00669437999014
    let aspect = (1 - eccentricity * sine * sine) / (1 - eccentricity)
    var result = transform
    result.columnY *= aspect
    result.rowY *= aspect
    result.originY += position.y - result.apply(middle).y
    return result
  }

  @Test("Two points place a plan as a similarity of metres on the ellipsoid")
  func groundSimilarity() throws {
    // pyproj 3.7.2, Geod(ellps="WGS84").fwd: 200 x 100 pixels of 0.5 m around 47.3, 8.5, its top to
    // 40 degrees.
    let corners = [
      (0.0, 0.0, 47.3004613417, 8.49970603), (200, 100, 47.2995386575, 8.5002939649),
      (200, 0, 47.2998831723, 8.5007189256), (0, 100, 47.3001168232, 8.4992810713),
    ]
    let fit = try ControlPointFit(
      ControlPointSet(.geographic, corners.prefix(2).map { ($0, $1, $3, $2) }))
    #expect(fit.report.kind == .similarity)
    for (x, y, latitude, longitude) in corners {
      let found = fit.georeference.mercator(of: PixelPoint(x: x, y: y))
      let expected = WebMercator.project(
        GeographicCoordinate(latitude: latitude, longitude: longitude))
      // A millimetre, of 1.5 projected ones.
      #expect(hypot(found.x - expected.x, found.y - expected.y) < 1.5e-3, "\(x), \(y)")
    }
  }

  @Test(
    "Points made by a transform lead back to it, in every hemisphere and at any bearing",
    arguments: [TransformKind.similarity, .affine, .projective], [0, 1, 8])
  func recovery(kind: TransformKind, more: Int) throws {
    var drawn = DrawnTransforms(seed: UInt64(60 + more))
    for _ in 0..<100 {
      // Two in opposite quarters of the image for a similarity.
      let count = kind.minimumPointCount + more
      let pixels = Array(drawn.pixels(max(4, count)).suffix(count))
      let transform: PixelTransform =
        switch kind {
        case .similarity: .affine(onGround(drawn.similarity(), pixels))
        case .affine: .affine(drawn.affine())
        default: .projective(drawn.projective())
        }
      let truth = Georeference(crs: .webMercator, pixelToCRS: transform)
      let fit = try ControlPointFit(set(truth, pixels), kind: kind)
      // Degrees hold 3e-14 at 180, which is 3e-9 m; with the rounding of the projection near 80
      // degrees, a few 1e-8 m, up to 1e-5 sample of 1 cm over the image.
      for corner in fit.georeference.mercatorCorners(of: size) {
        let pixel = try #require(truth.pixel(ofMercator: corner))
        let again = try #require(fit.georeference.pixel(ofMercator: corner))
        #expect(distance(pixel, again) < 1e-3)
      }
      #expect(fit.report.rootMeanSquarePixels < 1e-4)
      #expect(fit.report.kind == kind)
      #expect(fit.report.redundancy == 2 * more)
      #expect(fit.report.outlier == nil)
    }
  }

  @Test(
    "Points on both sides of the antimeridian are fitted as those anywhere, small plans and kinds too",
    arguments: [0.001, 0.2, 30], [CoordinateReferenceSystem.geographic, .webMercator])
  func antimeridian(span: Double, crs: CoordinateReferenceSystem) throws {
    var drawn = DrawnTransforms(seed: 62)
    let pixels = drawn.pixels(9)
    func points(around longitude: Double) -> ControlPointSet {
      ControlPointSet(
        crs: crs,
        points: pixels.map { pixel in
          let east = longitude + span * (pixel.x / 4000 - 0.4)
          let coordinate = GeographicCoordinate(
            latitude: -17 - span * (pixel.y / 4000 + 0.02 * (pixel.x / 4000) * (pixel.y / 3000)),
            longitude: east > 180 ? east - 360 : east)
          let place = WebMercator.project(coordinate)
          return ControlPoint(
            pixel: pixel,
            position: crs == .geographic
              ? CRSPoint(x: coordinate.longitude, y: coordinate.latitude)
              : CRSPoint(x: place.x, y: place.y))
        })
    }
    let (there, here) = (
      try FitComparison(points(around: 180)), try FitComparison(points(around: 60))
    )
    #expect(there.proposal == here.proposal)
    #expect(there.candidates.map(\.kind) == here.candidates.map(\.kind))
    for (there, here) in zip(there.candidates, here.candidates) {
      let (far, near) = (there.leaveOneOutPixels ?? 0, here.leaveOneOutPixels ?? 0)
      #expect(abs(far - near) < 1e-3 * max(1, near), "\(there)")
    }
    let corner = PixelPoint(x: 0, y: 0)
    let found = try ControlPointFit(points(around: 180)).georeference.mercator(of: corner)
    let expected = try ControlPointFit(points(around: 60)).georeference.mercator(of: corner)
    #expect(abs(found.x - expected.x - WebMercator.extent / 3) < 1e-3)
  }

  @Test("Residuals are metres on the ground, from the given position to the fitted one")
  func residuals() throws {
    // A square of 100 m at 60 degrees, where the projection doubles lengths; one corner is 2 m off.
    let center = WebMercator.project(GeographicCoordinate(latitude: 60, longitude: 20))
    let truth = Georeference(
      crs: .webMercator, pixelToCRS: .affine(.upright(center.x, center.y, 0.2, -0.2)))
    let square = [(0.0, 0.0), (1000, 0), (1000, 1000), (0, 1000)]
    var points = set(truth, square.map { PixelPoint(x: $0, y: $1) })
    let moved = truth.mercator(of: PixelPoint(x: 20, y: 0))
    let coordinate = WebMercator.unproject(moved)
    points.points[0].position = CRSPoint(x: coordinate.longitude, y: coordinate.latitude)
    let report = try ControlPointFit(points, kind: .affine).report
    // An affine fit shares one corner's error among all four: a quarter each, of 4 projected metres
    // or 2 on the sphere and 2.00504 on the ellipsoid. The cosine changes by 3e-5 over the square.
    for (index, residual) in report.residuals.enumerated() {
      #expect(abs(residual.eastMetres - (index % 2 == 0 ? -0.50126 : 0.50126)) < 1e-4)
      #expect(abs(residual.northMetres) < 1e-4)
      #expect(abs(residual.metres - 0.50126) < 1e-4)
      // A sample is 0.2 projected metres, so 0.1 on the ground, widened by the fit by 0.5 %.
      #expect(abs(residual.pixels - 5) < 0.1)
    }
    #expect(abs(report.rootMeanSquareMetres - 0.50126) < 1e-4)
    #expect(report.redundancy == 2)
  }

  @Test("One bad point among good ones is named, good ones never are")
  func outliers() throws {
    var drawn = DrawnTransforms(seed: 62)
    for kind in [TransformKind.similarity, .affine, .projective] {
      var named = 0
      for _ in 0..<15 {
        let pixels = drawn.pixels(10)
        let truth = Georeference(
          crs: .webMercator, pixelToCRS: .affine(onGround(drawn.similarity(), pixels)))
        var points = set(truth, pixels)
        for index in points.points.indices {
          points.points[index].pixel.x += .random(in: -2...2, using: &drawn.generator)
          points.points[index].pixel.y += .random(in: -2...2, using: &drawn.generator)
        }
        let good = try ControlPointFit(points, kind: kind)
        if good.report.outlier != nil { named += 1 }
        let bad = Int.random(in: 0..<10, using: &drawn.generator)
        points.points[bad].pixel.x += 200
        let fit = try ControlPointFit(points, kind: kind)
        let outlier = try #require(fit.report.outlier)
        #expect(outlier.index == bad)
        #expect(outlier.metres > outlier.othersRootMeanSquareMetres * 10)
      }
      // The test is made for 1 in 100; errors with bounds are kinder than normal ones.
      #expect(named <= 1)
    }
  }

  @Test("Sets that fix no transform are refused with the reason")
  func degenerate() {
    let good = [(0.0, 0.0, 47.1, 8.1), (100, 0, 47.1, 8.2), (0, 100, 47.0, 8.1)]
    #expect(fault(good) == nil)
    for (count, kind, needed) in [
      (0, nil, 2), (1, nil, 2), (3, .projective, 4), (3, .polynomial2, 6), (3, .polynomial3, 10),
    ] as [(Int, TransformKind?, Int)] {
      #expect(
        fault(Array(good.prefix(count)), kind: kind)
          == .tooFewPoints(
            found: count, needed: needed, kind: kind ?? .similarity, location: "`controlPoints`"))
    }
    #expect(
      fault([good[0], good[1], (0, 0, 47.3, 8.3)])
        == .repeatedPoints("point 1", "point 3", plane: .image, location: "`controlPoints`"))
    #expect(
      fault([good[0], good[1], (50, 50, 47.1, 8.2)])
        == .repeatedPoints("point 2", "point 3", plane: .map, location: "`controlPoints`"))
    for (points, kind, third, plane) in [
      ([good[0], good[1], (50, 0, 47.3, 8.3)], nil, 3, .image),
      ([good[0], good[1], (50, 50, 47.1, 8.3)], nil, 3, .map),
      (good + [(50, 0, 47.3, 8.3)], .projective, 4, .image),
    ]
      as [(
        [(Double, Double, Double, Double)], TransformKind?, Int, GeoreferenceError.ControlPointPlane
      )]
    {
      #expect(
        fault(points, kind: kind)
          == .collinearPoints(
            ["point 1", "point 2", "point \(third)"], plane: plane, location: "`controlPoints`"))
    }
  }

  @Test("Five points on two lines fix no homography")
  func twoLines() {
    // Four of five on one line leave a family of homographies.
    let points = [
      (0.0, 0.0, 47.0, 8.0), (100, 0, 47.0, 8.1), (200, 0, 47.0, 8.2), (300, 0, 47.0, 8.3),
      (100, 100, 46.9, 8.1),
    ]
    #expect(
      fault(points, kind: .projective) == .noFit(kind: .projective, location: "`controlPoints`"))
  }

  @Test("Longitudes may run from 0 to 360 where they tell one place")
  func longitudesFromZero() throws {
    let points = [(0.0, 0.0, 47.1), (100, 0, 47.1), (100, 100, 47.0), (0, 100, 47.0)]
    func corner(_ west: Double) throws -> GeographicCoordinate {
      let fit = try ControlPointFit(
        ControlPointSet(.geographic, points.map { ($0, $1, west + $0 / 1000, $2) }))
      let georeference = fit.georeference.onNearestRevolution(
        size: PixelSize(width: 100, height: 100))
      return georeference.crs.geographic(of: georeference.pixelToCRS.apply(PixelPoint(x: 0, y: 0)))
    }
    for (west, expected) in [(190.0, -170.0), (351.45, -8.55), (-181, 179), (8.5, 8.5)] {
      let found = try corner(west)
      #expect(abs(found.longitude - expected) < 1e-9 && abs(found.latitude - 47.1) < 1e-9)
    }
    #expect(throws: GeoreferenceError.self) { _ = try corner(361) }
  }

  @Test("Control points off the map are refused")
  func offTheMap() {
    let good = [(0.0, 0.0, 47.1, 8.1), (100, 0, 47.1, 8.2)]
    let location = "`controlPoints`, point 3"
    for (point, error) in [
      ((1, 1, 95, 8), .latitudeBeyondPole(95, location: location)),
      ((1, 1, 88, 8), .latitudeBeyondMercator(88, location: location)),
      ((1, 1, 47, 188), .longitudeBeyondAntimeridian(188, location: location)),
      ((1, .nan, 47, 8), .notFinite(location: location)),
    ] as [((Double, Double, Double, Double), GeoreferenceError)] {
      #expect(fault(good + [point]) == error)
    }
    #expect(fault([(0, 0, 1, 179.9), (100, 100, 0.8, -179.9)]) == nil)
    let far = ControlPointSet(.webMercator, [(0, 0, 0, 3e7), (1, 0, 1, 0)])
    #expect(
      georeferenceError { _ = try ControlPointFit(far, location: "f") }
        == .outsideWorld(location: "f, point 1", corner: MercatorPoint(x: 0, y: 3e7), wholly: true))
  }

  @Test("Control points that are disabled are measured but not fitted")
  func disabled() throws {
    var drawn = DrawnTransforms(seed: 63)
    let truth = Georeference(crs: .webMercator, pixelToCRS: .affine(drawn.affine()))
    var points = set(truth, drawn.pixels(6))
    points.points[2].isEnabled = false
    points.points[2].pixel.x += 50
    let report = try ControlPointFit(points).report
    #expect(!report.residuals[2].isUsed)
    // The fit itself is exact but for rounding (see above).
    #expect(abs(report.residuals[2].pixels - 50) < 1e-3)
    #expect(report.rootMeanSquarePixels < 1e-4)
    #expect(report.redundancy == 4)
  }

  @Test("In degrees, an affine fit is linear in degrees and a similarity still keeps shapes")
  func planes() throws {
    let points = ControlPointSet(
      .geographic, [(0, 0, 20, 60.1), (1000, 0, 20.2, 60.1), (0, 1000, 20, 60)])
    let affine = try ControlPointFit(points, plane: .geographic).georeference
    #expect(affine.crs == .geographic)
    let middle = affine.pixelToCRS.apply(PixelPoint(x: 500, y: 500))
    #expect(distance(middle, CRSPoint(x: 20.1, y: 60.05)) < 1e-12)
    let similarity = try ControlPointFit(points, kind: .similarity, plane: .geographic)
    #expect(similarity.georeference.crs == .webMercator)
    let step = similarity.georeference.groundResolution(at: PixelPoint(x: 500, y: 500))
    // The middle is some kilometres from that of the points.
    #expect(abs(step.perColumn / step.perRow - 1) < 1e-5)
  }
}
