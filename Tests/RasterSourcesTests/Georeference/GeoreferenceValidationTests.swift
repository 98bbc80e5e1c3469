import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Validation of a georeference")
struct GeoreferenceValidationTests {
  let size = PixelSize(width: 100, height: 100)

  func fault(
    _ crs: CoordinateReferenceSystem, _ originX: Double, _ originY: Double, _ columnX: Double,
    _ rowY: Double, columnY: Double = 0, rowX: Double = 0
  ) -> GeoreferenceError? {
    fault(
      crs,
      .affine(
        AffineTransform(
          originX: originX, originY: originY, columnX: columnX, columnY: columnY, rowX: rowX,
          rowY: rowY)))
  }

  func fault(_ crs: CoordinateReferenceSystem, _ transform: PixelTransform) -> GeoreferenceError? {
    georeferenceError {
      try Georeference(crs: crs, pixelToCRS: transform).validated(size: size, path: "p")
    }
  }

  @Test("Random georeferences of all kinds pass, mirrored ones too")
  func passes() throws {
    var drawn = DrawnTransforms(seed: 6)
    let size = PixelSize(width: 4000, height: 3000)
    for _ in 0..<100 {
      var affine = drawn.affine()
      try Georeference(crs: .webMercator, pixelToCRS: .affine(affine)).validated(
        size: size, path: "p")
      affine.columnX *= -1
      affine.columnY *= -1
      try Georeference(crs: .webMercator, pixelToCRS: .affine(affine)).validated(
        size: size, path: "p")
      try Georeference(crs: .webMercator, pixelToCRS: .projective(drawn.projective())).validated(
        size: size, path: "p")
    }
  }

  @Test("Corners may be where a system shows nothing of the globe, but not the whole image")
  func cornerOffTheGlobe() throws {
    let crs = try CoordinateReferenceSystem(parsing: "+proj=ortho +lat_0=0 +lon_0=0")
    // The globe is a disc of 6378 km; the image is 3000 km wide and high.
    for (x, y) in [(-5_500_000.0, 4_500_000.0), (2_500_000, -1_500_000), (-1_500_000, 1_500_000)] {
      #expect(fault(crs, x, y, 30_000, -30_000) == nil)
    }
    guard case .outsideSystem = fault(crs, 7_000_000, 4_500_000, 30_000, -30_000) else {
      Issue.record("an image off the globe passes")
      return
    }
  }

  @Test("An image whose middle is a pole passes, since a sample's step is taken on the ground")
  func poleInTheMiddle() throws {
    for (system, edge) in [("EPSG:3413", 0.0), ("EPSG:3031", 0), ("EPSG:32661", 2_000_000)] {
      let crs = try CoordinateReferenceSystem(parsing: system)
      let georeference = try Georeference(
        crs: crs,
        pixelToCRS: .affine(
          AffineTransform(
            originX: edge - 250_000, originY: edge + 250_000, columnX: 5000, columnY: 0, rowX: 0,
            rowY: -5000))
      ).normalised(size: size, location: "p").validated(size: size, path: "p")
      let step = georeference.groundResolution(at: PixelPoint(x: 50, y: 50))
      #expect(
        abs(step.perColumn / 5000 - 1) < 0.05 && abs(step.perRow / 5000 - 1) < 0.05, "\(step)")
    }
  }

  @Test("A georeference of numbers that are not finite is refused")
  func notFinite() {
    #expect(fault(.webMercator, .nan, 0, 1, -1) == .notFinite(location: "p"))
    #expect(fault(.webMercator, 0, 0, .infinity, -1) == .notFinite(location: "p"))
    let projective = ProjectiveTransform(
      originX: 0, originY: 0, coefficients: [1, 0, 0, 0, .nan, 0, 0, 0])
    #expect(fault(.webMercator, .projective(projective)) == .notFinite(location: "p"))
  }

  @Test("A georeference without area is refused")
  func notInvertible() {
    #expect(fault(.webMercator, 0, 0, 0, -1) == .notInvertible(location: "p"))
    #expect(fault(.webMercator, 0, 0, 1, 0) == .notInvertible(location: "p"))
    #expect(
      fault(.webMercator, 0, 0, 1, -1, columnY: -1, rowX: 1) == .notInvertible(location: "p"))
    let projective = ProjectiveTransform(
      originX: 0, originY: 0, coefficients: [1, 2, 0, 2, 4, 0, 0, 0])
    #expect(fault(.webMercator, .projective(projective)) == .notInvertible(location: "p"))
  }

  @Test("A horizon that touches the image is refused, one beside it is not")
  func horizon() {
    func transform(_ h7: Double) -> PixelTransform {
      .projective(
        ProjectiveTransform(originX: 0, originY: 0, coefficients: [1, 0, 0, 0, -1, 0, 0, h7]))
    }
    #expect(fault(.webMercator, transform(-0.02)) == .horizonInImage(location: "p"))
    #expect(fault(.webMercator, transform(-0.01)) == .horizonInImage(location: "p"))
    #expect(fault(.webMercator, transform(-0.009)) == nil)
    #expect(fault(.webMercator, transform(0.02)) == nil)
  }

  @Test("A latitude beyond the pole asks whether it is swapped")
  func pole() throws {
    let error = try #require(fault(.geographic, 40, -100, 1e-5, -1e-5))
    guard case .latitudeBeyondPole = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.description.contains("swapped?"))
    #expect(fault(.geographic, 0, 90, 0.1, -0.1) == nil)
  }

  @Test("A position outside the square of Web Mercator is refused")
  func outside() {
    let far = WebMercator.halfExtent + 1000
    #expect(
      fault(.webMercator, 0, far + 200, 1, -1)
        == .outsideWorld(
          location: "p", corner: MercatorPoint(x: 0, y: far + 200), wholly: true))
    #expect(
      fault(.webMercator, 0, far - 950, 1, -1)
        == .outsideWorld(location: "p", corner: MercatorPoint(x: 0, y: far - 950), wholly: false))
    #expect(
      fault(.webMercator, 3 * far, 0, 1, -1)
        == .outsideWorld(location: "p", corner: MercatorPoint(x: 3 * far + 100, y: 0), wholly: true)
    )
    #expect(
      fault(.geographic, 0, 90, 0.01, -0.01)
        == .latitudeBeyondMercator(89, location: "p"))
  }

  @Test("A footprint may cross the antimeridian, but not go round the world more than once")
  func antimeridian() {
    let half = WebMercator.halfExtent
    #expect(fault(.webMercator, half - 50, 0, 1, -1) == nil)
    #expect(fault(.webMercator, half - 100, 0, 1, -1) == nil)
    #expect(fault(.geographic, 179.5, 0, 0.01, -0.01) == nil)
    #expect(fault(.geographic, -190, 50, 3.6, -0.5) == nil)
    // Half a sample on either side is rounding.
    #expect(fault(.geographic, -180, 50, 3.63, -0.5) == nil)
    #expect(fault(.geographic, -180, 50, 3.7, -0.5) == .widerThanWorld(location: "p"))
    #expect(
      fault(.webMercator, -1.2 * half, 0, 2.4 * half / 100, -1) == .widerThanWorld(location: "p"))
    #expect(fault(.geographic, 179, 0, 0.01, -0.01) == nil)
    #expect(fault(.geographic, -180, 1, 0.01, -0.01) == nil)
    #expect(
      fault(.geographic, 200, 0, 0.01, -0.01)
        == .longitudeBeyondAntimeridian(201, location: "p"))
  }

  @Test("Samples of less than 0.1 micrometre or more than 1000 km are refused, with a guess")
  func scale() throws {
    let small = try #require(fault(.webMercator, 8.5, 47.3, 1e-8, -1e-8))
    #expect(small == .absurdScale(metresPerPixel: 1e-8, isAngular: false, location: "p"))
    #expect(small.description.contains("EPSG:4326"))
    let one = PixelSize(width: 1, height: 1)
    let large = georeferenceError {
      try Georeference(
        crs: .webMercator,
        pixelToCRS: .affine(
          AffineTransform(originX: 0, originY: 0, columnX: 2e6, columnY: 0, rowX: 0, rowY: -2e6))
      ).validated(size: one, path: "p")
    }
    #expect(large == .absurdScale(metresPerPixel: 2e6, isAngular: false, location: "p"))
  }
}
