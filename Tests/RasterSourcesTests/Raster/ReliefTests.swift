import Drawings
import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

@Suite("Pictures of heights")
struct ReliefTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("heights.tif") }
  private let field = HeightField(PixelSize(width: 90, height: 150)) { x, y in
    if (30..<40).contains(x), (70..<90).contains(y) { return nil }
    return 500 + 40 * sin(Double(x) / 7) + 25 * cos(Double(y) / 5) + 0.3 * Double(x * y % 17)
  }

  init() throws { folder = try TemporaryDirectory() }

  /// A north-up image, and one that is turned and stretched.
  private static let placements = [
    AffineTransform.upright(1_000_000, 6_000_000, 10, -10),
    AffineTransform(
      originX: 1_000_000, originY: 6_000_000, columnX: 6, columnY: 8, rowX: 4, rowY: -11),
  ]

  private func relief(_ relief: Relief) throws -> any RasterSource {
    var image = SourceImage(path)
    image.samples.relief = relief
    return try image.georeferenced().raster
  }

  /// The shade of a pixel by the light on the plane that Horn's differences give, 0 to 1.
  private func shade(_ x: Int, _ y: Int, _ affine: AffineTransform, _ light: ReliefLight) -> Double?
  {
    guard let height = field[x, y] else { return nil }
    func at(_ dx: Int, _ dy: Int) -> Double { field[x + dx, y + dy] ?? height }
    let across = (at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)) / 8
    let down = (at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)) / 8
    // Metres of the map are longer than those of the ground.
    let mapY = affine.originY + affine.columnY * Double(x) + affine.rowY * Double(y)
    let latitude = 2 * atan(exp(mapY / 6_378_137)) - .pi / 2
    let ground = cos(latitude)
    let column = (affine.columnX * ground, affine.columnY * ground, across)
    let row = (affine.rowX * ground, affine.rowY * ground, down)
    // The normal of the plane through both steps, upwards.
    var normal = (
      column.1 * row.2 - column.2 * row.1, column.2 * row.0 - column.0 * row.2,
      column.0 * row.1 - column.1 * row.0
    )
    if normal.2 < 0 { normal = (-normal.0, -normal.1, -normal.2) }
    let length = (normal.0 * normal.0 + normal.1 * normal.1 + normal.2 * normal.2).squareRoot()
    let (azimuth, altitude) = (light.azimuth * .pi / 180, light.altitude * .pi / 180)
    let dot =
      normal.0 * sin(azimuth) * cos(altitude) + normal.1 * cos(azimuth) * cos(altitude)
      + normal.2 * sin(altitude)
    return max(0, dot / length)
  }

  @Test("A hillshade is the light on the ground, from true north", arguments: [0, 1])
  func hillshade(placement: Int) throws {
    let affine = Self.placements[placement]
    try field.write(to: path, at: affine)
    for light in [ReliefLight(), ReliefLight(azimuth: 100, altitude: 20)] {
      let rows = try readRows(relief(Relief(light: light)), scratch: folder.path)
      var largest = 0.0
      for index in 0..<field.metres.count {
        let found = pixel(rows, index)
        guard let shade = shade(index % 90, index / 90, affine, light) else {
          #expect(found == [0, 0, 0, 0])
          continue
        }
        #expect(found[0] == found[1] && found[0] == found[2] && found[3] == 255)
        largest = max(largest, abs(Double(found[0]) - (1 + 254 * shade)))
      }
      // Half a level, and what steps of 1/256 m are of slopes over steps of about 7 m.
      #expect(largest < 0.75)
    }
  }

  @Test("Windows and rows from any place on are those of the whole")
  func parts() throws {
    try field.write(to: path, at: Self.placements[1])
    let source = try relief(Relief(light: ReliefLight(), colors: ramp))
    let rows = try readRows(source, scratch: folder.path)
    #expect(source.capabilities.windowBytes != nil)
    try expectParts(of: source, rows, scratch: folder.path)
  }

  private var ramp: ColorRamp? {
    ColorRamp(
      [
        .init(height: 500, color: [0, 100, 200, 255]),
        .init(height: 450, color: [10, 20, 30, 255]),
        .init(height: 560, color: [255, 255, 255, 128]),
      ], noData: [1, 2, 3, 255])
  }

  @Test("Colours are mixed between stated heights, and level ground keeps them in a shade")
  func colors() throws {
    let level = HeightField(PixelSize(width: 6, height: 3)) { x, _ in
      [400, 450, 475, 500, 600, nil][x]
    }
    try level.write(to: path, at: Self.placements[0])
    let rows = try readRows(relief(Relief(colors: ramp)), scratch: folder.path)
    let expected: [[UInt8]] = [
      [10, 20, 30, 255], [10, 20, 30, 255], [5, 60, 115, 255], [0, 100, 200, 255],
      [255, 255, 255, 128], [1, 2, 3, 255],
    ]
    #expect((0..<6).map { pixel(rows, $0) } == expected)
    let flat = HeightField(PixelSize(width: 9, height: 9)) { _, _ in 475 }
    try flat.write(to: path, at: Self.placements[0])
    let shaded = try readRows(
      relief(Relief(light: ReliefLight(), colors: ramp)), scratch: folder.path)
    #expect((0..<81).allSatisfy { pixel(shaded, $0) == [5, 60, 115, 255] })
  }

  @Test("A file of colours is read as gdaldem reads it")
  func file() throws {
    let ramp = try ramp("# a remark\nnv 0 0 0 0\n-10.5, 1,2,3\n20:40:50:60:70\n1e2 white")
    #expect(ramp.noData == [0, 0, 0, 0])
    #expect(
      ramp.stops == [
        .init(height: -10.5, color: [1, 2, 3, 255]), .init(height: 20, color: [40, 50, 60, 70]),
        .init(height: 100, color: [255, 255, 255, 255]),
      ])
  }

  private func ramp(_ text: String) throws -> ColorRamp {
    try folder.write(text.utf8, as: "colors.txt")
    return try ColorRamp(path: folder.path("colors.txt"))
  }

  /// Expected values by gdaldem 3.6.2 color-relief.
  @Test(
    "Names of colours are gdaldem's",
    arguments: [
      ("white", [255, 255, 255]), ("black", [0, 0, 0]), ("red", [255, 0, 0]),
      ("green", [0, 255, 0]), ("blue", [0, 0, 255]), ("yellow", [255, 255, 0]),
      ("magenta", [255, 0, 255]), ("cyan", [0, 255, 255]), ("aqua", [0, 191, 191]),
      ("grey", [191, 191, 191]), ("gray", [191, 191, 191]), ("orange", [255, 127, 0]),
      ("brown", [191, 127, 63]), ("purple", [127, 0, 255]), ("violet", [127, 0, 255]),
      ("Indigo", [0, 127, 255]),
    ] as [(String, SIMD3<UInt8>)])
  func names(name: String, color: SIMD3<UInt8>) throws {
    #expect(try ramp("0 \(name)").stops == [.init(height: 0, color: SIMD4(color, 255))])
    #expect(try ramp("0 \(name) 7").stops == [.init(height: 0, color: SIMD4(color, 7))])
  }

  /// The pixels of heights in a ramp, by QGIS's rules for its colour maps.
  @Test(
    "Colour maps that QGIS exports are read",
    arguments: [
      ("INTERPOLATED", [[10, 0, 0, 255], [10, 0, 0, 255], [60, 0, 0, 255], [110, 0, 0, 255]]),
      ("DISCRETE", [[10, 0, 0, 255], [10, 0, 0, 255], [110, 0, 0, 255], [0, 0, 0, 0]]),
      ("EXACT", [[0, 0, 0, 0], [10, 0, 0, 255], [0, 0, 0, 0], [0, 0, 0, 0]]),
    ] as [(String, [[UInt8]])])
  func colorMap(interpolation: String, expected: [[UInt8]]) throws {
    let text = """
      # QGIS Generated Color Map Export File
      INTERPOLATION:\(interpolation)
      100,10,0,0,255,<= 100 m, wet
      200,110,0,0,255,100 - 200
      """
    let ramp = try ramp(text)
    try HeightField(PixelSize(width: 4, height: 1)) { x, _ in [50, 100, 150, 250][x] }
      .write(to: path, at: Self.placements[0])
    let rows = try readRows(relief(Relief(colors: ramp)), scratch: folder.path)
    #expect((0..<4).map { pixel(rows, $0) } == expected)
    if interpolation == "DISCRETE" {
      let all = try self.ramp(text + "\ninf,7,8,9,255,> 200")
      let rows = try readRows(relief(Relief(colors: all)), scratch: folder.path)
      #expect(pixel(rows, 3) == [7, 8, 9, 255])
    }
  }

  @Test("Slices of GMT have a colour at either end")
  func slices() throws {
    let ramp = try ramp("# COLOR_MODEL = RGB\n0 1 2 3 10 4 5 6\nB 0 0 0\nN 9 9 9\n")
    #expect(
      ramp.stops
        == [.init(height: 0, color: [1, 2, 3, 255]), .init(height: 10, color: [4, 5, 6, 255])])
    #expect(ramp.noData == [9, 9, 9, 255])
  }

  @Test(
    "A line that is none is named",
    arguments: [
      ("10 1 2", 1), ("10 1 2 300", 1), ("# ok\n50% 1 2 3", 2), ("ten 1 2 3", 1), ("10 nocolor", 1),
      ("nan 1 2 3", 1), ("inf 1 2 3", 1), ("INTERPOLATION:CUBIC", 1), ("10 1 2 3 label", 1),
    ])
  func malformed(text: String, line: Int) throws {
    let error = #expect(throws: FailureReport.self) { try ramp(text) }
    #expect(error?.location == "\(folder.path("colors.txt")), line \(line)")
    #expect(#expect(throws: FailureReport.self) { try ramp("nv 1 2 3") }?.found == "no height")
  }

  @Test("Files of one grid are shaded as one, across their edges")
  func mosaic() throws {
    let affine = Self.placements[0]
    try field.write(to: path, at: affine)
    let whole = try readRows(relief(Relief(light: ReliefLight())), scratch: folder.path)
    var paths: [String] = []
    for columns in [0..<37, 37..<90] {
      let file = folder.path("part\(columns.lowerBound).tif")
      var part = affine
      part.originX += affine.columnX * Double(columns.lowerBound)
      try field.columns(columns).write(to: file, at: part)
      paths.append(file)
    }
    var template = SourceImage(paths[0])
    template.samples.relief = Relief(light: ReliefLight())
    let mosaic = try SourceImages(paths, readAs: template).georeferenced(threads: 1) { _, _ in }
    #expect(try readRows(mosaic.raster, scratch: folder.path) == whole)
  }
}
