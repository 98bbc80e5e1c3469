import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

@Suite("Systems of PROJ")
struct ReferenceSystemTests {
  private func system(_ text: String) throws -> CoordinateReferenceSystem {
    try CoordinateReferenceSystem(parsing: text)
  }

  private func reference(_ text: String) throws -> ReferenceSystem {
    guard case .other(let system) = try system(text) else {
      throw GeoreferenceError.unknownCRS(text, suggestion: nil, location: "test")
    }
    return system
  }

  // Worked examples of IOGP Guidance Note 7-2, and of EPSG:3035 by its registry. Where the datum is
  // not that of WGS 84, the text names an ellipsoid alone, so that only the projection is tested.
  @Test(
    "Projections give their published positions",
    arguments: [
      ("EPSG:32633", 45.0, 15.0, 500_000.0, 4_982_950.4002, 1e-3),
      ("EPSG:3035", 50, 5, 3_962_799.45, 2_999_718.85, 0.006),
      (
        "+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy",
        50.5, 0.5, 577_274.99, 69_740.50, 0.012
      ),
      (
        "+proj=lcc +lat_1=28.3833333333333 +lat_2=30.2833333333333 +lat_0=27.8333333333333"
          + " +lon_0=-99 +x_0=609601.2192024384 +y_0=0 +ellps=clrk66 +units=us-ft",
        28.5, -96, 2_963_503.91, 254_759.80, 0.02
      ),
    ] as [(String, Double, Double, Double, Double, Double)])
  func published(
    text: String, latitude: Double, longitude: Double, x: Double, y: Double, tolerance: Double
  ) throws {
    let system = try system(text)
    let found = system.point(of: GeographicCoordinate(latitude: latitude, longitude: longitude))
    #expect(distance(found, CRSPoint(x: x, y: y)) < tolerance, "\(found)")
    let back = system.geographic(of: CRSPoint(x: x, y: y))
    // A degree is 111 km.
    #expect(abs(back.latitude - latitude) < tolerance / 1e5)
    #expect(abs(back.longitude - longitude) < 2 * tolerance / 1e5)
  }

  @Test(
    "Positions projected and unprojected come back to a micrometre",
    arguments: [
      "EPSG:32633", "EPSG:32760", "EPSG:2056", "EPSG:3035", "EPSG:27700", "EPSG:31468",
      "EPSG:3413", "EPSG:2193", "EPSG:4258", "EPSG:4267", "ESRI:102003", "ESRI:54009",
      "NAD83 / UTM zone 18N", "+proj=laea +lat_0=52 +lon_0=10 +datum=WGS84", "EPSG:3857",
      "EPSG:4326",
    ])
  func roundTrip(text: String) throws {
    let system = try system(text)
    let middle = try middle(of: text)
    let inexact = [
      "EPSG:2056", "EPSG:27700", "EPSG:3035", "EPSG:4267",
      "+proj=laea +lat_0=52 +lon_0=10 +datum=WGS84",
    ]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let location = GeographicCoordinate(
        latitude: middle.latitude + .random(in: -2...2, using: &generator),
        longitude: middle.longitude + .random(in: -2...2, using: &generator))
      let position = WebMercator.project(location)
      let back = system.mercator(of: system.point(ofMercator: position))
      // A shift of datum raises or lowers positions, and the height is not carried; the series of
      // equal-area projections err as much.
      let tolerance = inexact.contains(text) ? 5e-3 : 1e-6
      #expect(hypot(back.x - position.x, back.y - position.y) < tolerance, "\(location)")
    }
  }

  /// A position inside the area of each system.
  private func middle(of text: String) throws -> GeographicCoordinate {
    let locations: [String: (Double, Double)] = [
      "EPSG:32633": (48, 15), "EPSG:32760": (-40, 177), "EPSG:2056": (46.8, 8.2),
      "EPSG:27700": (53, -2), "EPSG:31468": (49, 12), "EPSG:3413": (75, -45),
      "EPSG:2193": (-41, 173), "EPSG:4267": (40, -100), "ESRI:102003": (40, -98),
      "NAD83 / UTM zone 18N": (41, -75),
    ]
    let (latitude, longitude) = locations[text] ?? (50, 10)
    return GeographicCoordinate(latitude: latitude, longitude: longitude)
  }

  @Test("Eastings and longitudes come first whatever the registry's order of axes")
  func axisOrder() throws {
    // EPSG:31468 lists northings first, EPSG:4258 latitudes.
    let munich = GeographicCoordinate(latitude: 48.137, longitude: 11.575)
    let gauss = try system("EPSG:31468").point(of: munich)
    #expect((4_400_000...4_500_000).contains(gauss.x) && gauss.y > 5_300_000)
    let degrees = try system("EPSG:4258").point(of: munich)
    #expect(distance(degrees, CRSPoint(x: 11.575, y: 48.137)) < 1e-5)
  }

  @Test("A change of coordinates is exact, a change of datum has its accuracy")
  func accuracy() throws {
    let zone = try reference("EPSG:32633")
    #expect(zone.identifier == "EPSG:32633" && zone.name == "WGS 84 / UTM zone 33N")
    #expect(zone.operation.accuracyMetres == 0 && zone.operation.accuracyText == "exact")
    #expect(!zone.operation.isBallpark && zone.operation.better == nil)
    let american = try reference("EPSG:26911")
    #expect((american.operation.accuracyMetres ?? 0) > 0.5)
    #expect(
      american.operation.better == nil || !(american.operation.better?.missingGrids.isEmpty ?? true)
    )
  }

  @Test("An unknown datum is always warned of")
  func ballpark() throws {
    let unknown = try reference("+proj=utm +zone=11 +ellps=clrk66")
    #expect(unknown.operation.isBallpark)
    #expect(unknown.operation.accuracyText.contains("not known"))
    let resolved = try resolve("+proj=utm +zone=11 +ellps=clrk66")
    #expect(resolved.warnings.contains { $0.contains("hundreds of metres") })
  }

  @Test(
    "A datum that only satellites can have measured is no reason to speak of hundreds of metres",
    arguments: [
      ("EPSG:4490", true), ("EPSG:4547", true), ("EPSG:9990", true), ("EPSG:3375", true),
      // One of a plan's own, on the same ellipsoid, may be anywhere.
      ("+proj=utm +zone=50 +ellps=GRS80", false), ("+proj=utm +zone=50 +ellps=krass", false),
    ])
  func geocentric(text: String, isGeocentric: Bool) throws {
    let operation = try reference(text).operation
    #expect(operation.isBallpark && operation.isGeocentric == isGeocentric)
    #expect(operation.accuracyText.contains("few metres") == isGeocentric)
    // The registry relates Greece's datum of that ellipsoid to WGS 84, by 330 m: not elsewhere.
    #expect(try !reference("EPSG:4121").operation.isGeocentric)
  }

  @Test("A better operation whose grid is missing is named, with what that may cost")
  func missingGrid() throws {
    let resolved = try resolve("EPSG:26711")
    guard case .other(let system) = resolved.georeference.crs else {
      Issue.record("a zone is a system of PROJ")
      return
    }
    // A system with all grids installed misses none.
    guard let missing = system.operation.better else {
      #expect((system.operation.accuracyMetres ?? .infinity) <= 5)
      return
    }
    #expect(!missing.missingGrids.isEmpty)
    let warning = resolved.warnings.first { $0.contains(missing.missingGrids[0]) }
    #expect(warning?.contains("may be off by about") == true)
  }

  @Test(
    "An image beyond the end of a datum's grid is placed as a whole, and what that costs is said")
  func gridEnds() throws {
    // Germany's grid ends at 47° N; the positions are those of `DHDN to WGS 84 (2)` by PROJ 9.5.
    let resolved = try resolve(
      "EPSG:31467", "520\n0\n0\n-520\n3470260\n5231740\n", size: PixelSize(width: 100, height: 100))
    for (x, y, latitude, longitude) in [
      (3_470_000.0, 5_180_000.0, 46.758190833, 8.606308151),
      (3_500_000.0, 5_180_000.0, 46.758865835, 8.998985676),
      (3_500_000.0, 5_232_000.0, 47.226614084, 8.998982295),
    ] {
      let position = resolved.georeference.crs.geographic(of: CRSPoint(x: x, y: y))
      // The operations for parts of Germany differ by 3 m.
      #expect((position.latitude - latitude).magnitude < 5e-5)
      #expect((position.longitude - longitude).magnitude < 5e-5)
    }
    let warning = resolved.warnings.first { $0.hasPrefix("the best operation for this area") }
    #expect(warning?.contains("DHDN to WGS 84 (4)") == true)
    #expect(
      warning?.contains("does not reach all of the image") == true
        || warning?.contains("not installed") == true)
  }

  @Test("An image beyond a grid that its definition names is said to be transparent there")
  func namedGridEnds() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.shiftGrid, as: "shift.gsb")
    let text = "+proj=longlat +ellps=bessel +nadgrids=\(folder.path("shift.gsb"))"
    func warns(_ north: Double) throws -> Bool {
      let resolved = try resolve(
        text, "0.01\n0\n0\n-0.01\n8\n\(north)\n", size: PixelSize(width: 100, height: 100))
      let position = resolved.georeference.crs.geographic(of: CRSPoint(x: 8.5, y: 46.8))
      #expect((position.latitude - 46.801).magnitude < 1e-6)
      #expect((position.longitude - 8.502).magnitude < 1e-6)
      return resolved.warnings.contains { $0.contains("beyond the grid") }
    }
    #expect(try warns(47.5) && !warns(46.9))
  }

  /// An NTv2 file that moves positions from 44 to 47° N and 7 to 10° E by 3.6" north and 7.2" east.
  private static let shiftGrid: [UInt8] = {
    func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
      Array((key + "        ").utf8.prefix(8)) + (value + [0, 0, 0, 0]).prefix(8)
    }
    func bytes(_ value: some Any) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    func name(_ key: String, _ text: String) -> [UInt8] {
      record(key, Array((text + "        ").utf8.prefix(8)))
    }
    func count(_ key: String, _ number: Int32) -> [UInt8] {
      record(key, bytes(number.littleEndian) + [0, 0, 0, 0])
    }
    func number(_ key: String, _ number: Double) -> [UInt8] {
      record(key, bytes(number.bitPattern.littleEndian))
    }
    // Longitudes and their shifts count westwards, in seconds.
    var file = count("NUM_OREC", 11) + count("NUM_SREC", 11) + count("NUM_FILE", 1)
    file += name("GS_TYPE", "SECONDS") + name("VERSION", "1") + name("SYSTEM_F", "A")
    file += name("SYSTEM_T", "B") + number("MAJOR_F", 6_377_397.155)
    file += number("MINOR_F", 6_356_078.963) + number("MAJOR_T", 6_378_137)
    file += number("MINOR_T", 6_356_752.314) + name("SUB_NAME", "ALL") + name("PARENT", "NONE")
    file += name("CREATED", "") + name("UPDATED", "") + number("S_LAT", 44 * 3600)
    file += number("N_LAT", 47 * 3600) + number("E_LONG", -10 * 3600) + number("W_LONG", -7 * 3600)
    file += number("LAT_INC", 3 * 3600) + number("LONG_INC", 3 * 3600) + count("GS_COUNT", 4)
    for _ in 0..<4 {
      for shift in [3.6, -7.2, 0, 0] as [Float] { file += bytes(shift.bitPattern.littleEndian) }
    }
    return file + record("END", [0, 0, 0, 0, 0, 0, 0, 0])
  }()

  /// An image at the position that other tools' tests use, west of Los Angeles.
  private func resolve(
    _ crs: String, _ worldFile: String = "60\n0\n0\n-60\n440750\n3751290\n",
    size: PixelSize = PixelSize(width: 20, height: 20)
  ) throws -> ResolvedGeoreference {
    let folder = try TemporaryDirectory()
    try folder.write(worldFile.utf8, as: "plan.pgw")
    return try GeoreferenceResolver.resolve(
      nil, crs: try system(crs), imagePath: folder.path("plan.png"), size: size)
  }

  @Test("The network stays off whatever the environment says")
  func network() {
    setenv("PROJ_NETWORK", "ON", 1)
    defer { unsetenv("PROJ_NETWORK") }
    #expect(!ProjectionLibrary.usesNetwork)
  }

  @Test("An image outside a system's area is pointed out")
  func outsideArea() throws {
    #expect(try resolve("EPSG:2056").warnings.contains { $0.contains("outside the area") })
  }

  @Test("Many threads use one reference system and agree")
  func threads() async throws {
    let system = try system("EPSG:32633")
    let expected = (0..<500).map { system.mercator(of: CRSPoint(x: 4e5 + Double($0), y: 5e6)) }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<500).allSatisfy {
            system.mercator(of: CRSPoint(x: 4e5 + Double($0), y: 5e6)) == expected[$0]
          }
        }
      }
      for await agrees in group { #expect(agrees) }
    }
  }

  @Test("Positions of an image across the antimeridian are continuous")
  func antimeridian() throws {
    let size = PixelSize(width: 2000, height: 1000)
    let georeference = try resolve("EPSG:32660", "100\n0\n0\n-100\n650000\n5800000\n", size: size)
      .georeference
    let bounds = try #require(georeference.mercatorBounds(of: size))
    #expect(bounds.width < 400_000)
    #expect(bounds.minX < -WebMercator.halfExtent || bounds.maxX > WebMercator.halfExtent)
    // A position and the same one a revolution on are one position.
    let location = MercatorPoint(x: WebMercator.halfExtent + 1000, y: 6_750_000)
    let other = MercatorPoint(x: location.x - WebMercator.extent, y: location.y)
    let a = try #require(georeference.pixel(ofMercator: location))
    #expect(distance(a, try #require(georeference.pixel(ofMercator: other))) < 1e-6)
  }

  @Test("A raster that holds a pole spans all longitudes")
  func pole() throws {
    let size = PixelSize(width: 100, height: 100)
    let georeference = Georeference(
      crs: try system("EPSG:3413"), pixelToCRS: .affine(.upright(-2e6, 2e6, 40_000, -40_000)))
    let bounds = try #require(georeference.mercatorBounds(of: size))
    #expect(bounds.width == WebMercator.extent && bounds.maxY == WebMercator.halfExtent)
  }

  @Test("Positions far outside a projection's domain have none")
  func beyondReach() throws {
    let system = try system("EPSG:32633")
    for longitude in [-165.0, -100, 140] {
      let point = system.point(of: GeographicCoordinate(latitude: 10, longitude: longitude))
      guard point.x.isFinite else { continue }
      let back = system.geographic(of: point)
      #expect(abs(back.latitude - 10) < 1e-3)
    }
  }
}
