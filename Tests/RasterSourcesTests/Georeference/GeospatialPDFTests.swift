import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

/// The pages are 400 × 300 units, the positions made up, and what is expected follows from them by hand.
@Suite(
  "Geospatial PDFs",
  .enabled(
    if: ["pdfinfo", "pdfseparate"].allSatisfy(VectorPlanFile.isInstalled),
    "poppler is not installed"))
struct GeospatialPDFTests {
  private let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  private func image(_ entries: String, rotation: Int = 0) throws -> GeoreferencedImage {
    var page = VectorPlanFile.Page.sample
    page.entries = entries
    page.rotation = rotation
    try folder.write(VectorPlanFile.pdf([page]), as: "map.pdf")
    return try SourceImage(folder.path("map.pdf")).georeferenced()
  }

  /// A viewport of x 50...250 and y 100...200 that shows 8.5...8.7 and 47.0...47.1 degrees.
  private static func measure(
    _ system: String, box: String = "50 100 250 200", west: Double = 8.5
  ) -> String {
    "<< /Type /Viewport /BBox [\(box)] /Measure << /Type /Measure /Subtype /GEO"
      + " /Bounds [0 0 0 1 1 1 1 0] /LPTS [0 0 0 1 1 1 1 0]"
      + " /GPTS [47 \(west) 47.1 \(west) 47.1 \(west + 0.2) 47 \(west + 0.2)]"
      + " /GCS << \(system) >> >> >>"
  }

  private static let degrees = "/Type /GEOGCS /EPSG 4326"

  /// Expects a place at parts of the page from the left and from the top.
  private func expect(
    _ image: GeoreferencedImage, _ x: Double, _ y: Double, latitude: Double, longitude: Double,
    tolerance: Double = 1e-9, longitudeTolerance: Double? = nil
  ) {
    let georeference = image.resolved.georeference
    let (width, height) = (Double(image.raster.size.width), Double(image.raster.size.height))
    let found = georeference.crs.geographic(
      of: georeference.pixelToCRS.apply(PixelPoint(x: x * width, y: y * height)))
    #expect(abs(found.latitude - latitude) < tolerance, "\(found)")
    #expect(abs(found.longitude - longitude) < longitudeTolerance ?? tolerance, "\(found)")
  }

  @Test("A measure places the page, and its viewport is what is used")
  func measured() throws {
    let image = try image("/VP [\(Self.measure(Self.degrees))]")
    // The top left corner of the box is at 50 of 400 from the left and 100 of 300 from the top.
    expect(image, 0.125, 1.0 / 3, latitude: 47.1, longitude: 8.5)
    expect(image, 0.625, 2.0 / 3, latitude: 47, longitude: 8.7)
    let bounds = try #require(image.resolved.clips.first?.polygons.first?.bounds)
    let corner = WebMercator.unproject(MercatorPoint(x: bounds.minX, y: bounds.maxY))
    #expect(abs(corner.latitude - 47.1) < 1e-7 && abs(corner.longitude - 8.5) < 1e-7)
    #expect(image.resolved.summary.hasPrefix("geospatial PDF: 4 control points"))
  }

  @Test(
    "A page that is shown rotated is placed as it is shown",
    arguments: [(90, 8, 15), (180, 9, 8), (270, 16, 9)])
  func rotated(rotation: Int, x: Int, y: Int) throws {
    // The south-eastern corner of the box, (250, 100) of 400 × 300.
    let image = try image("/VP [\(Self.measure(Self.degrees))]", rotation: rotation)
    // In 24ths of the page.
    expect(image, Double(x) / 24, Double(y) / 24, latitude: 47, longitude: 8.7)
  }

  @Test(
    "A crop box that reaches beyond the media box places the page as it is drawn",
    arguments: [("-20 -20 420 320", 400.0), ("-100 0 200 300", 200), ("200 300 -1 0", 200)])
  func cropBox(box: String, width: Double) throws {
    let image = try image("/CropBox [\(box)] /VP [\(Self.measure(Self.degrees))]")
    let size = image.raster.size
    #expect(abs(Double(size.width) / Double(size.height) - width / 300) < 0.01)
    expect(image, 50 / width, 1.0 / 3, latitude: 47.1, longitude: 8.5, tolerance: 1e-5)
  }

  @Test("The largest of several viewports counts, and one without a measure does not")
  func viewports() throws {
    let inset = Self.measure(Self.degrees, box: "0 0 40 40", west: 100)
    let image = try image("/VP [<< /BBox [0 0 400 300] >> \(inset) \(Self.measure(Self.degrees))]")
    expect(image, 0.125, 1.0 / 3, latitude: 47.1, longitude: 8.5)
  }

  @Test("Positions of a projection are fitted in it, and are those of its datum")
  func projected() throws {
    // On the datum of Bessel's ellipsoid at Hermannskogel, longitudes and latitudes are some 100 m elsewhere.
    let text =
      #"PROJCS["GK West",GEOGCS["MGI",DATUM["MGI",SPHEROID["Bessel 1841",6377397.155,299.1528128],"#
      + #"TOWGS84[577.326,90.129,463.919,5.137,1.474,5.297,2.4232]],PRIMEM["Greenwich",0],"#
      + #"UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],"#
      + #"PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",10.3333333333333],"#
      + #"PARAMETER["scale_factor",1],PARAMETER["false_easting",0],"#
      + #"PARAMETER["false_northing",-5000000],UNIT["metre",1]]"#
    let image = try image("/VP [\(Self.measure("/Type /PROJCS /WKT (\(text))"))]")
    let datum = try CoordinateReferenceSystem(parsing: "EPSG:4312")
    let expected = datum.geographic(of: CRSPoint(x: 8.5, y: 47.1))
    // The sides of the box are curves in the projection, and the fit is affine: some 15 m of the 67 m that the
    // datum makes.
    expect(
      image, 0.125, 1.0 / 3, latitude: expected.latitude, longitude: expected.longitude,
      tolerance: 3e-4)
    #expect(image.resolved.georeference.crs != .geographic)
  }

  /// EPSG:2056 as pyproj 3.7.2 writes it in each dialect, without what is not needed.
  private static let swissTexts = [
    #"PROJCS["CH1903+ / LV95",GEOGCS["CH1903+",DATUM["CH1903+",SPHEROID["Bessel 1841",6377397.155,"#
      + #"299.1528128]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],"#
      + #"PROJECTION["Hotine_Oblique_Mercator_Azimuth_Center"],"#
      + #"PARAMETER["latitude_of_center",46.9524055555556],"#
      + #"PARAMETER["longitude_of_center",7.43958333333333],PARAMETER["azimuth",90],"#
      + #"PARAMETER["rectified_grid_angle",90],PARAMETER["scale_factor",1],"#
      + #"PARAMETER["false_easting",2600000],PARAMETER["false_northing",1200000],UNIT["metre",1]]"#,
    #"PROJCS["CH1903+_LV95",GEOGCS["GCS_CH1903+",DATUM["D_CH1903+",SPHEROID["Bessel_1841","#
      + #"6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],"#
      + #"PROJECTION["Hotine_Oblique_Mercator_Azimuth_Center"],PARAMETER["False_Easting",2600000.0],"#
      + #"PARAMETER["False_Northing",1200000.0],PARAMETER["Scale_Factor",1.0],"#
      + #"PARAMETER["Azimuth",90.0],PARAMETER["Longitude_Of_Center",7.43958333333333],"#
      + #"PARAMETER["Latitude_Of_Center",46.9524055555556],UNIT["Meter",1.0]]"#,
    #"PROJCRS["CH1903+ / LV95",BASEGEOGCRS["CH1903+",DATUM["CH1903+",ELLIPSOID["Bessel 1841","#
      + #"6377397.155,299.1528128]]],CONVERSION["Swiss Oblique Mercator 1995","#
      + #"METHOD["Hotine Oblique Mercator (variant B)",ID["EPSG",9815]],"#
      + #"PARAMETER["Latitude of projection centre",46.9524055555556],"#
      + #"PARAMETER["Longitude of projection centre",7.43958333333333],"#
      + #"PARAMETER["Azimuth at projection centre",90],"#
      + #"PARAMETER["Angle from Rectified to Skew Grid",90],"#
      + #"PARAMETER["Scale factor at projection centre",1],"#
      + #"PARAMETER["Easting at projection centre",2600000],"#
      + #"PARAMETER["Northing at projection centre",1200000]],CS[Cartesian,2],"#
      + #"AXIS["(E)",east],AXIS["(N)",north],LENGTHUNIT["metre",1]]"#,
  ]

  // EPSG:4150 to EPSG:4326 by pyproj 3.7.2 with PROJ 9.5.1; the datum makes 170 m.
  @Test(
    "Positions are degrees of the geographic system under the page's, however that is stated",
    arguments: [
      "/EPSG 2056", "/WKT (\(swissTexts[0]))", "/WKT (\(swissTexts[1]))", "/WKT (\(swissTexts[2]))",
      "/WKT (\(swissTexts[0].replacing(",", with: ",\\r\\n")))",
    ])
  func ownDegrees(system: String) throws {
    let measure =
      "<< /BBox [0 0 400 300] /Measure << /Subtype /GEO /LPTS [0 0 0 1 1 1 1 0]"
      + " /GPTS [47.1 8.5 47.101 8.5 47.101 8.502 47.1 8.502] /GCS << /Type /PROJCS \(system) >> >> >>"
    let image = try image("/VP [\(measure)]")
    // A centimetre; the fit is affine, of a box of 150 m.
    expect(
      image, 0, 1, latitude: 47.09866916053462, longitude: 8.49888313784782, tolerance: 1e-7,
      longitudeTolerance: 1.3e-7)
    expect(
      image, 1, 0, latitude: 47.099669060676966, longitude: 8.50088280923657, tolerance: 1e-7,
      longitudeTolerance: 1.3e-7)
  }

  @Test("A page that says two things of where it is says so")
  func witness() throws {
    let degrees =
      "/VP [<< /BBox [0 0 400 300] /Measure << /Subtype /GEO /LPTS [0 0 0 1 1 1 1 0]"
      + " /GPTS [47 8.5 47.1 8.5 47.1 8.7 47 8.7] /GCS << \(Self.degrees) >> >> >>]"
    for (west, isElsewhere) in [(8.5, false), (8.6, true)] {
      let listed =
        "/LGIDict << /Type /LGIDict /Registration [[(0) (0) (\(west)) (47)]"
        + " [(400) (0) (\(west + 0.2)) (47)] [(0) (300) (\(west)) (47.1)]]"
        + " /Projection << /ProjectionType (GEOGRAPHIC) /Datum (WGE) >> >>"
      let warnings = try image(degrees + " " + listed).resolved.warnings
      #expect(warnings.contains { $0.contains("LGIDict of the PDF, passed over") } == isElsewhere)
    }
  }

  @Test("An LGIDict places the page by its matrix, in UTM without well-known text, too")
  func listed() throws {
    let image = try image(
      "/LGIDict << /Type /LGIDict /CTM [(10) (0) (0) (10) (500000) (5200000)]"
        + " /Neatline [0 0 0 150 400 150 400 0]"
        + " /Projection << /ProjectionType (UT) /Zone 32 /Hemisphere (N) /Datum (WGE) >> >>")
    #expect(image.resolved.georeference.crs.identifier == "EPSG:32632")
    let place = image.resolved.georeference.pixelToCRS.apply(PixelPoint(x: 0, y: 0))
    #expect(abs(place.x - 500_000) < 1e-3 && abs(place.y - 5_203_000) < 1e-3)
    #expect(image.resolved.clips.count == 1)
  }

  @Test("The LGIDict with the largest neatline counts, and numbers need not be strings")
  func severalListed() throws {
    func entry(_ neatline: String, _ placement: String) -> String {
      "<< /Type /LGIDict /Neatline [\(neatline)] \(placement)"
        + " /Projection << /ProjectionType (UT) /Zone 32 /Hemisphere (N) /Datum (WGE) >> >>"
    }
    let inset = entry("0 0 40 0 40 40 0 40", "/CTM [10 0 0 10 600000 5200000]")
    // The last northing of these is one for which pdfseparate 22.12 writes no number.
    let map = entry(
      "50 50 350 50 350 250 50 250",
      "/Registration [[0 0 500000 5763474] [400 0 500400 5763474]"
        + " [0 300 500000 5763774.618976614]]")
    let image = try image("/LGIDict [\(inset) \(map)]")
    let place = image.resolved.georeference.pixelToCRS.apply(PixelPoint(x: 0, y: 0))
    #expect(abs(place.x - 500_000) < 1e-3 && abs(place.y - 5_763_774.619) < 1e-3)
  }

  @Test(
    "Pages that say nothing usable are plans without coordinates",
    arguments: [
      "", "/VP [ ]", "/VP [<< /BBox [0 0 1 1] /Measure << /Subtype /RL >> >>]",
      "/VP [<< /BBox [0 0 1] /Measure << /Subtype /GEO /GPTS [1 2 3 4] /GCS << >> >> >>]",
      "/LGIDict << /CTM [1 0 0 1 0 0] /Projection << /ProjectionType (XX) /Datum (WGE) >> >>",
      "/VP [\(String(repeating: "[", count: 500))\(String(repeating: "]", count: 500))]",
    ])
  func nothing(entries: String) throws {
    #expect(caseName(georeferenceError { _ = try image(entries) }) == "noGeoreference")
  }

  @Test("A stated placement wins")
  func stated() throws {
    _ = try image("/VP [\(Self.measure(Self.degrees))]")
    let image = try SourceImage(
      folder.path("map.pdf"),
      placement: .bounds(GeographicBounds(west: 1, south: 2, east: 3, north: 4))
    ).georeferenced()
    #expect(image.resolved.clips.isEmpty && image.resolved.summary.hasPrefix("bounds"))
  }
}
