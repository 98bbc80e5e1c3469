import Georeferencing
import RasterSources
import Testing
import TileModel

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
    .cannotRead(path: "PLACE", reason: "Permission denied"),
    .tooLarge(path: "PLACE", limit: 1),
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
    .noPolygon(path: "PLACE", found: "x"),
    .latitudeBeyondPole(91, location: "PLACE"),
    .latitudeBeyondMercator(86, location: "PLACE"),
    .longitudeBeyondAntimeridian(181, location: "PLACE"),
    .widerThanWorld(location: "PLACE"),
    .emptyBounds(GeographicBounds(west: 0, south: 0, east: 0, north: 0), location: "PLACE"),
    .badCorners(.concave, location: "PLACE"),
    .tooFewPoints(found: 1, needed: 2, kind: .similarity, location: "PLACE"),
    .repeatedPoints("point 1", "point 2", plane: .map, location: "PLACE"),
    .collinearPoints(["point 1"], plane: .image, location: "PLACE"),
    .noFit(kind: .affine, location: "PLACE"),
    .notFinite(location: "PLACE"),
    .notInvertible(location: "PLACE"),
    .horizonInImage(location: "PLACE"),
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
