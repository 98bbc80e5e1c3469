import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Resolving a georeference")
struct GeoreferenceResolverTests {
  let size = PixelSize(width: 100, height: 50)
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  static let worldFile = "2\n0\n0\n-2\n1000001\n5999999\n"
  static let degrees = "1e-5\n0\n0\n-1e-5\n8.5\n47.3\n"
  static let expected = AffineTransform.upright(1_000_000, 6_000_000, 2, -2)

  func write(_ name: String, _ text: String) throws {
    try folder.write(text.utf8, as: name)
  }

  func resolve(
    _ placement: Placement? = nil, crs: CoordinateReferenceSystem? = nil, image: String = "plan.png"
  ) throws -> ResolvedGeoreference {
    try GeoreferenceResolver.resolve(placement, crs: crs, imagePath: folder.path(image), size: size)
  }

  func affine(
    _ placement: Placement? = nil, crs: CoordinateReferenceSystem? = nil
  ) throws -> AffineTransform? {
    try resolve(placement, crs: crs).georeference.affine
  }

  func fault(
    _ placement: Placement? = nil, crs: CoordinateReferenceSystem? = nil
  ) -> GeoreferenceError? {
    georeferenceError { _ = try resolve(placement, crs: crs) }
  }

  @Test(
    "World files are found under all their names",
    arguments: [
      ("plan.png", "plan.pgw"), ("plan.png", "plan.PGW"), ("plan.png", "plan.pngw"),
      ("plan.png", "plan.PNGW"), ("plan.png", "plan.wld"), ("plan.png", "plan.WLD"),
      ("PLAN.PNG", "PLAN.PGW"), ("PLAN.PNG", "PLAN.pgw"), ("a.jpg", "a.jgw"),
      ("a.jpeg", "a.jgw"), ("a.jpg", "a.jpgw"), ("a.tif", "a.tfw"), ("a.tiff", "a.tfw"),
      ("a.b.png", "a.b.pgw"), ("plan", "plan.wld"), (".png", ".png.wld"),
      ("a.png", "a.pgwx"), ("a.jpg", "a.JGWX"), ("a.tiff", "a.tfwx"),
    ])
  func names(image: String, sidecar: String) throws {
    try write(sidecar, Self.worldFile)
    let resolved = try resolve(crs: .webMercator, image: image)
    #expect(resolved.georeference.pixelToCRS == .affine(Self.expected))
    #expect(resolved.georeference.crs == .webMercator)
    #expect(resolved.warnings.isEmpty)
    #expect(resolved.summary.hasPrefix(sidecar))
  }

  @Test(
    "Texts in UTF-16 are read, with a mark of their order and without", arguments: [0, 1, 2, 3])
  func wideText(form: Int) throws {
    func write(_ name: String, _ text: String) throws {
      let units = Array((form < 2 ? "\u{FEFF}" + text : text).utf16)
      let bytes = units.flatMap { unit -> [UInt8] in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
        return form % 2 == 0 ? [high, low] : [low, high]
      }
      try folder.write(bytes, as: name)
    }
    try write("plan.pgw", Self.worldFile)
    try write("plan.prj", CoordinateReferenceSystemTests.webMercatorESRI)
    let resolved = try resolve()
    #expect(resolved.georeference.pixelToCRS == .affine(Self.expected))
    #expect(resolved.georeference.crs == .webMercator)
  }

  @Test("A world file that is named has its system beside itself, before the one beside the image")
  func systemOfNamedWorldFile() throws {
    try write("alt.pgw", Self.worldFile)
    try write("plan.prj", "EPSG:32633")
    let placement = Placement.worldFile(path: folder.path("alt.pgw"))
    #expect(try resolve(placement).georeference.crs.identifier == "EPSG:32633")
    try write("alt.prj", "EPSG:3857")
    let resolved = try resolve(placement)
    #expect(resolved.georeference.crs == .webMercator)
    #expect(resolved.summary == "alt.pgw, EPSG:3857 from alt.prj")
    let files = Sidecars(imagePath: folder.path("plan.png")).files(for: placement)
    #expect(files.contains(folder.path("alt.prj")) && files.contains(folder.path("plan.prj")))
  }

  @Test("Bounds in metres are edges in their system")
  func edges() throws {
    let crs = try CoordinateReferenceSystem(parsing: "EPSG:32632")
    let placement = try Placement(boundsText: "500000,5400000,500200,5400100", crs: crs)
    let resolved = try resolve(placement, crs: crs)
    #expect(resolved.georeference.affine == .upright(500_000, 5_400_100, 2, -2))
    #expect(resolved.summary == "bounds in EPSG:32632" && resolved.warnings.isEmpty)
    // The advice of the error for metres without a system.
    let metres = try Placement(boundsText: "1000000,5999900,1000200,6000000", crs: .webMercator)
    #expect(try affine(metres, crs: .webMercator) == Self.expected)
    #expect(
      fault(try Placement(boundsText: "500200,5400000,500000,5400100", crs: crs), crs: crs)
        == .emptyBounds(
          GeographicBounds(west: 500_200, south: 5_400_000, east: 500_000, north: 5_400_100),
          location: "`bounds`"))
  }

  /// A KML file with a box for the image.
  private func overlay(west: Double, south: Double, east: Double, north: Double) -> String {
    "<kml><GroundOverlay><Icon><href>plan.png</href></Icon><LatLonBox><north>\(north)</north>"
      + "<south>\(south)</south><east>\(east)</east><west>\(west)</west></LatLonBox>"
      + "</GroundOverlay></kml>"
  }

  @Test("A second statement of where the image is, which is elsewhere, is warned of")
  func witnesses() throws {
    try write("plan.pgw", Self.worldFile)
    try write("plan.prj", "EPSG:3857")
    func warnings(_ placement: Placement? = nil) throws -> [String] {
      try resolve(placement).warnings.filter { $0.contains("passed over") }
    }
    #expect(try warnings().isEmpty)
    let bounds = GeographicBounds(
      MercatorBounds(minX: 1_000_000, minY: 5_999_900, maxX: 1_000_200, maxY: 6_000_000))
    // Half a sample further east, then two.
    for (samples, isElsewhere) in [(0.5, false), (2, true)] {
      let shift = samples * 2 * 360 / WebMercator.extent
      try write(
        "plan.kml",
        overlay(
          west: bounds.west + shift, south: bounds.south, east: bounds.east + shift,
          north: bounds.north))
      let found = try warnings()
      #expect(found.isEmpty != isElsewhere, "\(found)")
      #expect(
        found.allSatisfy { $0.hasPrefix("plan.kml, passed over, would put the image elsewhere") })
      let other = try warnings(.overlayFile(path: folder.path("plan.kml")))
      #expect(other.isEmpty != isElsewhere && other.allSatisfy { $0.hasPrefix("plan.pgw") })
    }
    try FileManager.default.removeItem(atPath: folder.path("plan.kml"))
    // One of another image, and one that is none, are no witnesses.
    try write("plan.kml", "<kml><Placemark/></kml>")
    #expect(try warnings().isEmpty)
    try write("plan.png.aux.xml", "<PAMDataset><SRS>EPSG:32632</SRS></PAMDataset>")
    let systems = try warnings()
    #expect(systems.count == 1 && systems[0].hasPrefix("the system of plan.prj, passed over"))
  }

  @Test("Beside a JPEG the auxiliary file wins, and beside a PNG the world file, as in GDAL")
  func precedence() throws {
    for image in ["plan.png", "photo.jpg"] {
      let isPNG = image.hasSuffix("png")
      try write(isPNG ? "plan.pgw" : "photo.jgw", Self.worldFile)
      try write(
        image + ".aux.xml",
        "<PAMDataset><SRS>EPSG:3857</SRS><GeoTransform>1000200,2,0,6000000,0,-2</GeoTransform>"
          + "</PAMDataset>")
      let resolved = try resolve(image: image)
      let corner = resolved.georeference.pixelToCRS.apply(PixelPoint(x: 0, y: 0))
      #expect(corner.x == (isPNG ? 1_000_000 : 1_000_200))
      #expect(resolved.warnings.contains { $0.contains("passed over") })
    }
  }

  @Test("The first name of a world file wins")
  func order() throws {
    try write("plan.wld", Self.degrees)
    try write("plan.pngw", Self.degrees)
    try write("plan.pgw", Self.worldFile)
    #expect(try affine(crs: .webMercator) == Self.expected)
  }

  @Test("A dot in a folder's name is not a suffix")
  func folders() {
    #expect(Sidecars(imagePath: "/a.b/plan").worldFilePaths == ["/a.b/plan.wld", "/a.b/plan.WLD"])
  }

  @Test("The system of a world file comes from the option, else from .aux.xml, else from .prj")
  func systems() throws {
    try write("plan.pgw", Self.worldFile)
    #expect(fault() == .crsRequired(location: folder.path("plan.pgw"), likely: .webMercator))
    try write("plan.prj", CoordinateReferenceSystemTests.webMercatorESRI)
    #expect(try resolve().summary == "plan.pgw, EPSG:3857 from plan.prj")
    try write(
      "plan.png.aux.xml",
      "<PAMDataset>\n <SRS dataAxisToSRSAxisMapping=\"2,1\">"
        + #"LOCAL_CS["Site grid"]"#.replacingOccurrences(of: "\"", with: "&quot;")
        + "</SRS>\n</PAMDataset>\n")
    #expect(
      fault()
        == .unsupportedCRS(
          "Site grid, which has no eastings and northings",
          location: folder.path("plan.png.aux.xml")))
    #expect(
      try resolve(crs: .webMercator).summary
        == "plan.pgw, EPSG:3857 from `crs` (skipped: plan.png.aux.xml)")
  }

  @Test("The missing system's error names the likely one, and a .prj of degrees is one")
  func likely() throws {
    for (text, advice) in [
      (Self.degrees, "`crs` EPSG:4326"), ("2\n0\n0\n-2\n13366594\n3541403\n", "`crs` EPSG:3857"),
      ("2\n0\n0\n-2\n674430\n6462453\n", "UTM"),
      ("2\n0\n0\n-2\n2600000\n31200000\n", "pass its code"),
    ] {
      try write("plan.pgw", text)
      #expect(try #require(fault()).description.contains(advice))
    }
    try write("plan.pgw", Self.degrees)
    try write("plan.PRJ", CoordinateReferenceSystemTests.geographicESRI)
    #expect(try resolve().georeference.crs == .geographic)
  }

  @Test("Degrees said to be metres are noticed")
  func degreesAsMetres() throws {
    try write("plan.pgw", Self.degrees)
    #expect(fault(crs: .webMercator) == .degreesAsMetres(location: folder.path("plan.pgw")))
    try write("plan.pgw", "0.5\n0\n0\n-0.5\n0\n0\n")
    #expect(try resolve(crs: .webMercator).warnings.count == 1)
    try write("plan.pgw", Self.worldFile)
    #expect(caseName(fault(crs: .geographic)) == "latitudeBeyondPole")
  }

  @Test("The transform of an .aux.xml georeferences an image that has no world file")
  func auxiliary() throws {
    try write(
      "plan.png.aux.xml",
      """
      <PAMDataset>
        <SRS>EPSG:3857</SRS>
        <GeoTransform>  1.0e+06,  2.0,  0.0,  6000000, 0, -2.0e+00</GeoTransform>
      </PAMDataset>
      """)
    #expect(try affine() == Self.expected)
    try write("plan.png.aux.xml", "<PAMDataset>\n<GeoTransform>1,2,3</GeoTransform>\n</PAMDataset>")
    #expect(
      fault()
        == .malformedFile(
          path: folder.path("plan.png.aux.xml"), line: 2, column: nil, found: "1,2,3",
          expected: "six numbers separated by commas"))
    try write("plan.png.aux.xml", "<PAMDataset><Metadata/></PAMDataset>")
    #expect(caseName(fault()) == "noGeoreference")
  }

  @Test("Without any sidecar, the error lists the ways to place an image")
  func nothing() throws {
    let error = try #require(fault())
    for word in ["plan.pgw", "plan.wld", "`bounds`", "`corners`", "`controlPoints`", "`anchor`"] {
      #expect(error.description.contains(word))
    }
    try write("plan.png.points", "mapX,mapY,sourceX,sourceY\n")
    #expect(
      try #require(fault()).report.nextStep
        == "pass `controlPointFile` \(folder.path("plan.png.points"))")
  }

  @Test("An explicit world file needs no name like the image's")
  func explicitWorldFile() throws {
    try write("other.txt", Self.worldFile)
    let placement = Placement.worldFile(path: folder.path("other.txt"))
    #expect(try affine(placement, crs: .webMercator) == Self.expected)
    #expect(caseName(fault(.worldFile(path: folder.path("none")))) == "cannotRead")
  }

  @Test("A sidecar as large as no text of its kind is refused")
  func tooLarge() throws {
    try write("plan.pgw", String(repeating: "1\n", count: 3 << 20))
    #expect(fault(crs: .webMercator) == .tooLarge(path: folder.path("plan.pgw"), limit: 4 << 20))
  }

  @Test("Every kind of placement resolves to the same position")
  func kinds() throws {
    let truth = Georeference(crs: .webMercator, pixelToCRS: .affine(Self.expected))
    let positions = truth.mercatorCorners(of: size).map { WebMercator.unproject($0) }
    let pixels = [(0.0, 0.0), (100, 0), (100, 50), (0, 50)]
    let points = ControlPointSet(
      .geographic, zip(pixels, positions).map { ($0.0, $0.1, $1.longitude, $1.latitude) })
    let metres = ControlPointSet(
      .webMercator, pixels.map { ($0, $1, 1_000_000 + 2 * $0, 6_000_000 - 2 * $1) })
    try write("plan.points", metres.pointsFileText)
    let factor = WebMercator.scaleFactor(atY: 6_000_000)
    let bounds = GeographicBounds(
      west: positions[0].longitude, south: positions[2].latitude,
      east: positions[2].longitude, north: positions[0].latitude)
    let corners = CornerCoordinates(
      topLeft: positions[0], topRight: positions[1], bottomRight: positions[2],
      bottomLeft: positions[3])
    let placements: [(Placement, String)] = [
      (.bounds(bounds), "bounds, linear in EPSG:3857"), (.corners(corners), "four corners, affine"),
      (.controlPoints(points, kind: nil), "4 control points, affine: RMS"),
      (.controlPoints(points, kind: .projective), "4 control points, projective: exact"),
      (
        .controlPointFile(path: folder.path("plan.points"), kind: .similarity),
        "4 control points, similarity: RMS"
      ),
      (
        .groundOverlay(
          GroundOverlay(
            anchor: positions[0], anchorPixel: PixelPoint(x: 0, y: 0), metresPerPixel: 2 / factor)),
        "anchor, scale and bearing"
      ),
    ]
    for (placement, summary) in placements {
      let resolved = try resolve(placement)
      #expect(resolved.summary.hasPrefix(summary))
      #expect(resolved.warnings.isEmpty, "\(resolved.warnings)")
      #expect((resolved.fit != nil) == summary.contains("control points"))
      // Metres of the ellipsoid are no squares of EPSG:3857.
      if summary.hasPrefix("anchor") || summary.contains("similarity") { continue }
      for (found, expected) in zip(
        resolved.georeference.mercatorCorners(of: size), truth.mercatorCorners(of: size))
      {
        // Places in degrees hold 1e-9 m here; a sample is 2 m.
        #expect(hypot(found.x - expected.x, found.y - expected.y) < 1e-6)
      }
    }
  }

  @Test("A .points file in degrees is fitted in degrees")
  func pointsInDegrees() throws {
    try write(
      "plan.points",
      "#CRS: EPSG:4326\nmapX,mapY,sourceX,sourceY\n8,48,0,0\n9,48,100,0\n8,47,0,-50\n")
    let placement = Placement.controlPointFile(path: folder.path("plan.points"), kind: nil)
    #expect(try resolve(placement).georeference.crs == .geographic)
  }

  @Test("Placements that are allowed but odd are warned of")
  func warnings() throws {
    func warnings(_ placement: Placement, crs: CoordinateReferenceSystem? = nil) throws -> String {
      try resolve(placement, crs: crs).warnings.joined(separator: "\n")
    }
    let stretched = GeographicBounds(west: 8, south: 0, east: 9, north: 3)
    #expect(try warnings(.bounds(stretched)).contains("wide and"))
    for (rows, words) in [
      ([(0, 0, 0, 0), (100, 0, 100, 0), (0, 50, 0, 50)], "mirrored"),
      ([(0, 0, 0, 0), (100, 0, 100, 0), (0, 50, 20, -50)], "right angle"),
      ([(0, 0, 0, 0), (120, 0, 120, 0), (0, 50, 0, -50)], "outside the 100 × 50 image: point 2"),
      ([(0, 0, 0, 0), (50, 2, 50, -2), (100, 1, 100, -1)], "nearly on one line"),
      (
        [
          (0, 0, 0, 0), (100, 0, 100, 0), (0, 50, 0, -50), (100, 50, 100, -50), (50, 25, 90, -25),
          (20, 10, 20, -10),
        ], "point 5 is"
      ),
    ] as [([(Double, Double, Double, Double)], String)] {
      let points = Placement.controlPoints(ControlPointSet(.webMercator, rows), kind: nil)
      #expect(try warnings(points).contains(words), "\(words)")
    }
    let corners = CornerCoordinates(
      topLeft: GeographicCoordinate(latitude: 0, longitude: 0),
      topRight: GeographicCoordinate(latitude: 0, longitude: 2),
      bottomRight: GeographicCoordinate(latitude: 1, longitude: 2),
      bottomLeft: GeographicCoordinate(latitude: 1, longitude: 0))
    #expect(try warnings(.corners(corners)).contains("mirrored; the order of corners"))
    #expect(try warnings(.corners(corners), crs: .geographic).contains("no effect"))
  }

  @Test("A fit that throws the image off the map is refused")
  func fitOffTheMap() throws {
    let points = ControlPointSet(.webMercator, [(0, 0, 0, 0), (1, 0, 9e5, 0)])
    let error = try #require(fault(.controlPoints(points, kind: nil)))
    #expect(error.description.contains("`controlPoints`"))
  }
}
