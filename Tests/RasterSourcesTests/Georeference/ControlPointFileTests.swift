import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Files of control points")
struct ControlPointFileTests {
  func read(
    _ text: String, _ path: String = "f.points", crs: CoordinateReferenceSystem? = nil
  ) throws -> ControlPointFile {
    try ControlPointFile(bytes: Array(text.utf8), path: path, crs: crs)
  }

  func fault(_ text: String, _ path: String = "f.points") -> GeoreferenceError? {
    georeferenceError { _ = try read(text, path) }
  }

  static let webMercator = "#CRS: EPSG:3857\n"

  @Test("A table in UTF-16 is read, and a system that latitudes leave without effect is told")
  func wideTable() throws {
    let folder = try TemporaryDirectory()
    let text = "\u{FEFF}px\tpy\tlat\tlng\r\n3\t4\t47,5\t8,25\r\n"
    try folder.write(text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, as: "gcp.txt")
    let path = folder.path("gcp.txt")
    let file = try ControlPointFile(path: path)
    #expect(file.set == ControlPointSet(.geographic, [(3, 4, 8.25, 47.5)]) && file.warnings.isEmpty)
    let named = try ControlPointFile(
      path: path, crs: CoordinateReferenceSystem(parsing: "EPSG:2056"))
    #expect(named.set == file.set)
    #expect(named.warnings.count == 1 && named.warnings[0].contains("EPSG:2056 has no effect"))
  }

  @Test(
    "Every header and separator of QGIS is read",
    arguments: [
      webMercator + "mapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n100,200,3,-4,1,0.1,0.2,0.3\n",
      webMercator + "mapX,mapY,pixelX,pixelY,enable,dX,dY,residual\n100,200,3,-4,1,0,0,0\n",
      webMercator + "#mapX,mapY,sourceX,sourceY,enable\n100,200,3,-4,1\n",
      webMercator + "mapX\tmapY\tpixelX\tpixelY\tenable\n100\t200\t3\t-4\t1\n",
      webMercator + "mapX\tmapY\tpixelX\tpixelY\n100,0\t200,0\t3\t-4,0\n",
      webMercator + "mapX;mapY;sourceX;sourceY;enable\n100,0;200;3;-4;1\n",
      "\u{FEFF}# a remark\r\n#crs:EPSG:3857\r\n\r\nmapX,mapY,sourceX,sourceY\r\n100,200,3,-4\r\n\r\n",
      webMercator + "100,200,3,-4,1\n",
      webMercator + "mapX, mapY, sourceX, sourceY, enable\n 100 , 200, 3, -4, 1\n",
    ])
  func headers(text: String) throws {
    let file = try read(text)
    #expect(file.set == ControlPointSet(.webMercator, [(3, 4, 100, 200)]))
    #expect(file.isFittedInOwnSystem)
    #expect(file.warnings.isEmpty)
  }

  @Test("Control points that are disabled are kept")
  func disabled() throws {
    let file = try read(
      Self.webMercator + "mapX,mapY,sourceX,sourceY,enable\n1,2,3,-4,0\n5,6,7,-8,1\n9,9,1,0,0\n")
    #expect(file.set.points.map(\.isEnabled) == [false, true, false])
    #expect(file.set.points[2].pixel == PixelPoint(x: 1, y: 0))
  }

  @Test("The system in a control point file wins over the option, and a warning says so")
  func statedSystem() throws {
    let header = "mapX,mapY,sourceX,sourceY\n1,2,3,-4\n"
    let file = try read("#CRS: EPSG:4326\n" + header, crs: .webMercator)
    #expect(file.set.crs == .geographic)
    #expect(file.warnings.count == 1)
    #expect(try read(header, crs: .webMercator).set.crs == .webMercator)
    #expect(
      try read("#CRS: " + CoordinateReferenceSystemTests.webMercatorESRI + "\n" + header).set.crs
        == .webMercator)
    #expect(
      fault("#CRS: " + #"LOCAL_CS["Site grid"]"# + "\n" + header)
        == .unsupportedCRS(
          "Site grid, which has no eastings and northings", location: "f.points:1"))
  }

  @Test("Without a system, the size of the values decides, with a warning")
  func judgedSystem() throws {
    let degrees = try read("mapX,mapY,sourceX,sourceY\n8.5,47.3,3,-4\n")
    #expect(degrees.set.crs == .geographic && degrees.warnings.count == 1)
    let metres = try read("mapX,mapY,sourceX,sourceY\n945000,5996000,3,-4\n")
    #expect(metres.set.crs == .webMercator && metres.warnings.count == 1)
    #expect(
      fault("mapX,mapY,sourceX,sourceY\n2600000,31200000,3,-4\n")
        == .crsRequired(location: "f.points", likely: .other))
  }

  @Test("Rows of control points that count downwards are recognised by their sign, and must agree")
  func signs() throws {
    let positive = try read(Self.webMercator + "mapX,mapY,sourceX,sourceY\n1,2,3,4\n5,6,7,0\n")
    #expect(positive.set.points.map(\.pixel.y) == [4, 0])
    #expect(positive.warnings.count == 1)
    #expect(
      fault(Self.webMercator + "mapX,mapY,sourceX,sourceY\n1,2,3,-4\n5,6,7,8\n")
        == .malformedFile(
          path: "f.points", line: 4, column: nil, found: "sourceY 8.0",
          expected: "sourceY negative downwards, as in the other rows"))
  }

  @Test(
    "Tables of px, py, lat, lng are read with and without id, and in any order with a header",
    arguments: [
      "10,20,47.3,8.5\n30,40,47.2,8.6\n", "px,py,lat,lng\n10,20,47.3,8.5\n30,40,47.2,8.6\n",
      "# remark\n1,10,20,47.3,8.5\n2,30,40,47.2,8.6\n", "0,10,20,47.3,8.5\n1,30,40,47.2,8.6\n",
      "lift,10,20,47.3,8.5\nstairs,30,40,47.2,8.6\n",
      "10,20,47.3,8.5,lift\n30,40,47.2,8.6,stairs\n",
      "id,lng,lat,px,py\n7,8.5,47.3,10,20\n9,8.6,47.2,30,40\n",
      "Longitude;Latitude;pixel_x;pixel_y\n8,5;47,3;10;20\n8,6;47,2;30;40\n",
      "name,lat,lon,x,y\nlift,47.3,8.5,10,20\nstairs,47.2,8.6,30,40\n",
      "y;x;Longitude;Latitude;note\n20;10;8,5;47,3;a\n40;30;8,6;47,2;b\n",
      "Lat (deg),Long (deg),Column,Row\n47.3,8.5,10,20\n47.2,8.6,30,40\n",
      "lon\tlat\tpixel\tline\n8.5\t47.3\t10\t20\n8.6\t47.2\t30\t40\n",
      "e,n,lat,lng,image_x,image_y\n1,2,47.3,8.5,10,20\n3,4,47.2,8.6,30,40\n",
      "\"px\",\"py\",\"lat\",\"lng\",\"name\"\n10,20,47.3,8.5,\"lift, north\"\n30,40,47.2,8.6,stairs\n",
    ])
  func tables(text: String) throws {
    let file = try read(text, "f.csv")
    #expect(file.set.crs == .geographic && !file.isFittedInOwnSystem && file.counting == .shown)
    #expect(file.set.points.map(\.pixel) == [PixelPoint(x: 10, y: 20), PixelPoint(x: 30, y: 40)])
    #expect(
      file.set.points.map(\.position) == [CRSPoint(x: 8.5, y: 47.3), CRSPoint(x: 8.6, y: 47.2)])
  }

  @Test("What merely counts the points of a file is no name, and any other number is one")
  func runningNumbers() throws {
    let rows = ["10,20,47.3,8.5", "30,40,47.2,8.6", "50,10,47.25,8.7"]
    for (header, numbers, isCount) in [
      ("", ["1", "2", "3"], true), ("", ["0", "1", "2"], true),
      ("id,px,py,lat,lng\n", ["1", "2", "3"], true),
      ("id,px,py,lat,lng\n", ["3", "2", "1"], false),
      ("name,px,py,lat,lng\n", ["101", "102", "103"], false), ("", ["lift", "a", "b"], false),
      ("id,px,py,lat,lng\n", ["lift, north", "a", "b"], false),
    ] {
      let text = header + zip(numbers, rows).map { "\"\($0)\",\($1)\n" }.joined()
      let file = try ControlPointFile(bytes: Array(text.utf8), path: "p.csv")
      #expect(file.set.points.map(\.name) == (isCount ? [nil, nil, nil] : numbers), "\(text)")
    }
  }

  @Test("Faults of a control point file name the line, the column, the value and what is expected")
  func faults() {
    #expect(
      fault("px,py,lat,lng\n10,20,47.3,x\n", "f.csv")
        == .malformedFile(
          path: "f.csv", line: 2, column: 12, found: "x",
          expected: "lng, a number, or degrees, minutes and seconds"))
    #expect(
      fault("px,py,lat,lng\n\n10,20,47.3\n", "f.csv")
        == .malformedFile(
          path: "f.csv", line: 3, column: nil, found: "3 columns", expected: "lng in column 4"))
    #expect(
      fault(Self.webMercator + "mapX,mapY,sourceX,sourceY,enable\n1,2,3,-4,maybe\n")
        == .malformedFile(
          path: "f.points", line: 3, column: 10, found: "maybe", expected: "enable, 1 or 0"))
    #expect(
      fault("px,py,lat,lng\n10,20,147.3,8.5\n", "f.csv")
        == .latitudeBeyondPole(147.3, location: "f.csv:2"))
    for text in [
      "", "\n\n", "# only a remark\n", "10 20 47.3 8.5\n", "10,20,47.3\n", "7,10,20,47.3,8.5\n",
      "px,py,lat\n", "px,px,py,lat,lng\n1,2,3,4,5\n", "10,20,47.3,8.5\n1,2,3,4,5\n",
      "10,20,47.3,8.5,9,9\n", "px,py,lat,lng\nnan,20,47.3,8.5\n",
    ] {
      #expect(caseName(fault(text, "f.csv")) == "malformedFile", "\(text)")
    }
    #expect(fault("px,py,lat,lng", "f.csv") == nil)
  }

  @Test("A control point file that cannot be read says why")
  func unreadable() throws {
    let folder = try TemporaryDirectory()
    let missing = georeferenceError { _ = try ControlPointFile(path: folder.path("none.points")) }
    #expect(caseName(missing) == "cannotRead" && missing?.report.found?.isEmpty == false)
    #expect(
      georeferenceError { _ = try ControlPointFile(path: folder.path) }
        == .notAFile(path: folder.path, found: "a folder"))
  }

  @Test("A control point file that is written reads back the same")
  func roundTrip() throws {
    var drawn = DrawnTransforms(seed: 70)
    let truth = PixelTransform.affine(drawn.affine())
    var set = ControlPointSet(
      crs: .webMercator,
      points: drawn.pixels(9).map { ControlPoint(pixel: $0, position: truth.apply($0)) })
    set.points[4].isEnabled = false
    let file = try read(set.pointsFileText)
    #expect(file.set == set)
    #expect(file.warnings.isEmpty)
  }

  @Test("Points of QGIS and others agree", .enabled(if: TestData.isAvailable))
  func realFiles() throws {
    let folder = "georef/allmaps/input/gcps/"
    let qgis = try ControlPointFile(path: TestData.path(folder + "gcps-qgis.points"))
    #expect(qgis.set.crs == .geographic && qgis.set.points.count == 5)
    #expect(qgis.set.points[1].pixel == PixelPoint(x: 6584, y: 819))
    #expect(qgis.set.points[1].position == CRSPoint(x: 25.4101689, y: 71.0981125))
    let arcgis = try ControlPointFile(path: TestData.path(folder + "gcps-arcgis-csv.csv"))
    #expect(arcgis.set.crs == .geographic)
    #expect(arcgis.set.points.map(\.pixel) == qgis.set.points.map(\.pixel))
    #expect(arcgis.set.points.map(\.position) == qgis.set.points.map(\.position))
    let metres = try ControlPointFile(
      path: TestData.path("georef/allmaps/output/gcps/gcps-qgis-webmercator.points"))
    #expect(metres.set.crs == .webMercator && metres.set.points.count == 5)
    #expect(metres.warnings.isEmpty)

    // Columns parted by blanks may be lng lat or lat lng.
    let path = TestData.path(folder + "gcps-gdal.txt")
    let blanks = georeferenceError { _ = try ControlPointFile(path: path) }
    #expect(caseName(blanks) == "malformedFile" && blanks?.report.location == path + ":1")
    let projected = try ControlPointFile(
      path: TestData.path(folder + "gcps-qgis-projection.points"))
    #expect(projected.set.crs.identifier == "EPSG:3035" && projected.isFittedInOwnSystem)
  }

  @Test("Fitted positions agree with another tool's", .enabled(if: TestData.isAvailable))
  func otherToolsPlaces() throws {
    func positions(_ name: String) throws -> [CRSPoint] {
      let text = String(
        decoding: try TestData.bytes("georef/allmaps/output/coordinates/\(name).txt"),
        as: UTF8.self)
      return text.split(separator: "\n").map { line in
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        return CRSPoint(x: numbers[0], y: numbers[1])
      }
    }
    let plan = try ControlPointFile(
      path: TestData.path("georef/allmaps/output/gcps/gcps-qgis-webmercator.points"))
    let world = try ControlPointFile(
      path: TestData.path("georef/allmaps/input/gcps/gcps-qgis.points"))
    for (file, kind, name) in [
      (plan, TransformKind.affine, "coordinates-polynomial"),
      (world, .affine, "coordinates-polynomial-other-gcps"),
    ] {
      let fit = try ControlPointFit(file.set, kind: kind)
      for (index, expected) in try positions(name).enumerated() {
        let pixel = PixelPoint(x: Double(100 * (index + 1)), y: Double(100 * (index + 1)))
        let found = WebMercator.unproject(fit.georeference.mercator(of: pixel))
        // The tool fits in EPSG:3857 as well, but for a similarity; 1e-9 degrees are 0.1 mm.
        #expect(
          distance(CRSPoint(x: found.longitude, y: found.latitude), expected) < 1e-9, "\(name)")
      }
    }
  }
}

@Suite("A file of named points")
struct NamedPixelFileTests {
  private func read(_ text: String) throws(GeoreferenceError) -> [NamedPixel] {
    try NamedPixelFile(bytes: Array(text.utf8), path: "p.csv").points
  }

  @Test(
    "A file of named points is read with any separator, a header in any order, and comments",
    arguments: [
      "lift,1,2.5\nstairs,-3,4\n", "lift;1;2,5\nstairs;-3;4", "lift\t1\t2,5\r\nstairs\t-3\t4\r\n",
      "# points\n\nname,px,py\nlift,1,2.5\nstairs,-3,4\n",
      "px,py,floor,name\n1,2.5,x,lift\n-3,4,x,stairs\n", "\"lift\", 1 , 2.5,more\nstairs,-3,4,\n",
    ])
  func layouts(text: String) throws {
    let expected = [
      NamedPixel(name: "lift", pixel: PixelPoint(x: 1, y: 2.5)),
      NamedPixel(name: "stairs", pixel: PixelPoint(x: -3, y: 4)),
    ]
    #expect(try read(text) == expected)
  }

  @Test(
    "A faulty file of named points is refused with its line and column",
    arguments: [
      ("", 1, nil), ("name,px,py\n", 1, nil), ("lift,1\n", 1, nil), ("lift,1,2\nx,1\n", 2, nil),
      ("lift,1,two\n", 1, 8), ("lift,0x1,2\n", 1, 6), ("a,1,2\n,3,4\n", 2, 1),
      ("a,1,2\nb,1,2\na,3,4\n", 3, 1), ("lift 1 2\n", 1, nil), ("a,1,nan\n", 1, 5),
    ] as [(String, Int, Int?)])
  func faults(text: String, line: Int, column: Int?) {
    let error = #expect(throws: GeoreferenceError.self) { try read(text) }
    let place = "p.csv:\(line)" + (column.map { ":\($0)" } ?? "")
    #expect(caseName(error) == "malformedFile" && error?.report.location == place)
  }
}
