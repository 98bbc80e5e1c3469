import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramidTesting

/// A key's code, numbers or text.
private enum Value {
  case code(UInt16)
  case numbers([Double])
  case text(String)
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByArrayLiteral, ExpressibleByStringLiteral
{
  init(integerLiteral value: UInt16) { self = .code(value) }
  init(floatLiteral value: Double) { self = .numbers([value]) }
  init(arrayLiteral elements: Double...) { self = .numbers(elements) }
  init(stringLiteral value: String) { self = .text(value) }
}

private typealias Keys = [UInt16: Value]

@Suite("Keys of a GeoTIFF")
struct GeoKeyTests {
  private let folder: TemporaryDirectory
  private let size = PixelSize(width: 20, height: 20)

  init() throws { folder = try TemporaryDirectory() }

  /// The georeference of an image of 20 × 20 samples.
  private func resolve(
    _ keys: Keys, at origin: (x: Double, y: Double), step: Double
  ) throws -> ResolvedGeoreference {
    var tiff = TinyTIFF()
    tiff.add(33550, doubles: [step, step, 0])
    tiff.add(33922, doubles: [0, 0, 0, origin.x, origin.y, 0])
    var (shorts, doubles, texts): ([UInt16], [Double], String) = ([], [], "")
    for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .code(let code): shorts += [key, 0, 1, code]
      case .numbers(let numbers):
        shorts += [key, 34736, UInt16(numbers.count), UInt16(doubles.count)]
        doubles += numbers
      case .text(let text):
        shorts += [key, 34737, UInt16(text.utf8.count + 1), UInt16(texts.utf8.count)]
        texts += text + "|"
      }
    }
    tiff.add(34735, shorts: [1, 1, 0, UInt16(keys.count)] + shorts)
    if !doubles.isEmpty { tiff.add(34736, doubles: doubles) }
    if !texts.isEmpty { tiff.add(34737, text: texts) }
    let path = folder.path("image.tif")
    try tiff.write(to: path)
    return try GeoreferenceResolver.resolve(nil, imagePath: path, size: size)
  }

  private func topLeft(_ resolved: ResolvedGeoreference) -> GeographicCoordinate {
    let georeference = resolved.georeference
    return georeference.crs.geographic(of: georeference.pixelToCRS.apply(PixelPoint(x: 0, y: 0)))
  }

  /// A file's keys and the position of its top left corner on WGS 84, by GDAL 3.10 with PROJ 9.4 unless it is
  /// said otherwise.
  private static let knownPlaces:
    [(name: String, keys: Keys, x: Double, y: Double, longitude: Double, latitude: Double)] = [
      (
        "Monte Mario from Rome by code",
        [1024: 2, 2048: 32767, 2050: 6265, 2051: 8906, 2054: 9102], -3.4, 45, 9.0519865, 45.0006642
      ),
      (
        "the same by the longitude", [1024: 2, 2048: 32767, 2050: 6265, 2061: 12.452333333333],
        -3.4, 45, 9.0519865, 45.0006642
      ),
      // GDAL applies no shift of datum here; the position is that of the two before.
      (
        "another meridian than that of the code", [1024: 2, 2048: 4265, 2051: 8906], -3.4, 45,
        9.0519865, 45.0006642
      ),
      (
        "a datum from Rome, counted from Greenwich",
        [1024: 2, 2048: 32767, 2050: 6806, 2051: 8901], 9.05, 45, 9.0496531, 45.0006642
      ),
      (
        "NTF from Paris in grads", [1024: 2, 2048: 32767, 2050: 6275, 2051: 8903, 2054: 9105], 2,
        50, 4.1366239, 44.9999857
      ),
      (
        "an ellipsoid by code from Ferro",
        [
          1024: 2, 2048: 32767, 2050: 32767, 2051: 8909, 2054: 9102, 2056: 7004,
          2062: [577, 90, 463],
        ], 30, 50, 12.3328407, 49.9992511
      ),
      (
        "Web Mercator, which Esri spells out as another Mercator and names",
        [
          1024: 1, 3072: 32767, 2048: 4326, 3073: "WGS_1984_Web_Mercator_Auxiliary_Sphere",
          3074: 32767, 3075: 7, 3076: 9001, 3080: 0.0, 3081: 0.0, 3082: 0.0, 3083: 0.0, 3092: 1.0,
        ], 946_000, 5_990_000, 8.4980626, 47.2928114
      ),
      (
        "ESRI:53008 as GDAL writes it, of an unknown datum on a sphere",
        [
          1024: 1, 2048: 32767, 2050: 6035, 2054: 9102, 2057: 6_371_000.0, 2061: 0.0, 3072: 32767,
          3074: 32767, 3075: 24, 3076: 9001, 3082: 0.0, 3083: 0.0, 3088: 0.0,
        ], 100_000, 200_000, 0.8997649, 1.7986432
      ),
      (
        "MGI from Ferro, projected",
        [
          1024: 1, 2048: 32767, 2050: 6312, 2051: 8909, 3072: 32767, 3074: 32767, 3075: 1,
          3080: 31.0, 3082: 450_000.0, 3083: -5_000_000.0, 3092: 1.0,
        ], 450_000, 400_000, 13.3325080, 48.7378788
      ),
      (
        "another base than that of the code", [1024: 1, 2048: 4230, 3072: 32632], 500_000,
        5_400_000, 8.9988872, 48.7512049
      ),
      // 20,926,348 feet; GDAL takes them for metres. The shift is nought, so that the place is as given.
      (
        "an ellipsoid in feet",
        [
          1024: 2, 2048: 32767, 2052: 9002, 2054: 9102, 2057: 20_926_348.0, 2059: 294.26,
          2062: [0, 0, 0],
        ], 10, 0, 10, 0
      ),
      (
        "UTM of PROJ's text with TOWGS84 of zeros",
        [
          1024: 1, 2048: 32767, 2050: 32767, 2054: 9102, 2056: 7019, 2057: 6_378_137.0,
          2059: 298.257222101, 2061: 0.0, 2062: [0, 0, 0], 3072: 32767, 3074: 16032, 3076: 9001,
        ], 500_000, 5_400_000, 9, 48.7530130
      ),
      (
        "UTM on an ellipsoid with three shifts",
        [
          1024: 1, 2048: 32767, 2050: 32767, 2056: 7022, 2062: [-87, -98, -121], 3072: 32767,
          3074: 16032, 3076: 9001,
        ], 500_000, 5_400_000, 8.9988688, 48.7512053
      ),
      (
        "UTM in feet, south of the equator's half",
        [
          1024: 1, 2048: 32767, 2050: 32767, 2057: 6_378_206.4, 2059: 294.978698213898,
          2062: [-8, 160, 176], 3072: 32767, 3074: 16015, 3076: 9003,
        ], 1_640_416, 13_000_000, -93.0001833, 35.8076854
      ),
      (
        "+proj=somerc as GDAL writes it",
        [
          1024: 1, 2048: 32767, 2057: 6_377_397.155, 2059: 299.1528128,
          2062: [674.374, 15.056, 405.346], 3072: 32767, 3074: 32767, 3075: 9815, 3076: 9001,
          3082: 600_000.0, 3083: 200_000.0, 3088: 7.43958333333333, 3089: 46.9524055555556,
          3093: 1.0, 3094: 90.0, 3096: 90.0,
        ], 600_000, 200_000, 7.4386324, 46.9510828
      ),
      (
        "+proj=omerc as GDAL writes it",
        [
          1024: 1, 2048: 4326, 3072: 32767, 3074: 32767, 3075: 9815, 3076: 9001, 3082: 804_671.0,
          3088: 102.25, 3089: 4.0, 3093: 0.99984, 3094: 323.0257905, 3096: 323.130102,
        ], 404_671, 400_000, 98.6197080, 7.5999017
      ),
      (
        "+proj=omerc +no_uoff as GDAL writes it",
        [
          1024: 1, 2048: 32767, 2057: 6_377_298.556, 2059: 300.8017, 2062: [-679, 669, -48],
          3072: 32767, 3074: 32767, 3075: 3, 3076: 9001, 3088: 115.0, 3089: 4.0, 3093: 0.99984,
          3094: 53.3158204722222, 3096: 53.1301023611111,
        ], 590_000, 590_000, 115.0029450, 5.3299885
      ),
      (
        "+proj=labrd as GDAL writes it",
        [
          1024: 1, 2048: 32767, 2057: 6_378_388.0, 2059: 297.0, 2062: [-189, -242, -91],
          3072: 32767, 3074: 32767, 3075: 4, 3076: 9001, 3082: 400_000.0, 3083: 800_000.0,
          3088: 46.4372291666667, 3089: -18.9, 3093: 0.9995, 3094: 18.9,
        ], 400_000, 800_000, 46.4369461, -18.9011666
      ),
    ]

  @Test("Systems of keys are where another tool puts them", arguments: 0..<17)
  func places(index: Int) throws {
    let place = Self.knownPlaces[index]
    let isAngular = place.x.magnitude <= 360
    let resolved = try resolve(place.keys, at: (place.x, place.y), step: isAngular ? 0.01 : 100)
    let found = topLeft(resolved)
    // Two metres, by which versions of the registry may differ; the faults are a hundred and more.
    #expect(abs(found.longitude - place.longitude) < 2e-5, "\(place.name): \(found)")
    #expect(abs(found.latitude - place.latitude) < 2e-5, "\(place.name): \(found)")
    let isUnknown = place.name.contains("unknown datum")
    #expect(
      resolved.warnings.contains { $0.contains("hundreds") } == isUnknown, "\(resolved.warnings)")
  }

  @Test("A shift to WGS 84 holds for Esri's text beside it")
  func esriText() throws {
    let text =
      "ESRI PE String = PROJCS[\"unknown\",GEOGCS[\"GCS_unknown\",DATUM[\"D_Unknown\","
      + "SPHEROID[\"International_1924\",6378388.0,297.0]],PRIMEM[\"Greenwich\",0.0],"
      + "UNIT[\"Degree\",0.0174532925199433]],PROJECTION[\"Bonne\"],PARAMETER[\"False_Easting\",0.0],"
      + "PARAMETER[\"False_Northing\",0.0],PARAMETER[\"Central_Meridian\",2.0],"
      + "PARAMETER[\"Standard_Parallel_1\",45.0],UNIT[\"Meter\",1.0]]"
    let found = topLeft(
      try resolve(
        [
          1024: 32767, 2048: 32767, 2050: 32767, 2057: 6_378_388.0, 2059: 297.0,
          2062: [-87, -98, -121], 3073: .text(text),
        ], at: (0, 0), step: 100))
    // PROJ's cs2cs from +proj=bonne +lat_1=45 +lon_0=2 +ellps=intl +towgs84=-87,-98,-121.
    #expect(abs(found.longitude - 1.9987964) < 1e-6 && abs(found.latitude - 44.9989829) < 1e-6)
  }

  /// A geographic system of numbers, and projected ones by method.
  private static let spelt: Keys = [
    1024: 2, 2048: 32767, 2054: 9102, 2057: 6_378_388.0, 2059: 297.0, 2062: [-87, -98, -121],
  ]
  private static func projected(_ method: UInt16, _ keys: Keys) -> Keys {
    let common: Keys = [
      1024: 1, 2048: 4326, 3072: 32767, 3074: 32767, 3075: .code(method), 3076: 9001,
    ]
    return common.merging(keys) { $1 }
  }

  /// Keys, and what is changed in them one after another.
  private static let changes: [(keys: Keys, changes: [Keys])] = {
    let geographic: [Keys] = [
      [1025: 2], [2048: 4230], [2050: 6230], [2051: 8909], [2052: 9002], [2053: 0.5],
      [2054: 9105], [2054: 32767, 2055: 0.01], [2056: 7030], [2057: 6_377_397.0],
      [2059: 299.0], [2061: 1.0], [2062: [0, 0, 0]],
    ]
    let oblique: [Keys] = [
      [2048: 32767, 2057: 6_378_137.0, 2062: [100, 200, 300]], [3072: 32632],
      [3075: 3], [3076: 9002], [3076: 32767, 3077: 0.5], [3082: 1.0e5], [3083: 1.0e5],
      [3088: 11.0], [3089: 51.0], [3093: 0.9], [3094: 40.0], [3096: 40.0],
    ]
    let conic: [Keys] = [
      [3078: 51.0], [3079: 41.0], [3084: 4.0], [3085: 47.0], [3086: 1.0e5], [3087: 1.0e5],
    ]
    let transverse: [Keys] = [
      [3080: 4.0], [3081: 1.0], [3092: 0.9], [3090: 1.0e5], [3091: 1.0e5],
    ]
    let center: Keys = [3088: 10.0, 3089: 50.0, 3093: 1.0, 3094: 30.0, 3096: 30.0]
    let parallels: Keys = [3078: 49.0, 3079: 44.0, 3084: 3.0, 3085: 46.0]
    let origin: Keys = [3080: 3.0, 3081: 0.0, 3092: 1.0]
    let pole: Keys = [3081: 90.0, 3095: 0.0]
    // The angle of the grid is left out, which would turn with the azimuth.
    let azimuth: Keys = [3088: 10.0, 3089: 50.0, 3093: 1.0, 3094: 30.0]
    let zone: Keys = [1024: 1, 2048: 4326, 3072: 32767, 3074: 16032]
    var minor = spelt
    minor[2059] = nil
    minor[2058] = 6_356_911.9
    return [
      (spelt, geographic), (minor, [[2058: 6_356_000.0]]), (projected(9815, center), oblique),
      (projected(8, parallels), conic), (projected(1, origin), transverse),
      (projected(15, pole), [[3095: 45.0]]), (zone, [[3074: 16033]]),
      (projected(9815, azimuth), [[2060: 9105]]),
    ]
  }()

  @Test("No key that says where an image is goes unread", arguments: 0..<8)
  func everyKey(index: Int) throws {
    let (keys, changes) = Self.changes[index]
    let isAngular = if case .code(2) = keys[1024] { true } else { false }
    let origin = isAngular ? (x: 10.0, y: 50.0) : (x: 20_000.0, y: 30_000.0)
    let before = topLeft(try resolve(keys, at: origin, step: isAngular ? 0.01 : 100))
    for change in changes {
      do {
        let after = topLeft(
          try resolve(keys.merging(change) { $1 }, at: origin, step: isAngular ? 0.01 : 100))
        let moved = hypot(after.longitude - before.longitude, after.latitude - before.latitude)
        #expect(moved > 1e-5, "\(change)")
      } catch let error as GeoreferenceError {
        // Contradictory keys are refused, which is as good as read.
        #expect(
          ["unrecognisedCRS", "unsupportedCRS", "outsideSystem"].contains(caseName(error)),
          "\(change): \(error)")
      }
    }
  }

  @Test("Keys that contradict one another, or name what is not in the registry, are refused")
  func contradictions() throws {
    for (change, found) in [
      ([2048: 4326], "two ellipsoids"), ([2056: 7004], "two ellipsoids"),
      ([2050: 6999], "datum 6999"), ([2051: 8999], "prime meridian 8999"),
      ([2054: 9999], "unit is 9999"), ([2056: 7999], "ellipsoid 7999"),
    ] as [(Keys, String)] {
      let error = georeferenceError {
        _ = try resolve(Self.spelt.merging(change) { $1 }, at: (10, 50), step: 0.01)
      }
      #expect(caseName(error) == "unrecognisedCRS" && error?.description.contains(found) == true)
    }
  }
}
