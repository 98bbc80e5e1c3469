import RasterSources
import Testing
import TilePyramidTesting

@Suite("Names of coordinate reference systems")
struct CoordinateReferenceSystemTests {
  static let webMercatorESRI =
    #"PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984","#
    + #"SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],"#
    + #"UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],"#
    + #"PARAMETER["False_Easting",0.0],UNIT["Meter",1.0]]"#
  static let geographicESRI =
    #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],"#
    + #"PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#
  static let zone =
    #"PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],"#
    + #"UNIT["metre",1],AUTHORITY["EPSG","32632"]]"#

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
    guard
      case .unknownCRS("WGS 84 / UTM zone 3", let suggestion, _)? = georeferenceError({
        _ = try CoordinateReferenceSystem(parsing: "WGS 84 / UTM zone 3")
      })
    else {
      Issue.record("it was read")
      return
    }
    // Some versions of PROJ find nothing by a part of a name.
    #expect(suggestion?.hasPrefix("WGS 84 / UTM zone 3") != false)
  }

  @Test(
    "Well-known texts of both versions are recognised by their own name or code",
    arguments: [
      (webMercatorESRI, CoordinateReferenceSystem.webMercator), (geographicESRI, .geographic),
      (#"PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84"]]"#, .webMercator),
      (
        #"PROJCS["x",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],AUTHORITY["EPSG","3857"]]"#,
        .webMercator
      ),
      (
        #"PROJCRS["WGS 84 / Pseudo-Mercator",BASEGEOGCRS["WGS 84",ID["EPSG",4326]],ID["EPSG",3857]]"#,
        .webMercator
      ),
      (#"PROJCS["Popular Visualisation CRS / Mercator",GEOGCS["x"]]"#, .webMercator),
      (
        #"GEOGCS["WGS 84",DATUM["WGS_1984",AUTHORITY["EPSG","6326"]],AUTHORITY["EPSG","4326"]]"#,
        .geographic
      ),
      ("GEOGCRS[\n  \"WGS 84\",\n  ID[\"EPSG\", 4326]\n]", .geographic),
      ("EPSG:3857\n", .webMercator),
    ])
  func wellKnown(text: String, system: CoordinateReferenceSystem) throws {
    #expect(try CoordinateReferenceSystem(parsing: text, location: "f.prj") == system)
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
