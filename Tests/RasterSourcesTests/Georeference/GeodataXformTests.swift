import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Transforms of ArcGIS")
struct GeodataXformTests {
  private let folder: TemporaryDirectory
  private let size = PixelSize(width: 200, height: 100)

  init() throws { folder = try TemporaryDirectory() }

  private func list(_ name: String, _ values: [Double]) -> String {
    "<\(name) xsi:type=\"typens:ArrayOfDouble\">"
      + values.map { "<Double>\($0)</Double>" }.joined() + "</\(name)>"
  }

  private func coefficients(_ xs: [Double], _ ys: [Double]) -> String {
    list("CoeffX", xs) + list("CoeffY", ys) + list("InverseCoeffX", [1, 2, 3])
      + list("InverseCoeffY", [1, 2, 3])
  }

  private func write(
    _ content: String, type: String = "PolynomialXform", order: Int = 1, image: String = "plan.png"
  ) throws {
    let text = """
      <PAMDataset>
        <Metadata domain="xml:ESRI" format="xml">
          <GeodataXform xsi:type="typens:\(type)"><PolynomialOrder>\(order)</PolynomialOrder>
            <SpatialReference xsi:type="typens:ProjectedCoordinateSystem"><WKID>32632</WKID>
            </SpatialReference>\(content)
          </GeodataXform>
        </Metadata>
      </PAMDataset>
      """
    try folder.write(text.utf8, as: image + ".aux.xml")
  }

  private func resolve(_ image: String = "plan.png") throws -> ResolvedGeoreference {
    try GeoreferenceResolver.resolve(nil, imagePath: folder.path(image), size: size)
  }

  private static let targets: [Double] = [
    500_000, 5_000_000, 500_300, 4_999_980, 500_038, 4_999_800,
  ]

  @Test("Factors of degree 1 are those of the middles of samples, as GDAL 3.10 has them")
  func affine() throws {
    try write(coefficients([500_000, 2, 0.1], [5_000_000, 0.05, 2]))
    let resolved = try resolve()
    #expect(resolved.georeference.crs.identifier == "EPSG:32632")
    #expect(resolved.georeference.affine?.gdal == [499_999.05, 2, -0.1, 5_000_000.975, 0.05, -2])
    #expect(resolved.warnings.isEmpty)
  }

  @Test("Factors of degree 2 are a polynomial")
  func polynomial() throws {
    try write(
      coefficients([500_000, 2, 0.1, 1e-4, 2e-4, 0], [5_000_000, 0.05, 2, 0, 0, 1e-4]), order: 2)
    let found = try resolve().georeference.pixelToCRS
    // Computed from the factors, with x = column - 0.5 and y = 0.5 - row.
    for (column, row, x, y) in [
      (0.0, 0.0, 499_999.049975, 5_000_000.975025), (200, 0, 500_403.049975, 5_000_010.975025),
      (200, 100, 500_389.059975, 4_999_811.965025), (50, 30, 500_096.002975, 4_999_943.562025),
    ] {
      let position = found.apply(PixelPoint(x: column, y: row))
      #expect(distance(position, CRSPoint(x: x, y: y)) < 1e-6, "\(column),\(row)")
    }
  }

  @Test(
    "Control points count columns, and rows in either direction, as GDAL 3.10 reads them",
    arguments: [[1.0, -2, 150, -10, 20, -90], [1, 2, 150, 10, 20, 90]])
  func points(sources: [Double]) throws {
    try write(list("SourceGCPs", sources) + list("TargetGCPs", Self.targets))
    let found = try resolve().georeference.pixelToCRS
    for (pixel, x, y) in [
      (PixelPoint(x: 1, y: 2), 500_000.0, 5_000_000.0),
      (PixelPoint(x: 150, y: 10), 500_300, 4_999_980),
      (PixelPoint(x: 20, y: 90), 500_038, 4_999_800),
    ] {
      #expect(distance(found.apply(pixel), CRSPoint(x: x, y: y)) < 1e-6)
    }
  }

  @Test("Its name and degree choose what control points are fitted with")
  func kinds() throws {
    let sources: [Double] = [0, 0, 200, 0, 200, -100, 0, -100, 100, -50, 50, -80, 150, -20]
    let targets = sources.enumerated().map { index, value -> Double in
      (index % 2 == 0 ? 500_000 : 5_000_000) + 2 * value
    }
    for (type, order, kind) in [
      ("PolynomialXform", 1, TransformKind.affine), ("PolynomialXform", 2, .polynomial2),
      ("SplineXform", 1, .tps), ("ProjectiveXform", 1, .projective),
    ] {
      try write(list("SourceGCPs", sources) + list("TargetGCPs", targets), type: type, order: order)
      #expect(try resolve().fit?.kind == kind)
    }
  }

  @Test("Positions on the map of an image that was georeferenced before go through that")
  func onTop() throws {
    try folder.write("10\n0\n0\n-10\n400005\n4999995\n".utf8, as: "plan.tfw")
    try TinyTIFF().write(to: folder.path("plan.tif"))
    try write(
      list("SourceGCPs", [400_010, 4_999_980, 401_500, 4_999_900, 400_200, 4_999_100])
        + list("TargetGCPs", Self.targets), image: "plan.tif")
    let byPoints = try resolve("plan.tif")
    let found = byPoints.georeference.pixelToCRS.apply(PixelPoint(x: 150, y: 10))
    #expect(distance(found, CRSPoint(x: 500_300, y: 4_999_980)) < 1e-6)
    #expect(byPoints.warnings.contains { $0.contains("plan.tfw, passed over") })
    // 1 km east and 0.5 km south of the world file.
    try write(coefficients([1000, 1, 0], [-500, 0, 1]), image: "plan.tif")
    #expect(try resolve("plan.tif").georeference.affine == .upright(401_000, 4_999_500, 10, -10))
  }

  @Test("What is not read, or passed over and elsewhere, is warned of, and nothing else is")
  func passedOver() throws {
    func resolve(_ worldFile: String = "2\n0\n0\n-2\n500000\n5000000\n") throws
      -> ResolvedGeoreference
    {
      try folder.write(worldFile.utf8, as: "plan.pgw")
      return try self.resolve()
    }
    try write("", type: "IdentityXform")
    #expect(try resolve().warnings.isEmpty)
    let one = coefficients([500_000, 2, 0], [5_000_000, 0, 2])
    try write(one)
    let agreeing = try resolve()
    #expect(agreeing.summary.contains("(skipped: plan.png.aux.xml)") && agreeing.warnings.isEmpty)
    let other = try resolve("2\n0\n0\n-2\n501000\n5000000\n")
    #expect(other.warnings.contains { $0.contains("plan.png.aux.xml, passed over") })
    try write(one + one, type: "CompositeXform")
    #expect(try resolve().warnings.contains { $0.contains("CompositeXform") })
  }

  @Test("Lists that do not match are a fault of the file")
  func faults() throws {
    for content in [
      list("SourceGCPs", [1, 2, 3]) + list("TargetGCPs", [1, 2, 3]),
      list("SourceGCPs", [1, 2, 3, 4]) + list("TargetGCPs", [1, 2]),
      list("CoeffX", [1, 2, 3]) + list("CoeffY", [1, 2]),
      "<SourceGCPs><Double>x</Double></SourceGCPs>",
    ] {
      try write(content)
      #expect(caseName(georeferenceError { _ = try resolve() }) == "malformedFile", "\(content)")
    }
  }
}
