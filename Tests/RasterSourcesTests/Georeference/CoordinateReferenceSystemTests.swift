import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Names of coordinate reference systems")
struct CoordinateReferenceSystemTests {
  static let webMercatorESRI =
    #"PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984","#
    + #"SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],"#
    + #"UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],"#
    + #"PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],"#
    + #"PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]"#
  static let geographicESRI =
    #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],"#
    + #"PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#
  /// A system with changes in its text: Web Mercator as GDAL wrote it, with or without its extension.
  static func mercator(
    _ name: String = "WGS 84 / Pseudo-Mercator", geographic: String = geographicESRI,
    method: String = "Mercator_1SP", meridian: Double = 0, extended: Bool = true,
    authority: String = #",AUTHORITY["EPSG","3857"]"#
  ) -> String {
    let text =
      "+proj=merc +a=6378137 +b=6378137 +lat_ts=0.0 +lon_0=0.0 +x_0=0.0 +y_0=0 +k=1.0 +units=m"
      + " +nadgrids=@null +wktext +no_defs"
    return #"PROJCS["\#(name)",\#(geographic),PROJECTION["\#(method)"],"#
      + #"PARAMETER["central_meridian",\#(meridian)],PARAMETER["scale_factor",1],"#
      + #"PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1],"#
      + #"AXIS["X",EAST],AXIS["Y",NORTH]"# + (extended ? #",EXTENSION["PROJ4","\#(text)"]"# : "")
      + authority + "]"
  }

  @Test(
    "EPSG:3857 and EPSG:4326 have several names",
    arguments: [
      ("EPSG:3857", CoordinateReferenceSystem.webMercator), ("3857", .webMercator),
      ("epsg:3857", .webMercator), (" EPSG:900913 ", .webMercator), ("ESRI:102100", .webMercator),
      ("urn:ogc:def:crs:EPSG::3857", .webMercator), ("EPSG:4326", .geographic),
      ("4326", .geographic), ("epsg:4326", .geographic), ("OGC:CRS84", .geographic),
      ("urn:ogc:def:crs:OGC:1.3:CRS84", .geographic),
      ("urn:ogc:def:crs:EPSG:6.6:4326", .geographic),
    ])
  func names(text: String, system: CoordinateReferenceSystem) throws {
    #expect(try CoordinateReferenceSystem(parsing: text) == system)
  }

  @Test(
    "A name of no coordinate reference system is refused",
    arguments: ["", ":", "EPSG:", "EPSG:999999", "EPSG 3857", "38570", "3857x", "FOO:3857"])
  func refused(text: String) {
    #expect(
      georeferenceError { _ = try CoordinateReferenceSystem(parsing: text) }
        == .unknownCRS(text, suggestion: nil, location: "`crs`"))
  }

  @Test("A part of a system's name is refused")
  func partOfName() {
    let error = georeferenceError {
      _ = try CoordinateReferenceSystem(parsing: "WGS 84 / UTM zone 3")
    }
    #expect(caseName(error) == "unknownCRS")
    guard case .unknownCRS(_, let suggestion, _)? = error else { return }
    // Some versions of PROJ find nothing by a part of a name.
    #expect(suggestion?.hasPrefix("WGS 84 / UTM zone 3") != false)
  }

  @Test(
    "Texts that define Web Mercator and WGS 84 are recognised under any name",
    arguments: [
      (webMercatorESRI, CoordinateReferenceSystem.webMercator), (geographicESRI, .geographic),
      (mercator(), .webMercator), (mercator(authority: ""), .webMercator),
      (mercator("Site grid", authority: #",AUTHORITY["SITE","7"]"#), .webMercator),
      (mercator("Google Maps Mercator", authority: #",AUTHORITY["EPSG","900913"]"#), .webMercator),
      (
        geographicESRI.replacingOccurrences(
          of: "]],PRIMEM", with: "],TOWGS84[0,0,0,0,0,0,0]],PRIMEM"), .geographic
      ),
      (
        "+proj=merc +a=6378137 +b=6378137 +lat_ts=0.0 +lon_0=0.0 +x_0=0.0 +y_0=0 +k=1.0 +units=m"
          + " +nadgrids=@null +no_defs", .webMercator
      ),
      ("+proj=longlat +datum=WGS84", .geographic), ("EPSG:3857\n", .webMercator),
      (
        "GEOGCRS[\"anything\",DATUM[\"World Geodetic System 1984\",ELLIPSOID[\"WGS 84\",6378137,"
          + "298.257223563]],CS[ellipsoidal,2],AXIS[\"latitude\",north],AXIS[\"longitude\",east],"
          + "ANGLEUNIT[\"degree\",0.0174532925199433]]", .geographic
      ),
    ])
  func wellKnown(text: String, system: CoordinateReferenceSystem) throws {
    #expect(try CoordinateReferenceSystem(parsing: text, location: "f.prj") == system)
  }

  // Positions of pyproj 3.7.2 with PROJ 9.5.1, `always_xy`.
  @Test(
    "What a text defines counts, whatever its name and its codes are",
    arguments: [
      // Pacific maps of ArcGIS, and Mercator of the ellipsoid, under the name of Web Mercator.
      (
        webMercatorESRI.replacingOccurrences(
          of: "Central_Meridian\",0.0", with: "Central_Meridian\",150.0"),
        1e6, 6e6, 158.98315284119522, 47.353704702433106
      ),
      (
        webMercatorESRI.replacingOccurrences(
          of: "Mercator_Auxiliary_Sphere\"]", with: "Mercator\"]"
        ).replacingOccurrences(of: ",PARAMETER[\"Auxiliary_Sphere_Type\",0.0]", with: ""),
        1e6, 6e6, 8.983152841195214, 47.54530963638066
      ),
      (
        mercator("x", meridian: 9, extended: false, authority: #",AUTHORITY["SITE","3857"]"#),
        1e6, 6e6, 17.983152841195214, 47.54530963638066
      ),
      (
        mercator("Google Maps Global Mercator", extended: false, authority: ""),
        1e6, 6e6, 8.983152841195214, 47.54530963638066
      ),
      (
        mercator(
          "WGS 84 / UTM zone 32N", method: "Transverse_Mercator", meridian: 12, extended: false,
          authority: #",AUTHORITY["EPSG","3857"]"#
        ).replacingOccurrences(of: "_factor\",1]", with: "_factor\",0.9996]").replacingOccurrences(
          of: "_easting\",0]", with: "_easting\",500000]"), 5e5, 5.4e6, 12, 48.753013004322185
      ),
      (
        geographicESRI.replacingOccurrences(
          of: "\"Greenwich\",0.0", with: "\"Reference_Meridian\",180.0"),
        6, 47, -173.99999999999997, 47
      ),
      (
        geographicESRI.replacingOccurrences(of: "\"Greenwich\",0.0", with: "\"Paris\",2.33722917")
          .replacingOccurrences(of: "GCS_WGS_1984", with: "WGS 84"), 6, 47, 8.337229166666667, 47
      ),
    ] as [(String, Double, Double, Double, Double)])
  func contradictory(
    text: String, x: Double, y: Double, longitude: Double, latitude: Double
  ) throws {
    let system = try CoordinateReferenceSystem(parsing: text, location: "f.prj")
    let found = system.geographic(of: CRSPoint(x: x, y: y))
    #expect(abs((found.longitude - longitude).remainder(dividingBy: 360)) < 1e-7, "\(found)")
    #expect(abs(found.latitude - latitude) < 1e-7, "\(found)")
    // No code of a registry stands for it, not even where it is read again.
    #expect(!system.identifier.hasPrefix("EPSG:") && !system.identifier.hasPrefix("SITE:"))
    let again = try CoordinateReferenceSystem(parsing: system.definition)
    let second = again.geographic(of: CRSPoint(x: x, y: y))
    #expect(abs(second.latitude - latitude) < 1e-7, "\(second)")
  }

  // PROJ 9.1 and 9.5 put it 20 km apart.
  @Test("A shift that PROJ passes over is not passed over in silence")
  func unusedShift() {
    let text =
      #"GEOGCS["unnamed",DATUM["WGS_1984",SPHEROID["Sphere",6378137,0],TOWGS84[0,0,0,0,0,0,0]],"#
      + #"PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]"#
    do {
      let found = try CoordinateReferenceSystem(parsing: text).geographic(
        of: CRSPoint(x: 10, y: 47))
      // pyproj 3.7.2 with PROJ 9.5.1.
      #expect(abs(found.latitude - 47.191564733) < 1e-7, "\(found)")
    } catch { #expect(caseName(error) == "unsupportedCRS") }
  }

  @Test("A shift to WGS 84 of its own is kept where a text is read again by its definition")
  func shifted() throws {
    let text =
      #"GEOGCS["MGI",DATUM["MGI",SPHEROID["Bessel 1841",6377397.155,299.1528128],"#
      + #"TOWGS84[100,0,0,0,0,0,0]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],"#
      + #"AUTHORITY["EPSG","4312"]]"#
    let system = try CoordinateReferenceSystem(parsing: text)
    let again = try CoordinateReferenceSystem(parsing: system.definition)
    let point = CRSPoint(x: 10, y: 47)
    #expect(system.identifier == "EPSG:4312")
    #expect(system.geographic(of: point) == again.geographic(of: point))
  }

  @Test("Systems without eastings and northings on the earth are refused by name")
  func otherSystems() {
    func fault(_ text: String) -> GeoreferenceError? {
      georeferenceError { _ = try CoordinateReferenceSystem(parsing: text, location: "f.prj") }
    }
    #expect(
      fault(#"LOCAL_CS["Site grid"]"#)
        == .unsupportedCRS("Site grid, which has no eastings and northings", location: "f.prj"))
    #expect(
      fault("EPSG:5773")
        == .unsupportedCRS("EGM96 height, which has no eastings and northings", location: "f.prj"))
    #expect(fault("+proj=pipeline +step +proj=utm +zone=33") != nil)
    #expect(fault("") == .unknownCRS("", suggestion: nil, location: "f.prj"))
    #expect(fault("PROJCS[") != nil)
    #expect(fault("[]]][[\"") != nil)
  }

  @Test("The size of coordinates suggests their system")
  func likely() {
    func judge(_ points: (Double, Double)...) -> LikelySystem {
      LikelySystem(points.map { CRSPoint(x: $0.0, y: $0.1) })
    }
    #expect(judge((8.5, 47.3), (-180, 90)) == .geographic)
    #expect(judge((8.5, 91)) == .webMercator)
    #expect(judge((13_366_594, 3_541_203)) == .webMercator)
    #expect(judge((674_430, 6_462_453), (693_000, 6_431_000)) == .webMercatorOrZone)
    #expect(judge((2_600_000, 25_000_000)) == .other)
    #expect(judge((.nan, 0)) == .other)
    #expect(judge() == .other)
  }
}
