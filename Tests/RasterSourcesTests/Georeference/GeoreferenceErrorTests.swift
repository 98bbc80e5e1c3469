import RasterSources
import Testing
import TileModel

@Suite("Errors of placement")
struct GeoreferenceErrorTests {
  static let errors: [GeoreferenceError] = [
    .noPlacement(image: "PLACE", lookedFor: ["plan.pgw"], pointsFile: nil),
    .noPlacement(image: "PLACE", lookedFor: [], pointsFile: "plan.points"),
    .cannotRead(path: "PLACE", reason: "Permission denied"),
    .tooLarge(path: "PLACE", limit: 1),
    .unsupportedCRS("EPSG:1", place: "PLACE"),
    .unrecognisedCRS("a projected system", place: "PLACE"),
    .unknownCRS("EPSG:1", suggestion: nil, place: "PLACE"),
    .unknownCRS("WGS", suggestion: "WGS 84", place: "PLACE"),
    .projectionUnavailable(place: "PLACE"),
    .outsideSystem(CRSPoint(x: 0, y: 0), crs: "x", place: "PLACE"),
    .tooManyPoints(found: 9999, limit: 1500, place: "PLACE"),
    .transformWithoutPoints(.tps, place: "PLACE"), .foldedImage(place: "PLACE"),
    .crsRequired(place: "PLACE", likely: .other),
    .malformedOption("PLACE", found: "x", expected: "y"),
    .malformedFile(path: "PLACE", line: 3, column: 4, found: "x", expected: "y"),
    .latitudeBeyondPole(91, place: "PLACE"),
    .latitudeBeyondMercator(86, place: "PLACE"),
    .longitudeBeyondAntimeridian(181, place: "PLACE"),
    .widerThanWorld(place: "PLACE"),
    .emptyBounds(GeographicBounds(west: 0, south: 0, east: 0, north: 0), place: "PLACE"),
    .badCorners(.concave, place: "PLACE"),
    .tooFewPoints(found: 1, needed: 2, kind: .similarity, place: "PLACE"),
    .repeatedPoints("point 1", "point 2", plane: .map, place: "PLACE"),
    .collinearPoints(["point 1"], plane: .image, place: "PLACE"),
    .noFit(kind: .affine, place: "PLACE"),
    .notFinite(place: "PLACE"),
    .notInvertible(place: "PLACE"),
    .horizonInImage(place: "PLACE"),
    .outsideWorld(place: "PLACE", corner: MercatorPoint(x: 1, y: 2), wholly: true),
    .absurdScale(metresPerPixel: 1e-9, isAngular: false, place: "PLACE"),
    .degreesAsMetres(place: "PLACE"),
  ]

  @Test("Every error names its place, the fault and the next step", arguments: errors)
  func complete(error: GeoreferenceError) {
    let report = error.report
    #expect(report.place?.hasPrefix("PLACE") == true)
    #expect(!report.what.isEmpty && !report.what.hasSuffix("."))
    #expect(report.nextStep?.isEmpty == false)
    let isAccess =
      switch error {
      case .cannotRead, .projectionUnavailable: true
      default: false
      }
    #expect(report.category == (isAccess ? .cannotAccess : .badInput))
  }

  @Test("A line and a column follow the path as compilers write them")
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

  @Test("A name that is nearly that of a system is answered with it")
  func suggestion() {
    let report = GeoreferenceError.unknownCRS("WGS", suggestion: "WGS 84", place: "`crs`").report
    #expect(report.nextStep == #"is "WGS 84" meant?"#)
  }

  @Test("The guess at an absurd scale fits the system and the direction")
  func scale() {
    func advice(_ metres: Double, isAngular: Bool) -> String? {
      GeoreferenceError.absurdScale(metresPerPixel: metres, isAngular: isAngular, place: "p")
        .report.nextStep
    }
    #expect(advice(1e-9, isAngular: false)?.contains("EPSG:4326") == true)
    #expect(advice(1e9, isAngular: true)?.contains("EPSG:3857") == true)
    #expect(advice(1e9, isAngular: false)?.contains("EPSG") == false)
  }

  @Test("Many points on a line are not all listed")
  func manyNames() {
    let names = (1...5000).map { "point \($0)" }
    let error = GeoreferenceError.collinearPoints(names, plane: .image, place: "p")
    #expect(error.report.found == "point 1, point 2, point 3, point 4, point 5, point 6, …")
  }
}
