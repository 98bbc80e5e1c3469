import Foundation
import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Overviews that darken, and that keep thin lines of both kinds")
struct DarkenOverviewTests {
  private static let size = PixelSize(width: 1300, height: 900)
  /// A size for patterns that repeat.
  private static let small = PixelSize(width: 660, height: 460)
  private static let origin = (x: 256 * 140_813 + 91, y: 256 * 85_135 + 77)

  private func build(
    _ source: any RasterSource, _ overviews: OverviewResampling = .darken, minimum: Int = 13
  ) throws -> BuiltPyramid {
    try BuiltPyramid(
      source, WorldPixelGrid(zoom: 18).northUp(x: Double(Self.origin.x), y: Double(Self.origin.y)),
      .zooms(minimum, 18, overviews: overviews))
  }

  @Test(
    "Alpha is the average's; darken shows only colours of the samples below, keep none beyond those",
    arguments: Drawing.allCases)
  func laws(drawing: Drawing) throws {
    let source = drawing.raster(Self.size)
    let average = try build(source, .average)
    for overviews in [OverviewResampling.darken, .keep] {
      let built = try build(source, overviews)
      let deepest = try built.deepest()
      for zoom in built.zooms.dropFirst() {
        let unlike = try UnlikeSamples(
          of: built.plane(zoom), alphaOf: average.plane(zoom), from: deepest, halvings: 18 - zoom)
        let others = overviews == .keep ? [unlike.range] : [unlike.color, unlike.dark]
        #expect(unlike.alpha == 0 && others.allSatisfy { $0 == 0 }, "\(overviews), zoom \(zoom)")
      }
    }
  }

  @Test("Flat areas stay", arguments: [UInt8(255), 90], [OverviewResampling.darken, .keep])
  func flat(alpha: UInt8, overviews: OverviewResampling) throws {
    let color = PixelColor(200, 30, 99, alpha: alpha)
    let built = try build(SyntheticRaster.flat(color, size: Self.size), overviews)
    for zoom in built.zooms {
      let others = try built.plane(zoom).count {
        $0.w > 0 && ($0.x, $0.y, $0.z) != (color.red, color.green, color.blue)
      }
      #expect(others == 0)
    }
  }

  /// Lines of a slope, one pixel wide, far apart.
  enum Line: String, CaseIterable, CustomTestStringConvertible {
    case vertical, horizontal, diagonal, steep

    var testDescription: String { rawValue }

    /// Whether a pixel is on the line through the middle, shifted.
    func holds(_ x: Int, _ y: Int, offset: Int) -> Bool {
      switch self {
      case .vertical: x == 320 + offset
      case .horizontal: y == 220 + offset
      case .diagonal: x - y == 100 + offset
      case .steep: x == 300 + offset + y * 3 / 10
      }
    }
  }

  @Test(
    "Darkening overviews keep a thin line's contrast at 40 % four zooms up",
    arguments: Line.allCases)
  func contrast(line: Line) throws {
    for offset in 0..<16 {
      let source = SyntheticRaster.lines(
        size: Self.small, ink: PixelColor(60, 60, 60), paper: PixelColor(250, 248, 240)
      ) { x, y in line.holds(x, y, offset: offset) }
      let built = try build(source, minimum: 14)
      let plane = try built.plane(14)
      var least = 1.0
      var count = 0
      // Every sample of the overview that the line crosses, or one beside it, shows it.
      let light = Sample(250, 248, 240, 255).luma
      let dark = Sample(60, 60, 60, 255).luma
      let left = Self.origin.x >> 4
      let top = Self.origin.y >> 4
      let (along, across): (Range<Int>, Range<Int>) =
        line == .horizontal ? (2..<39, 2..<26) : (2..<26, 2..<39)
      for step in along {
        var darkest = light
        for position in across {
          let sample =
            line == .horizontal
            ? plane[left + step, top + position] : plane[left + position, top + step]
          darkest = min(darkest, sample.luma)
        }
        least = min(least, (light - darkest) / (light - dark))
        count += 1
      }
      #expect(count > 20)
      #expect(least >= 0.4, "offset \(offset)")
    }
  }

  @Test("Darkening overviews darken hatching by less than 15 % in the mean", arguments: 3...12)
  func hatching(period: Int) throws {
    let patterns: [@Sendable (Int, Int) -> Bool] = [
      { x, _ in x % period == 0 }, { _, y in y % period == 0 },
      { x, y in (x + y) % period == 0 }, { x, y in x % period == 0 || y % period == 0 },
    ]
    for (index, pattern) in patterns.enumerated() {
      let source = SyntheticRaster.lines(size: Self.small, isInk: pattern)
      let built = try build(source)
      var exact = 0.0
      for zoom in built.zooms {
        let mean = try built.plane(zoom).meanLuma
        if zoom == 18 { exact = mean }
        #expect(mean > 0.85 * exact, "pattern \(index), zoom \(zoom): \(mean) of \(exact)")
        #expect(mean < 1.02 * exact, "pattern \(index), zoom \(zoom): \(mean) of \(exact)")
      }
    }
  }

  @Test(
    "With keep a thin line keeps 40 % of its contrast four zooms up, dark on light and light on dark",
    arguments: [false, true])
  func keptContrast(isLight: Bool) throws {
    let (ink, paper) =
      isLight
      ? (PixelColor(240, 240, 240), PixelColor(20, 20, 20))
      : (PixelColor(60, 60, 60), PixelColor(250, 248, 240))
    for offset in 0..<16 {
      let source = SyntheticRaster.lines(size: Self.small, ink: ink, paper: paper) { x, y in
        x == 320 + offset || x - y == 100 + offset
      }
      let plane = try build(source, .keep, minimum: 14).plane(14)
      let (left, top) = (Self.origin.x >> 4, Self.origin.y >> 4)
      let ground = Sample(paper.red, paper.green, paper.blue, 255).luma
      let whole = abs(Sample(ink.red, ink.green, ink.blue, 255).luma - ground)
      for row in 2..<26 {
        let most = (2..<39).reduce(0.0) {
          max($0, abs(plane[left + $1, top + row].luma - ground))
        }
        #expect(most >= 0.4 * whole, "offset \(offset), row \(row)")
      }
    }
  }

  @Test(
    "With keep hatching keeps its mean luminance to 15 %, dark and light", arguments: 2...8,
    [false, true])
  func keptHatching(period: Int, isLight: Bool) throws {
    let (ink, paper) =
      isLight
      ? (PixelColor(255, 255, 255), PixelColor(0, 0, 0))
      : (PixelColor(0, 0, 0), PixelColor(255, 255, 255))
    let patterns: [@Sendable (Int, Int) -> Bool] = [
      { x, _ in x % period == 0 }, { x, y in (x + y) % period == 0 },
      { x, y in x % period == 0 || y % period == 0 },
    ]
    for (index, pattern) in patterns.enumerated() {
      let source = SyntheticRaster.lines(size: Self.small, ink: ink, paper: paper, isInk: pattern)
      let built = try build(source, .keep)
      var exact = 0.0
      for zoom in built.zooms {
        let mean = try built.plane(zoom).meanLuma
        if zoom == 18 { exact = mean }
        // Darker by a part of it, or lighter by a part of what it lacks to white.
        #expect(mean > 0.85 * exact, "pattern \(index), zoom \(zoom)")
        #expect(255 - mean > 0.85 * (255 - exact), "pattern \(index), zoom \(zoom)")
      }
    }
  }
}
