import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Damaged placement files")
struct HostileTextTests {
  static let texts: [(name: String, text: String)] = [
    ("f.pgw", "   0.38\r\n -0,01\r\n 0.01,\r\n -3.8e-1\n700000.50\n4287500,50 m\n"),
    ("f.points", "#CRS: EPSG:3857\nmapX,mapY,sourceX,sourceY,enable\n1,2,3,-4,1\n5,6,7,-8,0\n"),
    ("f.csv", "id;px;py;lat;lng\n\"a;b\";1,5;2;47,1;8,5\nc;3;4;47,2;8,6\n"),
    ("f.prj", #"PROJCS["x",GEOGCS["WGS 84",ID["EPSG",4326]],AUTHORITY["EPSG","3857"]]"#),
    (
      "f.aux.xml",
      "<PAMDataset><SRS a=\"1\">EPSG:3857&quot;</SRS><GeoTransform>1,2,3,4,5,6</GeoTransform>"
        + "<PAMRasterBand band='1'><NoDataValue>0</NoDataValue><ColorTable><Entry c1='1' c2='2' c3='3'/>"
        + "</ColorTable></PAMRasterBand></PAMDataset>"
    ),
  ]

  /// Reads bytes as every kind of file; a fault must be an error of this domain.
  func read(_ bytes: [UInt8], _ name: String) {
    do {
      switch name {
      case "f.pgw": _ = try WorldFile(bytes: bytes, path: name).transform
      case "f.prj":
        _ = try CoordinateReferenceSystem(
          parsing: String(decoding: bytes, as: UTF8.self), location: name)
      case "f.aux.xml": _ = try AuxiliaryFile(bytes: bytes, path: name)
      default:
        let file = try ControlPointFile(bytes: bytes, path: name)
        _ = try ControlPointFit(file.set, location: name)
      }
    } catch {
      #expect(!error.description.isEmpty)
      #expect(error.report.category != .internalFault)
    }
  }

  /// PROJ 9.1 takes an area apart without an end that begins and ends beyond the antimeridian.
  @Test(
    "A system whose area runs beyond 180 degrees is refused",
    arguments: [("200", "-200"), ("181", "179"), ("1e300", "-1e300"), ("-120", "-190")])
  func areaBeyondTheEarth(west: String, east: String) {
    let text = #"""
      PROJCRS["x",BASEGEOGCRS["NAD27",DATUM["North American Datum 1927",
      ELLIPSOID["Clarke 1866",6378206.4,294.978698213898]],ID["EPSG",4267]],
      CONVERSION["UTM zone 10N",METHOD["Transverse Mercator",ID["EPSG",9807]],
      PARAMETER["Longitude of natural origin",-123,ANGLEUNIT["degree",0.0174532925199433]],
      PARAMETER["False easting",500000,LENGTHUNIT["metre",1]]],
      CS[Cartesian,2],AXIS["(E)",east,LENGTHUNIT["metre",1]],AXIS["(N)",north,LENGTHUNIT["metre",1]],
      USAGE[SCOPE["x"],AREA["y"],BBOX[34,\#(west),60,\#(east)]]]
      """#
    #expect { try CoordinateReferenceSystem(parsing: text, location: "f.prj") } throws: {
      "\($0)".contains("area of use")
    }
  }

  @Test("Every prefix of a georeference file is read or refused", arguments: texts)
  func prefixes(name: String, text: String) {
    let bytes = Array(text.utf8)
    for length in 0...bytes.count { read(Array(bytes.prefix(length)), name) }
  }

  @Test("Every change of one byte of a georeference file is read or refused", arguments: texts)
  func changes(name: String, text: String) {
    let original = Array(text.utf8)
    // PROJ searches its whole registry for every text that it does not know.
    let system: Range<Int>
    switch name {
    case "f.prj": system = original.indices
    case "f.points": system = 0..<(original.firstIndex(of: UInt8(ascii: "\n")) ?? 0)
    default: system = 0..<0
    }
    for index in original.indices {
      var bytes = original
      let values =
        system.contains(index)
        ? [0, 34, 195]
        : [0, 9, 10, 13, 34, 35, 43, 44, 45, 46, 48, 57, 59, 60, 91, 101, 128, 195, 255]
      for value in values {
        bytes[index] = UInt8(value)
        read(bytes, name)
      }
    }
  }

  @Test("Random bytes as a georeference file are read or refused")
  func noise() {
    var generator = SeededGenerator(seed: 90)
    for round in 0..<500 {
      let bytes = (0..<Int.random(in: 0..<80, using: &generator)).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
      for (name, _) in Self.texts where round < 20 || !name.hasSuffix(".prj") { read(bytes, name) }
    }
  }

  @Test("Large texts of one repeated piece take no longer than their size")
  func repetition() {
    for piece in ["\"", "[", "<SRS ", "&quot;", "#\n", "1,", "1\n", "a\"", "\r", "1,2,3,4\n"] {
      let bytes = Array(String(repeating: piece, count: 5_000 / piece.utf8.count).utf8)
      for (name, _) in Self.texts {
        read(bytes, name)
      }
      read(Array("PROJCS[\"".utf8) + bytes, "f.prj")
    }
  }

  /// Each of these took minutes where a search began again at every tag, line or field.
  @Test(
    "Megabytes of one repeated piece are read or refused",
    arguments: [
      "<", "<a>", "<SRS ", "<SRS/>", "<GroundOverlay>", "<GroundOverlay></GroundOverlay>\n",
      "<![CDATA[", "<!-- ", "<!a", "</", "\"", "1,", "1", "PROJCS[\"a\",", "\n", "&",
      "\u{301}\u{316}", "\u{1F1E9}",
    ])
  func megabytes(piece: String) {
    let bytes = Array(String(repeating: piece, count: 2_000_000 / piece.utf8.count).utf8)
    for (name, _) in Self.texts where name != "f.points" { read(bytes, name) }
    read(Array("#CRS: ".utf8) + bytes, "f.points")
    do throws(GeoreferenceError) {
      _ = try GroundOverlayFile(bytes: bytes, path: "f.kml", imagePath: "plan.png")
      Issue.record("a place was found")
    } catch { #expect(error.report.category == .badInput) }
  }

  /// Comparing such names sorts their marks, which takes a time that grows with the square of their
  /// number.
  @Test(
    "Names of a million combining marks are refused, however they are written",
    arguments: ["\u{301}\u{316}", "\\u0301\\u0316"])
  func marks(pair: String) {
    let marks = String(repeating: pair, count: 500_000)
    #expect(throws: GeoreferenceError.self) {
      try CutlineFile.area(
        bytes: Array(#"{"type":"Polygon","a\#(marks)":1,"coordinates":[]}"#.utf8), path: "f.geojson"
      )
    }
  }

  @Test("Attributes of many ampersands or of many references to marks are read")
  func attributes() throws {
    for piece in ["&#38;", "&#x301;&#x316;", "&amp;", ";"] {
      let value = String(repeating: piece, count: 400_000 / piece.utf8.count)
      let text =
        "<svg xmlns='x' width='3' height='4' id='\(value)'><g id='a\(value)'/><g id='b\(value)'/></svg>"
      let outline = try #require(SVGOutline(Array(text.utf8)))
      #expect(outline.layers.count <= 2)
    }
  }

  @Test("A name with a million marks is no system")
  func systemOfMarks() {
    #expect(throws: GeoreferenceError.self) {
      try CoordinateReferenceSystem(
        parsing: "a" + String(repeating: "\u{301}\u{316}", count: 24_000))
    }
  }

  @Test("Numbers of more than a thousand characters are none")
  func longNumbers() {
    #expect(NumberText.double("0." + String(repeating: "3", count: 900)) == 1.0 / 3)
    #expect(NumberText.double(String(repeating: "0", count: 1001)) == nil)
  }

  @Test("Option values of random characters are read or refused")
  func options() {
    var generator = SeededGenerator(seed: 91)
    let characters = Array("0123456789.,-+eE ;:nanif\u{0}°")
    for round in 0..<2000 {
      let text = String(
        (0..<Int.random(in: 0..<24, using: &generator)).map { _ in
          characters[Int.random(in: 0..<characters.count, using: &generator)]
        })
      for body: () throws -> Void in [
        { _ = try GeographicBounds(optionText: text) },
        { _ = try CornerCoordinates(optionText: text) },
        { _ = try ControlPoint(optionText: text) }, { _ = try PixelPoint(optionText: text) },
        { _ = try GeographicCoordinate(optionText: text) },
        { if round < 30 { _ = try CoordinateReferenceSystem(parsing: text) } },
      ] {
        do { try body() } catch { #expect(error is GeoreferenceError) }
      }
    }
  }
}
