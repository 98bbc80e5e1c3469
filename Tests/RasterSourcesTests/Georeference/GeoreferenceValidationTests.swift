import Foundation
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
      let affine = drawn.affine()
      var mirrored = affine
      (mirrored.columnX, mirrored.columnY) = (-affine.columnX, -affine.columnY)
      for transform in [.affine(affine), .affine(mirrored), .projective(drawn.projective())]
        as [PixelTransform]
      {
        try Georeference(crs: .webMercator, pixelToCRS: transform).validated(size: size, path: "p")
      }
    }
  }

  @Test("Corners may be where a system shows nothing of the globe, but not the whole image")
  func cornerOffTheGlobe() throws {
    let crs = try CoordinateReferenceSystem(parsing: "+proj=ortho +lat_0=0 +lon_0=0")
    // The globe is a disc of 6378 km; the image is 3000 km wide and high.
    for (x, y) in [(-5_500_000.0, 4_500_000.0), (2_500_000, -1_500_000), (-1_500_000, 1_500_000)] {
      #expect(fault(crs, x, y, 30_000, -30_000) == nil)
    }
    #expect(caseName(fault(crs, 7_000_000, 4_500_000, 30_000, -30_000)) == "outsideSystem")
  }

  @Test("An image whose middle is a pole passes, since a sample's step is taken on the ground")
  func poleInTheMiddle() throws {
    for (system, edge) in [("EPSG:3413", 0.0), ("EPSG:3031", 0), ("EPSG:32661", 2_000_000)] {
      let crs = try CoordinateReferenceSystem(parsing: system)
      let georeference = try Georeference(
        crs: crs, pixelToCRS: .affine(.upright(edge - 250_000, edge + 250_000, 5000, -5000))
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
    #expect(fault(.webMercator, 0, 0, 1, -1, columnY: -1, rowX: 1) == .notInvertible(location: "p"))
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
    #expect(caseName(error) == "latitudeBeyondPole" && error.description.contains("swapped?"))
    #expect(fault(.geographic, 0, 90, 0.1, -0.1) == nil)
  }

  @Test("A position outside the square of Web Mercator is refused")
  func outside() {
    let far = WebMercator.halfExtent + 1000
    for (x, y, cornerX, wholly) in [
      (0.0, far + 200, 0.0, true), (0, far - 950, 0, false), (3 * far, 0, 3 * far + 100, true),
    ] {
      let corner = MercatorPoint(x: cornerX, y: y)
      #expect(
        fault(.webMercator, x, y, 1, -1)
          == .outsideWorld(location: "p", corner: corner, wholly: wholly))
    }
    #expect(fault(.geographic, 0, 90, 0.01, -0.01) == .latitudeBeyondMercator(89, location: "p"))
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
      fault(.geographic, 200, 0, 0.01, -0.01) == .longitudeBeyondAntimeridian(201, location: "p"))
  }

  @Test("An image whose middle is on the antimeridian passes however it is turned")
  func middleOnAntimeridian() throws {
    let half = WebMercator.halfExtent
    for angle in stride(from: 0, to: Double.pi, by: 0.01) {
      for (crs, edge, step) in [
        (CoordinateReferenceSystem.webMercator, half, 0.05), (.geographic, 180, 1e-6),
      ] {
        let (x, y) = (step * cos(angle), step * sin(angle))
        for middle in [-edge, edge] {
          try Georeference(
            crs: crs,
            pixelToCRS: .affine(
              AffineTransform(
                originX: middle - 50 * x - 50 * y, originY: -50 * y + 50 * x, columnX: x,
                columnY: y, rowX: y, rowY: -x))
          ).onNearestRevolution(size: size).validated(size: size, path: "p")
        }
      }
    }
  }

  @Test("Samples of less than 0.1 micrometre or more than 1000 km are refused, with a guess")
  func scale() throws {
    let small = try #require(fault(.webMercator, 8.5, 47.3, 1e-8, -1e-8))
    #expect(small == .absurdScale(metresPerPixel: 1e-8, isAngular: false, location: "p"))
    #expect(small.description.contains("EPSG:4326"))
    let one = PixelSize(width: 1, height: 1)
    let large = georeferenceError {
      try Georeference(crs: .webMercator, pixelToCRS: .affine(.upright(0, 0, 2e6, -2e6)))
        .validated(size: one, path: "p")
    }
    #expect(large == .absurdScale(metresPerPixel: 2e6, isAngular: false, location: "p"))
  }
}

@Suite("Errors of placement")
struct GeoreferenceErrorTests {
  static let errors: [GeoreferenceError] = [
    .noGeoreference(image: "PLACE", lookedFor: ["plan.pgw"], pointsFile: nil),
    .noGeoreference(image: "PLACE", lookedFor: [], pointsFile: "plan.points"),
    .noGeoreference(
      image: "PLACE", lookedFor: [], pointsFile: nil,
      camera: GeographicCoordinate(latitude: 47, longitude: 8)),
    .exchangedAxes(found: "x", right: nil, location: "PLACE"),
    .notDegrees(CRSPoint(x: 2_600_000, y: 1_200_000), likely: [], location: "PLACE"),
    .cannotRead(path: "PLACE", reason: "Permission denied"), .tooLarge(path: "PLACE", limit: 1),
    .unsupportedCRS("EPSG:1", location: "PLACE"),
    .unrecognisedCRS("a projected system", location: "PLACE"),
    .unknownCRS("EPSG:1", suggestion: nil, location: "PLACE"),
    .unknownCRS("WGS", suggestion: "WGS 84", location: "PLACE"),
    .projectionUnavailable(location: "PLACE"),
    .outsideSystem(CRSPoint(x: 0, y: 0), crs: "x", location: "PLACE"),
    .tooManyPoints(found: 9999, limit: 1500, location: "PLACE"),
    .transformWithoutPoints(.tps, location: "PLACE"), .foldedImage(location: "PLACE"),
    .crsRequired(location: "PLACE", likely: .other),
    .malformedOption("PLACE", found: "x", expected: "y"),
    .malformedFile(path: "PLACE", line: 3, column: 4, found: "x", expected: "y"),
    .noPolygon(path: "PLACE", found: "x"), .latitudeBeyondPole(91, location: "PLACE"),
    .latitudeBeyondMercator(86, location: "PLACE"),
    .longitudeBeyondAntimeridian(181, location: "PLACE"), .widerThanWorld(location: "PLACE"),
    .emptyBounds(GeographicBounds(west: 0, south: 0, east: 0, north: 0), location: "PLACE"),
    .badCorners(.concave, location: "PLACE"),
    .tooFewPoints(found: 1, needed: 2, kind: .similarity, location: "PLACE"),
    .repeatedPoints("point 1", "point 2", plane: .map, location: "PLACE"),
    .collinearPoints(["point 1"], plane: .image, location: "PLACE"),
    .noFit(kind: .affine, location: "PLACE"), .notFinite(location: "PLACE"),
    .notInvertible(location: "PLACE"), .horizonInImage(location: "PLACE"),
    .outsideWorld(location: "PLACE", corner: MercatorPoint(x: 1, y: 2), wholly: true),
    .absurdScale(metresPerPixel: 1e-9, isAngular: false, location: "PLACE"),
    .degreesAsMetres(location: "PLACE"),
  ]

  @Test(
    "Every georeference error names its location, the fault and the next step", arguments: errors)
  func complete(error: GeoreferenceError) {
    let report = error.report
    #expect(report.location?.hasPrefix("PLACE") == true)
    #expect(!report.what.isEmpty && !report.what.hasSuffix("."))
    #expect(report.nextStep?.isEmpty == false)
    let isAccess =
      switch error {
      case .cannotRead, .projectionUnavailable: true
      default: false
      }
    #expect(report.category == (isAccess ? .cannotAccess : .badInput))
  }

  @Test("A line and a column follow the path as in compilers' messages")
  func position() {
    let error = GeoreferenceError.malformedFile(
      path: "f.csv", line: 3, column: 4, found: "x", expected: "lat, a number")
    #expect(
      error.description == """
        f.csv:3:4: the line cannot be read
          found: x
          expected: lat, a number
          next: correct the line
        """)
  }

  @Test("A name that is nearly that of a system gets it as a suggestion")
  func suggestion() {
    let report = GeoreferenceError.unknownCRS("WGS", suggestion: "WGS 84", location: "`crs`").report
    #expect(report.nextStep == #"is "WGS 84" meant?"#)
  }

  @Test("The guess at an absurd scale fits the system and the direction")
  func scale() {
    func advice(_ metres: Double, isAngular: Bool) -> String? {
      GeoreferenceError.absurdScale(metresPerPixel: metres, isAngular: isAngular, location: "p")
        .report.nextStep
    }
    #expect(advice(1e-9, isAngular: false)?.contains("EPSG:4326") == true)
    #expect(advice(1e9, isAngular: true)?.contains("EPSG:3857") == true)
    #expect(advice(1e9, isAngular: false)?.contains("EPSG") == false)
  }

  @Test("Many points on a line are not all listed")
  func manyNames() {
    let names = (1...5000).map { "point \($0)" }
    let error = GeoreferenceError.collinearPoints(names, plane: .image, location: "p")
    #expect(error.report.found == "point 1, point 2, point 3, point 4, point 5, point 6, …")
  }
}
