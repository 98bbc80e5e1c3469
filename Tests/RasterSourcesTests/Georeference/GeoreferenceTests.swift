import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Georeference")
struct GeoreferenceTests {
  @Test(
    "The inverse undoes a transform, anywhere on the map and for samples of a centimetre",
    arguments: [false, true])
  func roundTrip(isProjective: Bool) throws {
    var drawn = DrawnTransforms(seed: 1)
    for _ in 0..<300 {
      let georeference = Georeference(
        crs: .webMercator,
        pixelToCRS: isProjective ? .projective(drawn.projective()) : .affine(drawn.affine()))
      let pixel = drawn.pixel()
      let back = try #require(georeference.pixel(ofMercator: georeference.mercator(of: pixel)))
      // Coordinates of 2e7 m hold 4e-9 m, which is 4e-7 of a sample of 1 cm.
      #expect(distance(back, pixel) < 1e-6)
    }
  }

  @Test("In degrees, the projected position leads back to the sample")
  func geographicRoundTrip() throws {
    let georeference = Georeference(
      crs: .geographic, pixelToCRS: .affine(.upright(8.5, 47.4, 2e-7, -2e-7)))
    let pixel = PixelPoint(x: 4000.5, y: 123.25)
    let back = try #require(georeference.pixel(ofMercator: georeference.mercator(of: pixel)))
    // Degrees hold 7e-15 at 47, and the projection loses a few more digits: 1e-13 of 2e-7.
    #expect(distance(back, pixel) < 1e-5)
  }

  @Test("A position behind the horizon has no sample")
  func horizon() {
    let transform = PixelTransform.projective(
      ProjectiveTransform(originX: 0, originY: 0, coefficients: [1, 0, 0, 0, -1, 0, 0, 0.01]))
    // w = 1 + y/100 is negative above y = -100.
    let behind = transform.apply(PixelPoint(x: 10, y: -300))
    #expect(transform.inverse?.apply(behind) == nil)
    #expect(transform.inverse?.apply(transform.apply(PixelPoint(x: 10, y: -50))) != nil)
  }

  @Test("A transform that flattens the image has no inverse")
  func flat() {
    let affine = AffineTransform(
      originX: 0, originY: 0, columnX: 1, columnY: 2, rowX: 2, rowY: 4)
    #expect(PixelTransform.affine(affine).inverse == nil)
    let projective = ProjectiveTransform(
      originX: 0, originY: 0, coefficients: [1, 2, 0, 2, 4, 0, 0, 0])
    #expect(PixelTransform.projective(projective).inverse == nil)
    #expect(PixelTransform.affine(.upright(.infinity, 0, 1, -1)).inverse == nil)
  }

  /// The metres of a degree northwards and eastwards at 60 degrees (pyproj 3.7.2, `Geod`).
  private static let degree = (north: 111412.287458, east: 55800.001572)

  @Test(
    "Ground resolution is in metres of the ellipsoid, whatever the projection's and degrees are")
  func resolution() {
    let latitude = 60.0
    let origin = WebMercator.project(GeographicCoordinate(latitude: latitude, longitude: 10))
    let georeference = Georeference(
      crs: .webMercator,
      pixelToCRS: .affine(
        AffineTransform(
          originX: origin.x, originY: origin.y, columnX: 3, columnY: 4, rowX: 8, rowY: -6)))
    let pixel = PixelPoint(x: 0, y: 0)
    #expect(
      georeference.projectedResolution(at: pixel) == PixelResolution(perColumn: 5, perRow: 10))
    let ground = georeference.groundResolution(at: pixel)
    let perDegree = WebMercator.halfExtent / 180
    let (east, north) = (Self.degree.east / perDegree, Self.degree.north / perDegree / 2)
    #expect(abs(ground.perColumn - hypot(3 * east, 4 * north)) < 1e-6)
    #expect(abs(ground.perRow - hypot(8 * east, 6 * north)) < 1e-6)
    let degrees = Georeference(crs: .geographic, pixelToCRS: .affine(.upright(0, 60, 1e-5, -1e-5)))
      .groundResolution(at: pixel)
    #expect(abs(degrees.perRow - 1e-5 * Self.degree.north) < 1e-6)
    #expect(abs(degrees.perColumn - 1e-5 * Self.degree.east) < 1e-6)
  }

  @Test("A homography's steps are the differences of its positions")
  func jacobian() {
    var drawn = DrawnTransforms(seed: 4)
    for _ in 0..<50 {
      // Without the large origin, differences over 0.002 sample keep their digits.
      var projective = drawn.projective()
      (projective.originX, projective.originY) = (0, 0)
      let transform = PixelTransform.projective(projective)
      let pixel = drawn.pixel()
      let step = transform.jacobian(at: pixel)
      let size = max(hypot(step.columnX, step.columnY), hypot(step.rowX, step.rowY))
      func at(_ dx: Double, _ dy: Double) -> CRSPoint {
        transform.apply(PixelPoint(x: pixel.x + dx, y: pixel.y + dy))
      }
      let (left, right, above, below) = (at(-0.001, 0), at(0.001, 0), at(0, -0.001), at(0, 0.001))
      // Positions of 1e4 samples hold 1e-12 of them, over a step of 2e-3: 1e-8, and margin.
      let tolerance = 1e-6 * size
      #expect(abs((right.x - left.x) / 0.002 - step.columnX) < tolerance)
      #expect(abs((right.y - left.y) / 0.002 - step.columnY) < tolerance)
      #expect(abs((below.x - above.x) / 0.002 - step.rowX) < tolerance)
      #expect(abs((below.y - above.y) / 0.002 - step.rowY) < tolerance)
    }
  }

  @Test("Corners of an image come in order and bounds hold every sample")
  func footprint() throws {
    var drawn = DrawnTransforms(seed: 5)
    let size = PixelSize(width: 4000, height: 3000)
    for _ in 0..<50 {
      let georeference = Georeference(
        crs: .webMercator, pixelToCRS: .projective(drawn.projective()))
      let corners = georeference.mercatorCorners(of: size)
      #expect(corners[1] == georeference.mercator(of: PixelPoint(x: 4000, y: 0)))
      #expect(corners[3] == georeference.mercator(of: PixelPoint(x: 0, y: 3000)))
      let bounds = try #require(georeference.mercatorBounds(of: size))
      for _ in 0..<50 {
        let point = georeference.mercator(of: drawn.pixel())
        #expect(point.x >= bounds.minX && point.x <= bounds.maxX)
        #expect(point.y >= bounds.minY && point.y <= bounds.maxY)
      }
    }
  }

  @Test("The bounds of a map of the globe in degrees are the square of Web Mercator")
  func globe() throws {
    let georeference = Georeference(
      crs: .geographic, pixelToCRS: .affine(.upright(-180, 90, 0.9, -0.9)))
    let size = PixelSize(width: 400, height: 200)
    let half = WebMercator.halfExtent
    #expect(
      georeference.mercatorBounds(of: size)
        == MercatorBounds(minX: -half, minY: -half, maxX: half, maxY: half))
    try georeference.validated(size: size, path: "world.png")
  }
}
