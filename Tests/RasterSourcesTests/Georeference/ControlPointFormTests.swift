import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Control points as people have them")
struct ControlPointFormTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func read(_ text: String, crs: String? = nil) throws -> ControlPointFile {
    try ControlPointFile(
      bytes: Array(text.utf8), path: "f.csv",
      crs: crs.map { try CoordinateReferenceSystem(parsing: $0) })
  }

  private static let pixels = [PixelPoint(x: 10, y: 20), PixelPoint(x: 30, y: 40)]

  private static let ozi =
    "OziExplorer Map Data File Version 2.2\r\nt\r\np.png\r\n1 ,Map Code,\r\nWGS 84,WGS 84,0,0,WGS 84\r\n"
    + "Point01,xy,   10,   20,in, deg,  47, 18.0,N,   8, 30.0,W, grid,   ,      ,      ,N\r\n"
    + "Point02,xy,   30,   40,in, deg,  47, 12.0,N,   8, 36.0,W, grid,   ,      ,      ,N\r\n"
    + "Point03,xy,     ,     ,in, deg,    ,     ,N,    ,     ,E, grid,   ,      ,      ,N\r\n"
  private static let mapInfo =
    "!table\n!version 300\n\nDefinition Table\n  File \"p.png\"\n  Type \"RASTER\"\n"
    + "  (-8.5,47.3) (10,20) Label \"Pt 1\",\n  (-8.6,47.2) (30,40) Label \"Pt 2\"\n"
    + "  CoordSys Earth Projection 1, 104\n  Units \"degree\"\n"
  private static let envi =
    "; ENVI Image to Map GCP File\n; Map (x,y), Image (x,y)\n"
    + ";projection info = {Geographic Lat/Lon, WGS-84, units=Degrees}\n"
    + "  -8.5   47.3   11.00   21.00\n -8.6  47.2  31 41\n"

  @Test(
    "Points of other programs, and angles in minutes and seconds, are read",
    arguments: [
      ozi, mapInfo, envi, "10,20,-8.5,47.3,\"Point 1\",0.02\n30,40,-8.6,47.2,\"Point 2\",0.02\n",
      "Link\tX Source\tY Source\tX Map\tY Map\n1\t10\t-20\t-8.5\t47.3\n2\t30\t-40\t-8.6\t47.2\n",
      "sep=;\r\npx;py;lat;lng\r\n10;20;47°18'0,0\"N;8°30'W\r\n30;40;\"47°12'0\"\"N\";-8:36:0\r\n",
      "10,20,N47 18.0,-8 30\n30,40,47d12m0sN,W 8 36 0\n",
    ])
  func otherPrograms(text: String) throws {
    let file = try read(text)
    #expect(file.set.crs == .geographic)
    #expect(file.set.points.map(\.pixel) == Self.pixels)
    for (point, (x, y)) in zip(file.set.points, [(-8.5, 47.3), (-8.6, 47.2)]) {
      #expect(abs(point.position.x - x) < 1e-12 && abs(point.position.y - y) < 1e-12)
    }
  }

  @Test(
    "Angles that are none are refused",
    arguments: ["47°60'N", "47d18m0s", "47°18'E", "47 18.5 3 N", "-47°18'N", "1 2 3 4 N"])
  func noAngles(text: String) {
    let error = georeferenceError { _ = try read("px,py,lat,lng\n10,20,\(text),8.5\n") }
    #expect(caseName(error) == "malformedFile")
    #expect(error?.report.location?.hasPrefix("f.csv:2") == true)
  }

  @Test("A grid of OziExplorer and a zone of MapInfo name their system; another datum needs one")
  func otherSystems() throws {
    let grid = Self.ozi.replacingOccurrences(
      of: "deg,  47, 18.0,N,   8, 30.0,W, grid,   ,      ,      ,N",
      with: "deg,    ,     ,N,    ,     ,W, grid, 32,465000,5247000,N"
    ).replacingOccurrences(
      of: "deg,  47, 12.0,N,   8, 36.0,W, grid,   ,      ,      ,N",
      with: "deg,    ,     ,N,    ,     ,W, grid, 32,465100,5246900,N")
    let zone = Self.mapInfo.replacingOccurrences(
      of: "Projection 1, 104", with: "Projection 8, 104, \"m\", 9, 0, 0.9996, 500000, 0")
    for text in [grid, zone] { #expect(try read(text).set.crs.identifier == "EPSG:32632") }
    #expect(try read(grid).set.points[1].position == CRSPoint(x: 465_100, y: 5_246_900))
    let other = Self.ozi.replacingOccurrences(of: "\nWGS 84,WGS", with: "\nNAD27 CONUS,WGS")
    #expect(caseName(georeferenceError { _ = try read(other) }) == "unsupportedCRS")
    #expect(try read(other, crs: "EPSG:4267").set.crs.identifier == "EPSG:4267")
  }

  /// The place of the middle point by pyproj 3.7.2, of which the other two are 1000 pixels of 20 m away.
  @Test(
    "Degrees of a map of OziExplorer are fitted in its projection",
    arguments: [
      ("(UTM) Universal Transverse Mercator,PolyCal", "", "EPSG:32632"),
      (
        "Lambert Conformal Conic", "46.5,3,1,700000,6600000,49,44",
        "+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +datum=WGS84"
      ),
      ("Transverse Mercator", "0,9,,3500000,", "+proj=tmerc +lon_0=9 +x_0=3500000 +datum=WGS84"),
      ("Mercator", "", "EPSG:3395"),
    ])
  func mapProjection(name: String, setup: String, system: String) throws {
    let crs = try CoordinateReferenceSystem(parsing: system)
    let start = crs.point(of: GeographicCoordinate(latitude: 47, longitude: 8))
    func line(_ x: Double, _ y: Double) -> String {
      let place = crs.geographic(of: CRSPoint(x: start.x + 20 * x, y: start.y - 20 * y))
      let minutes = [place.latitude, place.longitude].map { NumberText.plain($0 * 60) }
      return "Point01,xy,\(x),\(y),in, deg, 0,\(minutes[0]),N, 0,\(minutes[1]),E, grid,,,,N"
    }
    let head = Self.ozi.split(separator: "\r\n").prefix(5) + ["Map Projection,\(name)"]
    let lines = head.map(String.init) + [line(0, 0), line(1000, 0), line(0, 1000)]
    let text = (lines + ["Projection Setup,\(setup)"]).joined(separator: "\r\n")
    let file = try read(text)
    let fit = try ControlPointFit(file.set, plane: file.set.crs)
    let found = fit.georeference.mercator(of: PixelPoint(x: 1000, y: 1000))
    let expected = crs.mercator(of: CRSPoint(x: start.x + 20_000, y: start.y - 20_000))
    #expect(hypot(found.x - expected.x, found.y - expected.y) < 0.01)
    // On another datum the degrees are that of the named system.
    let other = text.replacingOccurrences(of: "WGS 84,WGS", with: "European 1950,WGS")
    let named = try read(other, crs: "EPSG:23032").set
    #expect(named.crs.identifier == "EPSG:23032" && abs(named.points[0].position.x - 423_971) < 1)
    let unknown = text.replacingOccurrences(of: name, with: "(SUI) Swiss Grid")
    #expect(caseName(georeferenceError { _ = try read(unknown) }) == "unsupportedCRS")
    #expect(try read(unknown, crs: "EPSG:2056").set.points[0].position.x > 2_600_000)
  }

  @Test(
    "Eastings and northings are read in the system that is named",
    arguments: [
      "10,20,465000,5247000\n30,40,465100,5246900\n",
      "1,10,20,465000,5247000\n2,30,40,465100,5246900\n",
      "px,py,x,y\n10,20,465000,5247000\n30,40,465100,5246900\n",
      "northing,easting,x,y\n5247000,465000,10,20\n5246900,465100,30,40\n",
      "id;E;N;col;row\na;465000;5247000;10;20\nb;465100;5246900;30;40\n",
    ])
  func projected(text: String) throws {
    let file = try read(text, crs: "EPSG:32632")
    #expect(file.set.crs.identifier == "EPSG:32632" && file.counting == .shown)
    #expect(file.isFittedInOwnSystem)
    #expect(file.set.points.map(\.pixel) == Self.pixels)
    #expect(
      file.set.points.map(\.position)
        == [CRSPoint(x: 465_000, y: 5_247_000), CRSPoint(x: 465_100, y: 5_246_900)])
  }

  @Test("Degrees stay degrees whatever system is named, and numbers that are none need a system")
  func judged() throws {
    #expect(try read("10,20,47.3,8.5\n30,40,47.2,8.6\n", crs: "EPSG:32632").set.crs == .geographic)
    let error = georeferenceError {
      _ = try read("10,20,2600000,31200000\n30,40,2600100,31200100\n")
    }
    #expect(error == .crsRequired(location: "f.csv", likely: .other))
  }

  @Test(
    "Options of gdal_translate are read as GDAL takes them",
    arguments: [
      "-gcp 10 20 465000 5247000\n-gcp 30 40 465100 5246900\n",
      "# a remark\r\n-gcp 10 20 465000 5247000 0 -gcp 30 40 465100 5246900 12.5\r\n",
      "gdal_translate -of GTiff -gcp 10 20 465000 5247000 \\\n  -gcp 30 40 465100 5246900 a.png b.tif",
    ])
  func options(text: String) throws {
    let file = try read(text, crs: "EPSG:32632")
    #expect(file.set.crs.identifier == "EPSG:32632" && file.counting == .stored)
    #expect(file.set.points.map(\.pixel) == Self.pixels)
    #expect(file.set.points[1].position == CRSPoint(x: 465_100, y: 5_246_900))
    let stated = try read("-a_srs 'EPSG:2056' " + text)
    #expect(stated.set.crs.identifier == "EPSG:2056" || text.hasPrefix("#"))
  }

  @Test("An option without its numbers names its line")
  func optionFault() {
    #expect(
      georeferenceError { _ = try read("-gcp 1 2 3 4\n-gcp 5 6 x 8\n", crs: "EPSG:32632") }
        == .malformedFile(
          path: "f.csv", line: 2, column: nil, found: "-gcp 5 6 x 8",
          expected: "-gcp column row x y, four numbers"))
  }

  /// An annotation of an image of 1280 × 800 pixels.
  private static func annotation(
    _ transformation: String = "", source: String = #"{"id":"a","width":1280,"height":800}"#
  ) -> String {
    let features = [(0, 0, 8.5, 47.3), (1280, 0, 8.6, 47.3), (0, 800, 8.5, 47.2)].map {
      #"{"type":"Feature","properties":{"resourceCoords":[\#($0.0),\#($0.1)]},"#
        + #""geometry":{"type":"Point","coordinates":[\#($0.2),\#($0.3)]}}"#
    }
    return #"{"type":"Annotation","motivation":"georeferencing","target":{"source":\#(source)},"#
      + #""body":{"type":"FeatureCollection",\#(transformation)"features":["#
      + features.joined(separator: ",") + "]}}"
  }

  private func resolve(_ text: String, width: Int, height: Int) throws -> ResolvedGeoreference {
    try folder.write(text.utf8, as: "a.json")
    return try GeoreferenceResolver.resolve(
      .controlPointFile(path: folder.path("a.json"), kind: nil),
      imagePath: folder.path("plan.png"), size: PixelSize(width: width, height: height))
  }

  @Test(
    "An annotation that is written is read as it was, whatever the transform",
    arguments: TransformKind.allCases)
  func writtenAnnotation(kind: TransformKind) throws {
    let size = PixelSize(width: 1280, height: 800)
    let points = (0..<12).map { index -> (pixel: PixelPoint, position: GeographicCoordinate) in
      let (x, y) = (Double(index * 37 % 128), Double(index * 53 % 80))
      return (
        PixelPoint(x: 10.25 * x, y: 10 * y),
        GeographicCoordinate(latitude: 47.3 - 1e-5 * y, longitude: 8.5 + 1e-5 * x)
      )
    }
    func resolved(_ outline: ImageOutline?) throws -> ResolvedGeoreference {
      let text = GeoreferenceAnnotation.text(
        points, kind: kind, image: "plan \"1\".png", size: size, outline: outline)
      return try resolve(text, width: 1280, height: 800)
    }
    let outline = try ImageOutline(optionText: "10.25,20 640,0.125 600,700")
    let cut = try resolved(outline)
    #expect(cut.imageOutline == outline && cut.clips.count == 1)
    let resolved = try resolved(nil)
    #expect(resolved.fit?.kind == kind && resolved.clips.isEmpty && resolved.imageOutline == nil)
    let read = try #require(resolved.controlPoints?.points)
    #expect(read.map { $0.pixel } == points.map { $0.pixel })
    let positions = points.map { CRSPoint(x: $0.position.longitude, y: $0.position.latitude) }
    #expect(read.map { $0.position } == positions)
  }

  @Test("What is outside an annotation's mask is not used")
  func annotationMask() throws {
    func annotation(_ polygon: String) -> String {
      Self.annotation().replacing(
        "\"target\":{",
        with: "\"target\":{\"selector\":{\"type\":\"SvgSelector\",\"value\":"
          + "\"<svg><polygon points=\\\"\(polygon)\\\"/></svg>\"},")
    }
    let half = try resolve(annotation("0,0 640,0 640,800 0,800"), width: 1280, height: 800)
    let area = try #require(half.clips.first?.polygons.first?.bounds)
    let whole = try #require(
      half.georeference.mercatorBounds(of: PixelSize(width: 1280, height: 800)))
    #expect(half.clips.count == 1)
    #expect(abs(area.minX - whole.minX) < 1e-6 && abs(area.maxX - whole.center.x) < 1e-6)
    let all = try resolve(annotation("0,0 1280,0 1280,800 0,800"), width: 1280, height: 800)
    #expect(all.clips.isEmpty)
  }

  @Test("An annotation of another size of the image is scaled, and of another image refused")
  func annotationSizes() throws {
    let same = try resolve(Self.annotation(), width: 1280, height: 800)
    let half = try resolve(Self.annotation(), width: 640, height: 400)
    for resolved in [same, half] {
      let outline = resolved.outline(
        of: PixelSize(width: resolved == same ? 1280 : 640, height: 400))
      #expect(abs(outline[1].longitude - 8.6) < 1e-9 && abs(outline[1].latitude - 47.3) < 1e-9)
    }
    #expect(!same.warnings.contains { $0.contains("scaled") })
    #expect(half.warnings.contains { $0.contains("1280 × 800") && $0.contains("640 × 400") })
    let other = georeferenceError { _ = try resolve(Self.annotation(), width: 800, height: 800) }
    #expect(caseName(other) == "malformedFile")
    let page =
      #"{"type":"AnnotationPage","items":["#
      + Self.annotation(source: #"{"width":500,"height":500}"#) + "," + Self.annotation() + "]}"
    #expect(try resolve(page, width: 1280, height: 800).georeference == same.georeference)
  }

  @Test(
    "An annotation says how its points are fitted",
    arguments: [
      ("", nil), (#""transformation":{"type":"helmert"},"#, TransformKind.similarity),
      (#""transformation":{"type":"polynomial","options":{"order":1}},"#, .affine),
      (#""transformation":{"type":"polynomial","options":{"order":2}},"#, .polynomial2),
      (#""transformation":{"type":"thinPlateSpline"},"#, .tps),
    ])
  func annotationKinds(text: String, kind: TransformKind?) throws {
    #expect(try read(Self.annotation(text)).kind == kind)
  }

  @Test("The points of a real annotation are all read", .enabled(if: TestData.isAvailable))
  func realAnnotation() throws {
    let file = try ControlPointFile(
      path: TestData.path("georef/allmaps/input/annotations/7a69f9470b49a744.json"))
    #expect(file.kind == .tps && file.set.crs == .geographic)
    #expect(file.set.points.first?.pixel == PixelPoint(x: 853, y: 8548))
    #expect(file.set.points.first?.position == CRSPoint(x: 4.3582994, y: 52.0084484))
  }

  /// Points of an image of 200 × 100 pixels at 400000, 5000000 with pixels of 10 m, in coordinates of its
  /// map: they put it 100 km east.
  private static let mapUnits = """
    #CRS: EPSG:32632
    mapX,mapY,sourceX,sourceY,enable
    500000,5000000,400000,5000000,1
    502000,5000000,402000,5000000,1
    500000,4999000,400000,4999000,1
    """

  @Test("Source positions in coordinates of the map go through the image's own georeference")
  func mapUnits() throws {
    let points = folder.path("f.points")
    try folder.write(Self.mapUnits.utf8, as: "f.points")
    func resolve() throws -> ResolvedGeoreference {
      try GeoreferenceResolver.resolve(
        .controlPointFile(path: points, kind: nil), imagePath: folder.path("plan.png"),
        size: PixelSize(width: 200, height: 100))
    }
    #expect(
      georeferenceError { _ = try resolve() }
        == .pointsOutsideImage(
          location: points, size: PixelSize(width: 200, height: 100),
          first: PixelPoint(x: 400_000, y: 5_000_000)))
    try folder.write("10\n0\n0\n-10\n400005\n4999995\n".utf8, as: "plan.pgw")
    let resolved = try resolve()
    let corner = resolved.georeference.pixelToCRS.apply(PixelPoint(x: 200, y: 100))
    #expect(distance(corner, CRSPoint(x: 502_000, y: 4_999_000)) < 1e-6)
    #expect(resolved.warnings.contains { $0.contains("coordinates of the map") })
  }

  @Test("Degrees that could be pixels are told by where they put the points")
  func mapUnitsInDegrees() throws {
    // 0.001 degrees a pixel from 8 east, 48 north, of 800 × 600 pixels.
    try folder.write("0.001\n0\n0\n-0.001\n8.0005\n47.9995\n".utf8, as: "plan.pgw")
    func corner(_ rows: String) throws -> CRSPoint {
      try folder.write(("#CRS: EPSG:4326\nmapX,mapY,sourceX,sourceY\n" + rows).utf8, as: "f.points")
      return try GeoreferenceResolver.resolve(
        .controlPointFile(path: folder.path("f.points"), kind: nil),
        imagePath: folder.path("plan.png"), size: PixelSize(width: 800, height: 600)
      ).georeference.pixelToCRS.apply(PixelPoint(x: 800, y: 600))
    }
    // The same corners, once by the map and once by pixels.
    for rows in [
      "9,47,8,48\n9.8,47,8.8,48\n9,46.4,8,47.4\n", "9,47,0,0\n9.8,47,800,0\n9,46.4,0,-600\n",
    ] {
      #expect(distance(try corner(rows), CRSPoint(x: 9.8, y: 46.4)) < 1e-9, "\(rows)")
    }
  }
}
