import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Means in linear light")
struct LightOverviewTests {
  private static let worldPixels = WorldPixelGrid(zoom: 18)
  private static let origin = (x: 256 * 140_813 + 91, y: 256 * 85_135 + 77)

  private func build(
    _ source: any RasterSource, _ options: PyramidOptions, light: OverviewLight = .linear,
    georeference: Georeference? = nil, threads: Int = 2
  ) throws -> BuiltPyramid {
    var options = options
    options.overviewLight = light
    return try BuiltPyramid(
      source,
      georeference
        ?? Self.worldPixels.northUp(x: Double(Self.origin.x), y: Double(Self.origin.y)), options,
      threads: threads)
  }

  @Test(
    "Every zoom is the mean of the light of the deepest, rounded once, with the average's alpha",
    arguments: Drawing.allCases)
  func exactMean(drawing: Drawing) throws {
    let source = drawing.raster(PixelSize(width: 1211, height: 902))
    let built = try build(source, .zooms(11, 18))
    let average = try build(source, .zooms(11, 18), light: .srgb)
    let deepest = try built.deepest()
    for zoom in built.zooms.dropFirst() {
      let deviation = try LightDeviation(
        of: built.plane(zoom), alphaOf: average.plane(zoom), from: deepest, halvings: 18 - zoom)
      // Half a level of rounding, and what 16 units a level leave where it is darkest.
      #expect(deviation.color <= 0.5 + 0.2, "zoom \(zoom)")
      #expect(deviation.otherAlpha == 0, "zoom \(zoom)")
      if drawing.isDiverse, deviation.count > 1000 {
        let slack = 4 * 0.29 / Double(deviation.count).squareRoot()
        #expect(abs(deviation.mean) < 0.02 + slack, "zoom \(zoom)")
      }
    }
  }

  @Test("Means of what is nearly black are rounded as well up as down")
  func dark() throws {
    // On the straight part of the curve, light is proportional to samples.
    let size = PixelSize(width: 1024, height: 1024)
    let source = SyntheticRaster(name: "dark", size: size, isOpaque: true) { x, y in
      let mixed: Int = x &* 40_503 &+ y &* 30_011 &+ x &* y
      let value = UInt8(truncatingIfNeeded: mixed >> 7) & 7
      return PixelColor(value, value, value)
    }.inMemory()
    let built = try build(source, .zooms(13, 18))
    let average = try build(source, .zooms(13, 18), light: .srgb)
    for zoom in built.zooms.dropFirst() {
      let plain = try average.plane(zoom)
      var (worst, sum, count) = (0, 0, 0)
      try built.plane(zoom).forEach { x, y, found in
        let difference = Int(found.x) - Int(plain[x, y].x)
        worst = max(worst, abs(difference))
        sum += difference
        count += found.w == 255 ? 1 : 0
      }
      #expect(worst <= 1, "zoom \(zoom)")
      // A unit is a 16th of a level, and rounding to units adds an eighth of one at each zoom.
      #expect(abs(Double(sum) / Double(count)) < 0.04, "zoom \(zoom)")
    }
  }

  @Test("Known pixels: fine patterns of black and white become the grey that is as bright")
  func known() throws {
    let size = PixelSize(width: 1024, height: 1024)
    // Half white is 0.5 of the light, a line in four 0.75 or 0.25 of it.
    let cases: [(Int, OverviewLight, UInt8)] = [
      (2, .linear, 188), (2, .srgb, 128), (4, .linear, 225), (4, .srgb, 191), (-4, .linear, 137),
      (-4, .srgb, 64),
    ]
    for (period, light, grey) in cases {
      let source = SyntheticRaster.lines(size: size) { x, _ in
        (x % abs(period) == 0) == (period > 0)
      }
      let built = try build(
        source, .zooms(12, 18), light: light,
        georeference: Self.worldPixels.northUp(
          x: Double(Self.origin.x - 91), y: Double(Self.origin.y - 77)))
      for zoom in 12...(period == 2 ? 17 : 16) {
        let wrong = try built.plane(zoom).count { found in
          // The first of sRGB 127.5, 191.25 and 63.75 is a tie.
          let isTie = light == .srgb && period == 2 && found.x == grey - 1
          return found.w == 255 && found.x != grey && !isTie
        }
        #expect(wrong == 0, "one in \(period), \(light), zoom \(zoom)")
      }
    }
  }

  @Test("Every grey and colour of one kind stays what it is", arguments: [UInt8(255), 128, 3])
  func flat(alpha: UInt8) throws {
    // Stripes of one colour each, as wide as a sample of the shallowest zoom.
    let source = SyntheticRaster(
      name: "stripes", size: PixelSize(width: 4096, height: 64), isOpaque: alpha == 255
    ) { x, _ in
      let value = UInt8(x / 16)
      return PixelColor(value, 255 - value, value / 2, alpha: alpha)
    }
    let built = try build(
      source, .zooms(14, 18),
      georeference: Self.worldPixels.northUp(
        x: Double(Self.origin.x - 91), y: Double(Self.origin.y - 77)))
    for zoom in built.zooms {
      let first = (Self.origin.x - 91) >> (18 - zoom)
      var wrong = 0
      try built.plane(zoom).forEach { x, _, found in
        guard found.w > 0 else { return }
        let value = UInt8(((x - first) << (18 - zoom)) / 16)
        if found != Sample(value, 255 - value, value / 2, alpha) { wrong += 1 }
      }
      #expect(wrong == 0, "zoom \(zoom)")
    }
  }

  @Test(
    "An image reduced for the deepest zoom is mixed in light, north-up and turned, by every kernel",
    arguments: [Resampling.bilinear, .cubic, .lanczos, .average], [4.0, 9.0])
  func reduced(kernel: Resampling, scale: Double) throws {
    let size = PixelSize(width: Int(200 * scale), height: Int(150 * scale))
    let source = SyntheticRaster.checkerboard(
      PixelColor(0, 0, 0), PixelColor(255, 255, 255), square: 1, size: size)
    for degrees in [0.0, 31] {
      let place = Self.worldPixels.rotated(
        x: Double(Self.origin.x) + 300, y: Double(Self.origin.y) + 0.3, scale: scale,
        degrees: degrees)
      for (light, grey) in [(OverviewLight.linear, 188), (.srgb, 128)] {
        let built = try build(
          source, .zooms(18, 18, resampling: kernel), light: light, georeference: place)
        #expect(built.plan.steps[0].mixesLight == (light == .linear))
        var (inner, sum) = (0, 0)
        for (found, times) in try built.deepest().counts where found.w == 255 {
          inner += times
          sum += times * Int(found.x)
        }
        #expect(inner > 20_000)
        #expect(abs(Double(sum) / Double(inner) - Double(grey)) < 1.5, "\(degrees)°, \(light)")
      }
    }
  }

  @Test(
    "An image reduced by less than two is interpolated as without it", arguments: [0.7, 1, 1.9])
  func interpolated(scale: Double) throws {
    let source = Drawing.noiseWithAlpha.raster(PixelSize(width: 500, height: 400))
    for degrees in [0.0, 20] {
      let place = Self.worldPixels.rotated(
        x: Double(Self.origin.x) + 300.4, y: Double(Self.origin.y) + 0.3, scale: scale,
        degrees: degrees)
      let tiles = try OverviewLight.allCases.map {
        try build(source, .zooms(18, 18), light: $0, georeference: place).tiles
      }
      #expect(tiles[0] == tiles[1])
    }
  }

  @Test(
    "A smaller picture of the file, which is no mean of light, is not read",
    .enabled(if: TestData.isAvailable))
  func smallerPictures() throws {
    let source = try openRaster(path: TestData.path("rasters/no_geo.jpg"))
    let place = Self.worldPixels.northUp(
      x: Double(Self.origin.x) + 0.4, y: Double(Self.origin.y) + 0.3, scale: 24)
    var options = PyramidOptions.zooms(18, 18)
    func step() throws -> RenderStep {
      try PyramidPlan(for: source, georeference: place, options: options).steps[0]
    }
    #expect(try step().raster == .reduction)
    options.overviewLight = .linear
    #expect(try step().raster == .image)
    #expect(try step().mixesLight)
  }

  @Test("Any number of threads makes the same tiles")
  func threads() throws {
    let source = Drawing.noiseWithAlpha.raster(PixelSize(width: 1100, height: 900))
    let place = Self.worldPixels.northUp(
      x: Double(Self.origin.x) + 0.4, y: Double(Self.origin.y) + 0.3, scale: 2.2)
    let one = try build(source, .zooms(10, 18), georeference: place, threads: 1)
    let four = try build(source, .zooms(10, 18), georeference: place, threads: 4)
    #expect(one.tiles == four.tiles)
  }
}
