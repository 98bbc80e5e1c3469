import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Heights of a TIFF")
struct HeightTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("heights.tif") }

  init() throws { folder = try TemporaryDirectory() }

  private func options(_ change: (inout SampleOptions) -> Void = { _ in }) -> SampleOptions {
    SampleOptions {
      $0.kind = .heights
      change(&$0)
    }
  }

  /// The heights of the file in metres, `nil` for none, by the published formula of Terrarium.
  private func read(_ samples: SampleOptions? = nil) throws -> [Double?] {
    let source = try openRaster(path: path, samples: samples ?? options())
    #expect(!source.isOpaque)
    let rows = try readRows(source, scratch: folder.path)
    return (0..<rows.count / 4).map { index in
      let sample = pixel(rows, index)
      if sample == [0, 0, 0, 0] { return nil }
      #expect(sample[3] == 255)
      return Double(sample[0]) * 256 + Double(sample[1]) + Double(sample[2]) / 256 - 32768
    }
  }

  private func write(_ numbers: [Double], _ change: (inout DrawnTIFF) -> Void = { _ in }) throws {
    var image = DrawnTIFF(width: numbers.count, height: 1, bits: 32, format: .floating)
    change(&image)
    image.numbers = numbers
    image.width = numbers.count / image.bands
    try DrawnTIFF.write([image], to: path)
  }

  private func metadata(_ items: [(name: String, value: String)], band: Int = 0) -> String {
    "<GDALMetadata>"
      + items.map { "<Item name=\"\($0.name)\" sample=\"\(band)\">\($0.value)</Item>" }.joined()
      + "</GDALMetadata>"
  }

  /// Whether heights are the ones expected, to half a step.
  private func agree(_ found: [Double?], _ expected: [Double?]) -> Bool {
    found.count == expected.count
      && zip(found, expected).allSatisfy { found, expected in
        switch (found, expected) {
        case (nil, nil): true
        case (let found?, let expected?): abs(found - expected) <= 0.5 / 256 + 1e-9
        default: false
        }
      }
  }

  @Test(
    "Numbers of every kind are metres",
    arguments: [
      (DrawnTIFF.Format.floating, 32), (.floating, 64), (.signed, 8), (.signed, 16), (.signed, 32),
      (.unsigned, 8), (.unsigned, 16), (.unsigned, 32),
    ])
  func kinds(format: DrawnTIFF.Format, bits: Int) throws {
    var image = DrawnTIFF(width: 43, height: 31, bits: bits, format: format)
    image.draw(seed: UInt64(bits))
    if format == .floating { image.numbers = image.numbers.map { $0 * 9000 } }
    // Whole numbers of 32 bits are mostly no heights; some are.
    if bits == 32, format != .floating {
      for index in stride(from: 0, to: image.numbers.count, by: 3) {
        image.numbers[index] = Double(index)
      }
    }
    for (compression, tileWidth) in [(1, 0), (8, 16)] as [(UInt16, Int)] {
      image.compression = compression
      image.tileWidth = tileWidth
      image.blockHeight = tileWidth == 0 ? 7 : 16
      try DrawnTIFF.write([image], to: path)
      let stored = image.numbers.map { bits == 32 && format == .floating ? Double(Float($0)) : $0 }
      let expected = stored.map { (-32768..<32768).contains($0) ? $0 : nil }
      #expect(expected.contains { $0 != nil })
      #expect(agree(try read(), expected))
    }
  }

  @Test("The number for nothing, what is no number, and what no tile can hold are no heights")
  func missing() throws {
    let numbers = [
      -9999, 12.25, .nan, .infinity, -.infinity, 32768, -32768.01, -32768, 32767.75, 1e30, -1e30, 0,
    ]
    let expected: [Double?] = [nil, 12.25, nil, nil, nil, nil, nil, -32768, 32767.75, nil, nil, 0]
    for bits in [32, 64] {
      try write(numbers) { ($0.bits, $0.noData) = (bits, "-9999") }
      #expect(agree(try read(), expected))
      // The requested values win.
      var asked = expected
      (asked[0], asked[11]) = (-9999, nil)
      #expect(agree(try read(options { $0.noData = 0 }), asked))
    }
    // The text of GDAL for the least number of 32 bits is not exact.
    try write([Double(-Float.greatestFiniteMagnitude), 5]) { $0.noData = "-3.40282347e+38" }
    #expect(agree(try read(), [nil, 5]))
    try write([Double(Float(-99.9)), 5]) { $0.noData = "-99.9" }
    #expect(agree(try read(), [nil, 5]))
    try write([-32768, 5, -1]) { ($0.format, $0.bits, $0.noData) = (.signed, 16, "-32768") }
    #expect(agree(try read(), [nil, 5, -1]))
  }

  @Test("What the encoding of tiles does not hold is no height")
  func range() throws {
    // The middle between black and the number below it is the least that is black.
    try write([-12_000, -10_000.06, -10_000.04, 0, 32_767, 40_000]) { $0.bits = 64 }
    #expect(
      agree(try read(options { $0.read(as: .mapbox) }), [nil, nil, -10_000.04, 0, 32_767, nil]))
    #expect(
      agree(
        try read(options { $0.read(as: .terrarium) }),
        [-12_000, -10_000.06, -10_000.04, 0, 32_767, nil]))
  }

  @Test("A band of alpha takes heights away by half, and a mask where it is 0")
  func transparency() throws {
    for (format, bits, opaque) in [
      (DrawnTIFF.Format.unsigned, 8, 255.0), (.unsigned, 16, 65535), (.signed, 16, 32767),
      (.floating, 32, 1),
    ] {
      let alphas = [0, 0.2, 0.45, 0.55, 1]
      let numbers = alphas.enumerated().flatMap { [Double(100 + $0.offset), $0.element * opaque] }
        .map { format == .floating ? $0 : $0.rounded() }
      try write(numbers) { ($0.format, $0.bits, $0.bands, $0.extraKind) = (format, bits, 2, 2) }
      #expect(agree(try read(), [nil, nil, nil, 103, 104]), "\(format) \(bits)")
    }
    var image = DrawnTIFF(width: 16, height: 3, bits: 32, format: .floating)
    image.numbers = (0..<48).map { Double($0) + 0.5 }
    for bits in [1, 8] {
      var mask = DrawnTIFF(width: 16, height: 3, bits: bits, photometric: 4, subfileType: 4)
      mask.numbers = (0..<48).map { $0 % 5 == 0 ? 0 : bits == 1 || $0 % 2 == 0 ? 1 : 255 }
      try DrawnTIFF.write([image, mask], to: path)
      #expect(
        agree(try read(), image.numbers.enumerated().map { $0.offset % 5 == 0 ? nil : $0.element }))
    }
  }

  @Test("One of several bands is read where it is asked for")
  func bands() throws {
    try write([1, 2, 3, 10, 20, 30]) { $0.bands = 3 }
    let second = BandSelection(text: "2")
    #expect(agree(try read(options { $0.bands = second }), [2, 20]))
    let scaled = metadata([("SCALE", "2"), ("UNITTYPE", "ft")], band: 1)
    try write([1, 2, 3, 10, 20, 30]) { ($0.bands, $0.metadata) = (3, scaled) }
    #expect(agree(try read(options { $0.bands = second }), [4 * 0.3048, 40 * 0.3048]))
    #expect(agree(try read(options { $0.bands = BandSelection(text: "1") }), [1, 10]))
  }

  @Test(
    "The unit, the scale and the offset of GDAL's metadata count, and what is asked for before them"
  )
  func metadataUnits() throws {
    let survey = 1200.0 / 3937
    for (name, metres) in [
      ("m", 1.0), ("metre", 1), ("ft", 0.3048), ("foot", 0.3048), ("US survey foot", survey),
      ("sft", survey), ("us-ft", survey), ("Feet", 0.3048), ("", 1),
      // proj_get_units_from_database of PROJ 9.1, and GDAL's names of the units.
      ("cm", 0.01), ("centimeter", 0.01), ("km", 1000), ("fathom", 1.8288), ("dm", 0.1),
      ("Clarke's foot", 0.3047972654), ("yd", 0.9144), ("US_survey_foot", survey),
    ] {
      try write([1, 20]) { $0.metadata = metadata([("UNITTYPE", name)]) }
      #expect(agree(try read(), [metres, 20 * metres]), "\(name)")
      #expect(agree(try read(options { $0.verticalUnit = .foot }), [0.3048, 6.096]), "\(name)")
    }
    for name in ["K", "degree", "m above the ellipsoid"] {
      try write([1000]) { $0.metadata = metadata([("UNITTYPE", name)]) }
      #expect(throws: RasterError.unknownUnit(path: path, found: name)) { _ = try read() }
      #expect(agree(try read(options { $0.verticalUnit = .foot }), [304.8]), "\(name)")
    }
    try write([1000]) { $0.metadata = "<GDALMetadata><Item name='SCALE' sample='0'>2" }
    let damaged = #expect(throws: RasterError.self) { try read() }
    #expect(damaged?.description.contains("GDAL_METADATA, line 1: no element found") == true)
    try write([0, 100, 4000]) {
      $0.metadata = metadata([("SCALE", "0.5"), ("OFFSET", "-100"), ("UNITTYPE", "ft")])
      ($0.format, $0.bits, $0.noData) = (.unsigned, 16, "0")
    }
    #expect(agree(try read(), [nil, -50 * 0.3048, 1900 * 0.3048]))
    #expect(agree(try read(options { $0.verticalUnit = .metre }), [nil, -50, 1900]))
    // A number out of range by itself may be a height.
    try write([1e6, 3]) { $0.metadata = metadata([("SCALE", "0.01")]) }
    #expect(agree(try read(), [10_000, 0.03]))
  }

  @Test(
    "The unit of heights is that of the keys of GeoTIFF",
    arguments: [
      ([(4099, 9001)], 1), ([(4099, 9002)], 0.3048), ([(4099, 9003)], 1200.0 / 3937),
      ([(4096, 5703)], 1), ([(4096, 6360)], 1200.0 / 3937), ([(4096, 8228)], 0.3048),
      ([(4096, 32767), (4099, 9003)], 1200.0 / 3937), ([(4096, 5703), (4099, 9002)], 0.3048),
      ([(4096, 32767)], 1), ([], 1),
    ] as [([(UInt16, UInt16)], Double)])
  func keys(keys: [(UInt16, UInt16)], metres: Double) throws {
    var tiff = TinyTIFF([20_000, -3000], width: 2)
    tiff.add(keys: [(1024, 1), (1025, 1), (3072, 3857)] + keys)
    try tiff.write(to: path)
    // The two feet are 12 mm apart here, which is three steps.
    #expect(agree(try read(), [20_000 * metres, -3000 * metres]))
    let feet = try read(options { $0.verticalUnit = .surveyFoot })
    #expect(agree(feet, [24_000_000.0 / 3937, -3_600_000.0 / 3937]))
    // A unit of no length.
    var turned = TinyTIFF([1], width: 1)
    turned.add(keys: [(1024, 1), (1025, 1), (3072, 3857), (4099, 9122)])
    try turned.write(to: path)
    #expect(throws: RasterError.self) { _ = try read() }
    // GDAL's metadata say it of the band.
    tiff.add(42112, text: metadata([("UNITTYPE", "ft")]))
    try tiff.write(to: path)
    #expect(agree(try read(), [6096, -914.4]))
  }

  @Test("What a file says of its heights is told")
  func details() throws {
    func detail(_ samples: SampleOptions? = nil) throws -> String? {
      try openRaster(path: path, samples: samples ?? options()).details
        .first { $0.name == "heights" }?.value
    }
    try write([1])
    #expect(try detail() == "metres, as no unit is stated")
    #expect(try detail(options { $0.verticalUnit = .foot }) == "feet")
    let stated = metadata([("UNITTYPE", "us-ft"), ("SCALE", "0.5"), ("OFFSET", "-10")])
    try write([1]) { $0.metadata = stated }
    #expect(try detail() == "US survey feet, numbers times 0.5, plus -10")
    #expect(try detail(SampleOptions()) == nil)
  }

  @Test("Overviews of the file, of which nobody says how they were made, are not read")
  func overviews() throws {
    var image = DrawnTIFF(width: 64, height: 48, bits: 32, format: .floating)
    image.draw()
    var overview = DrawnTIFF(width: 32, height: 24, bits: 32, format: .floating, subfileType: 1)
    overview.draw(seed: 2)
    try DrawnTIFF.write([image, overview], to: path)
    #expect(try openRaster(path: path, samples: SampleOptions()).capabilities.reductions.count == 1)
    #expect(try openRaster(path: path, samples: options()).capabilities.reductions.isEmpty)
    #expect(agree(try read(), image.numbers))
  }

  @Test("Windows and threads give the heights of rows")
  func access() throws {
    var image = DrawnTIFF(
      width: 150, height: 90, bits: 16, format: .signed, compression: 8, tileWidth: 32,
      blockHeight: 16, noData: "7")
    image.draw()
    image.numbers = image.numbers.map { Int($0) % 9 == 0 ? 7 : $0 }
    try DrawnTIFF.write([image], to: path)
    let source = try openRaster(path: path, samples: options())
    let rows = try readRows(source, scratch: folder.path)
    #expect(rows == (try readRows(source.decoded(byThreads: 3), scratch: folder.path)))
    #expect(source.capabilities.windowBytes != nil)
    try expectParts(of: source, rows, scratch: folder.path)
  }

  @Test("Colours are refused, and options that are for colours alone")
  func refused() throws {
    func option(_ samples: SampleOptions, _ path: String? = nil) -> String? {
      do throws(RasterError) {
        _ = try openRaster(path: path ?? self.path, samples: samples)
        return nil
      } catch {
        if case .optionWithoutEffect(_, let option, _) = error { return option }
        return "\(error)"
      }
    }
    var colors = DrawnTIFF(width: 9, height: 8, bands: 3, photometric: 2)
    colors.draw()
    try DrawnTIFF.write([colors], to: folder.path("rgb.tif"))
    let table = (0..<256).map { UInt16($0 * 257) }
    var palette = DrawnTIFF(width: 9, height: 8, photometric: 3)
    palette.draw()
    try DrawnTIFF.write([palette], to: folder.path("palette.tif"), palette: (table, table, table))
    _ = try folder.write([UInt8](repeating: 9, count: 4 * 72), width: 9, as: "a.png")
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8, as: "a.svg")
    try folder.write("%PDF-1.4\n".utf8, as: "a.pdf")
    for name in ["rgb.tif", "palette.tif", "a.png", "a.svg", "a.pdf"] {
      #expect(option(options(), folder.path(name)) == "`encoding`", "\(name)")
      let unit = SampleOptions { $0.verticalUnit = .foot }
      #expect(option(unit, folder.path(name)) == "`verticalUnit`", "\(name)")
    }
    try write([1, 2])
    #expect(option(options()) == nil)
    #expect(option(SampleOptions { $0.verticalUnit = .metre }) == "`verticalUnit`")
    for (name, change) in [
      ("`stretch`", { $0.stretch = .percent }), ("`noDataTolerance`", { $0.noDataTolerance = 1 }),
      ("`transparent`", { $0.transparent = .white }), ("`background`", { $0.background = .white }),
      ("`colors`", { $0.colors = .keep }),
    ] as [(String, (inout SampleOptions) -> Void)] {
      #expect(option(options(change)) == name)
    }
  }
}
