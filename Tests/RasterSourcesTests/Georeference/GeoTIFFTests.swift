import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Tags of a GeoTIFF")
struct GeoTIFFTests {
  private let folder: TemporaryDirectory
  private let size = PixelSize(width: 20, height: 20)

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.path("image.tif") }

  private func resolve(
    crs: CoordinateReferenceSystem? = nil, kind: TransformKind? = nil, _ tiff: TinyTIFF
  ) throws -> ResolvedGeoreference {
    try tiff.write(to: path)
    return try GeoreferenceResolver.resolve(nil, crs: crs, imagePath: path, size: size, kind: kind)
  }

  /// Scale and tie point of other tools' test files.
  private func placed(
    _ step: Double = 60, at place: CRSPoint = CRSPoint(x: 440_720, y: 3_751_320)
  ) -> TinyTIFF {
    var tiff = TinyTIFF()
    tiff.add(33550, doubles: [step, step, 0])
    tiff.add(33922, doubles: [0, 0, 0, place.x, place.y, 0])
    return tiff
  }

  private func upright(isPoint: Bool) -> TinyTIFF {
    var tiff = placed()
    tiff.add(keys: [(1024, 1), (1025, isPoint ? 2 : 1), (3072, 32611)])
    return tiff
  }

  private func affine(_ resolved: ResolvedGeoreference) -> AffineTransform? {
    resolved.georeference.affine
  }

  /// The distance between the places that two systems give one position.
  private func distance(
    _ system: CoordinateReferenceSystem, _ name: String,
    at point: CRSPoint = CRSPoint(x: 440_720, y: 3_751_320)
  ) throws -> Double {
    let known = try CoordinateReferenceSystem(parsing: name)
    let (a, b) = (system.mercator(of: point), known.mercator(of: point))
    return hypot(a.x - b.x, a.y - b.y)
  }

  // SPECS C.5 lists the vectors.
  @Test("Scale and tie point count from corners or from centres")
  func scale() throws {
    let area = try resolve(upright(isPoint: false))
    #expect(affine(area) == .upright(440_720, 3_751_320, 60, -60))
    #expect(area.georeference.crs.identifier == "EPSG:32611")
    #expect(area.summary == "GeoTIFF tags, EPSG:32611 from its keys")
    let point = try #require(affine(try resolve(upright(isPoint: true))))
    #expect(point.originX == 440_690 && point.originY == 3_751_350)
  }

  @Test("A GeoTIFF's matrix georeferences a rotated image")
  func matrix() throws {
    var tiff = TinyTIFF()
    tiff.add(
      34264, doubles: [1.5, -5, 0, 1_841_000, -5, -1.5, 0, 1_144_000, 0, 0, 0, 0, 0, 0, 0, 1])
    tiff.add(keys: [(1024, 1), (1025, 2), (3072, 32611)])
    #expect(
      affine(try resolve(tiff))
        == AffineTransform(
          originX: 1_841_001.75, originY: 1_144_003.25, columnX: 1.5, columnY: -5, rowX: -5,
          rowY: -1.5))
  }

  @Test("Several tie points of a GeoTIFF are control points, for any transform")
  func points() throws {
    var tiff = TinyTIFF()
    let positions: [(Double, Double)] = [(0, 0), (20, 0), (20, 20), (0, 20), (10, 10)]
    var tiePoints: [Double] = []
    for (x, y) in positions {
      tiePoints += [x, y, 0, 8 + x / 1000, 47 - y / 1000, 0]
    }
    tiff.add(33922, doubles: tiePoints)
    tiff.add(keys: [(1024, 2), (1025, 1), (2048, 4326)])
    let resolved = try resolve(tiff)
    #expect(resolved.summary.hasPrefix("GeoTIFF tie points: 5 control points, affine"))
    let middle = resolved.georeference.pixelToCRS.apply(PixelPoint(x: 10, y: 10))
    #expect(hypot(middle.x - 8.01, middle.y - 46.99) < 1e-9)
    #expect(try resolve(kind: .tps, tiff).fit?.kind == .tps)
    #expect(
      georeferenceError { _ = try resolve(kind: .tps, upright(isPoint: false)) }
        == .transformWithoutPoints(.tps, location: path))
  }

  @Test("Feet in a GeoTIFF are converted to the unit of its system")
  func feet() throws {
    var tiff = placed(0.25, at: CRSPoint(x: 11_882_500, y: 7_011_250))
    tiff.add(keys: [(1024, 1), (1025, 1), (3072, 2853), (3076, 9003)])
    let resolved = try resolve(tiff)
    let corner = resolved.georeference.crs.geographic(
      of: resolved.georeference.pixelToCRS.apply(PixelPoint(x: 0, y: 0)))
    // GDAL's place of that file; NAD83(HARN) may lie up to a metre from WGS 84.
    #expect(abs(corner.longitude + 77.096047013) < 2e-5)
    #expect(abs(corner.latitude - 38.892817344) < 2e-5)
  }

  @Test("A system that a GeoTIFF spells out is the system of its parameters")
  func userDefined() throws {
    // EPSG:3035 in keys: GRS 80, Lambert's equal-area projection.
    let point = CRSPoint(x: 4_000_000, y: 3_000_000)
    var tiff = placed(100, at: point)
    tiff.add(34736, doubles: [52, 10, 4_321_000, 3_210_000])
    tiff.add(34737, text: "Grid of a survey|")
    tiff.add(
      34735,
      shorts: [
        1, 1, 0, 11, 1024, 0, 1, 1, 1025, 0, 1, 1, 1026, 34737, 17, 0, 2048, 0, 1, 4258, 3072, 0, 1,
        32767, 3074, 0, 1, 32767, 3075, 0, 1, 10, 3082, 34736, 1, 2, 3083, 34736, 1, 3, 3088, 34736,
        1, 1, 3089, 34736, 1, 0,
      ])
    #expect(try distance(resolve(tiff).georeference.crs, "EPSG:3035", at: point) < 1e-6)
  }

  /// A TIFF whose keys define a projected system without a method, or another kind of system, and
  /// whose numbers would fit Web Mercator.
  private func unknown(type: UInt16, citation: String, method: UInt16? = nil) -> TinyTIFF {
    var tiff = placed()
    tiff.add(34737, text: citation + "|")
    let text: [UInt16] = [1026, 34737, UInt16(citation.utf8.count + 1), 0]
    var system: [UInt16] = [3072, 0, 1, 32767]
    if let method { system = [2048, 0, 1, 4326] + system + [3075, 0, 1, method] }
    let count = UInt16((8 + text.count + system.count) / 4)
    tiff.add(34735, shorts: [1, 1, 0, count, 1024, 0, 1, type, 1025, 0, 1, 1] + text + system)
    return tiff
  }

  @Test("A GeoTIFF system that is not recognised is never taken for another")
  func unrecognised() throws {
    for (type, method, found) in [
      (1, nil, "GOES-16 fixed grid"), (1, 99, "method 99"), (3, nil, "geocentric"),
      (32767, nil, "GOES-16 fixed grid"),
    ] as [(UInt16, UInt16?, String)] {
      let tiff = unknown(type: type, citation: "GOES-16 fixed grid", method: method)
      let error = georeferenceError { _ = try resolve(tiff) }
      let text = error?.report.description ?? ""
      #expect(
        caseName(error) == "unrecognisedCRS" && text.contains(found) && text.contains("`crs`"))
      try folder.write("EPSG:32611".utf8, as: "image.prj")
      #expect(try resolve(tiff).georeference.crs.identifier == "EPSG:32611")
      try FileManager.default.removeItem(atPath: folder.path("image.prj"))
      #expect(try resolve(crs: .webMercator, tiff).georeference.crs == .webMercator)
    }
  }

  @Test("Esri's text in a citation is read")
  func esriText() throws {
    let text =
      "ESRI PE String = PROJCS[\"WGS_1984_UTM_Zone_11N\",GEOGCS[\"GCS_WGS_1984\","
      + "DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],"
      + "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],"
      + "PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"False_Easting\",500000.0],"
      + "PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",-117.0],"
      + "PARAMETER[\"Scale_Factor\",0.9996],PARAMETER[\"Latitude_Of_Origin\",0.0],"
      + "UNIT[\"Meter\",1.0]]"
    for type: UInt16 in [1, 32767] {
      let crs = try resolve(unknown(type: type, citation: text)).georeference.crs
      #expect(try distance(crs, "EPSG:32611") < 1e-3)
    }
  }

  @Test("A conversion of the registry on a geographic system makes a projected one")
  func conversion() throws {
    var tiff = placed()
    tiff.add(keys: [(1024, 1), (1025, 1), (2048, 4326), (3072, 32767), (3074, 16011)])
    #expect(try distance(resolve(tiff).georeference.crs, "EPSG:32611") < 1e-6)
  }

  @Test("The auxiliary file wins over tags, tags over a world file, an option over all")
  func precedence() throws {
    let tiff = upright(isPoint: false)
    try folder.write("1\n0\n0\n-1\n500000\n5000000\n".utf8, as: "image.tfw")
    #expect(
      try resolve(tiff).summary == "GeoTIFF tags, EPSG:32611 from its keys (skipped: image.tfw)")
    try folder.write(
      "<PAMDataset><GeoTransform>700000,2,0,5000000,0,-2</GeoTransform></PAMDataset>".utf8,
      as: "image.tif.aux.xml")
    let auxiliary = try resolve(tiff)
    #expect(affine(auxiliary)?.originX == 700_000)
    #expect(auxiliary.georeference.crs.identifier == "EPSG:32611")
    #expect(auxiliary.summary.contains("(skipped: GeoTIFF tags, image.tfw)"))
    let named = try GeoreferenceResolver.resolve(
      .worldFile(path: folder.path("image.tfw")), imagePath: path, size: size)
    #expect(affine(named)?.columnX == 1 && named.georeference.crs.identifier == "EPSG:32611")
    #expect(try resolve(crs: .webMercator, tiff).georeference.crs == .webMercator)
  }

  @Test("Damaged GeoKey directories are an error or nothing, never a crash")
  func hostile() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      var tiff = placed()
      tiff.add(34736, doubles: [1, .nan, 3])
      tiff.add(34737, text: "a|b|")
      let keys: [UInt16] = [1024, 1025, 2048, 2050, 2054, 2056, 2057, 3072, 3074, 3075, 3076, 3082]
      var shorts: [UInt16] = [1, 1, 0, .random(in: 0...40, using: &generator)]
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        shorts += [
          keys.randomElement(using: &generator) ?? 1024,
          [0, 34736, 34737, 34735, 7].randomElement(using: &generator) ?? 0,
          .random(in: 0...5, using: &generator),
          [1, 2, 32767, 4326, 65535, 7030].randomElement(using: &generator) ?? 0,
        ]
      }
      tiff.add(34735, shorts: shorts)
      do { _ = try resolve(tiff) } catch { #expect(error is GeoreferenceError) }
    }
  }

  private struct Expected: Decodable {
    struct File: Decodable {
      struct System: Decodable { var auth: String }
      var geotransform: [Double]?
      var crs: System?
      var gcps: [[Double]]?
      var size: [Int]?
      var corners_lonlat: [String: [Double]]?
    }
    var files: [String: File]
  }

  @Test("Real GeoTIFF files are where another tool puts them", .enabled(if: TestData.isAvailable))
  func realFiles() throws {
    let expected = try JSONDecoder().decode(
      Expected.self, from: Data(try TestData.bytes("rasters/expected_gdal.json")))
    var count = 0
    for (name, file) in expected.files where name.hasSuffix(".tif") {
      guard let numbers = file.geotransform, let system = file.crs, let size = file.size,
        // Its only sample is the world, which no tile can show.
        name != "byte_nogeoref.tif", name != "epsg4326_geotiff1_1.tif"
      else { continue }
      let image = PixelSize(width: size[0], height: size[1])
      let resolved: ResolvedGeoreference
      do {
        resolved = try GeoreferenceResolver.resolve(
          nil, imagePath: TestData.path("rasters/" + name), size: image)
      } catch {
        Issue.record("\(name): \(error)")
        continue
      }
      count += 1
      let found = try #require(affine(resolved)).gdal
      // One file counts feet in a system of metres.
      if name != "epsg_2853_with_us_feet.tif" {
        for (a, b) in zip(found, numbers) {
          #expect(abs(a - b) <= 1e-9 * max(1, abs(b)), "\(name): \(found)")
        }
      }
      let code = system.auth == "ESRI:102113" ? "EPSG:3857" : system.auth
      if code != ":" { #expect(resolved.georeference.crs.identifier == code, "\(name)") }
      for (corner, x, y) in [("ul", 0, 0), ("lr", size[0], size[1])] {
        guard let location = file.corners_lonlat?[corner], location.allSatisfy(\.isFinite) else {
          continue
        }
        let position = resolved.georeference.crs.geographic(
          of: resolved.georeference.pixelToCRS.apply(PixelPoint(x: Double(x), y: Double(y))))
        // Ballpark transforms and other choices among datum shifts lie up to 100 m apart.
        let isDatum = system.auth.hasPrefix("EPSG:267") || name.hasPrefix("epsg_2853")
        let tolerance = isDatum ? 1.5e-3 : 3e-5
        let across = (position.longitude - location[0]).remainder(dividingBy: 360)
        #expect(
          abs(across) < tolerance && abs(position.latitude - location[1]) < tolerance, "\(name)")
      }
    }
    #expect(count >= 25)
  }

  @Test("The control points of a real GeoTIFF are read", .enabled(if: TestData.isAvailable))
  func realPoints() throws {
    let expected = try JSONDecoder().decode(
      Expected.self, from: Data(try TestData.bytes("rasters/expected_gdal.json")))
    let file = try #require(expected.files["cog_gcps.tif"])
    let size = try #require(file.size)
    let image = PixelSize(width: size[0], height: size[1])
    let path = TestData.path("rasters/cog_gcps.tif")
    let spline = try GeoreferenceResolver.resolve(nil, imagePath: path, size: image, kind: .tps)
    let set = try #require(spline.controlPoints)
    let points = try #require(file.gcps)
    // The first twenty of the 210 points are listed.
    #expect(set.points.count == 210 && points.count == 20)
    for (point, numbers) in zip(set.points, points) {
      let found = [point.pixel.x, point.pixel.y, point.position.x, point.position.y]
      for (a, b) in zip(found, numbers) { #expect(abs(a - b) < 1e-9) }
    }
    let comparison = try FitComparison(set, plane: .geographic)
    #expect(comparison.proposal != nil)
    // Points of a radar scene: a curve fits them far better than straight lines.
    func metres(_ kind: TransformKind) throws -> Double {
      try #require(comparison.candidates.first { $0.kind == kind }?.leaveOneOutMetres)
    }
    #expect(try metres(.polynomial3) < metres(.affine))
  }

  @Test(
    "An auxiliary file overrides or brings what a real file lacks",
    .enabled(if: TestData.isAvailable))
  func realSidecars() throws {
    let size = PixelSize(width: 20, height: 20)
    let path = TestData.path("rasters/byte_nogeoref.tif")
    let resolved = try GeoreferenceResolver.resolve(
      nil, crs: .webMercator, imagePath: path, size: size)
    #expect(
      affine(resolved)
        == AffineTransform(originX: 1, originY: 4, columnX: 2, columnY: 5, rowX: 3, rowY: 6))
    let world = try GeoreferenceResolver.resolve(
      .worldFile(path: TestData.path("rasters/byte_nogeoref.tfw")), crs: .webMercator,
      imagePath: path, size: size)
    #expect(affine(world)?.originX == 99.5)
    // One point says nothing of scale.
    let one = georeferenceError {
      _ = try GeoreferenceResolver.resolve(
        nil, crs: .webMercator, imagePath: TestData.path("rasters/byte_gcp.tif"), size: size)
    }
    #expect(caseName(one) == "tooFewPoints" && one?.report.found == "1")
  }
}
