import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Overviews that keep thin lines of both kinds")
struct KeepOverviewTests {
  private static let size = PixelSize(width: 1300, height: 900)
  /// A size for patterns that repeat.
  private static let small = PixelSize(width: 660, height: 460)
  private static let origin = (x: 256 * 140_813 + 91, y: 256 * 85_135 + 77)

  private func build(
    _ source: any RasterSource, _ overviews: OverviewResampling = .keep, minimum: Int = 13
  ) throws -> BuiltPyramid {
    try BuiltPyramid(
      source, WorldPixelGrid(zoom: 18).northUp(x: Double(Self.origin.x), y: Double(Self.origin.y)),
      .zooms(minimum, 18, overviews: overviews))
  }

  @Test(
    "They have the average's alpha, and no sample beyond those below", arguments: Drawing.allCases)
  func laws(drawing: Drawing) throws {
    let source = drawing.raster(Self.size)
    let built = try build(source)
    let average = try build(source, .average)
    let deepest = try built.deepest()
    for zoom in built.zooms.dropFirst() {
      let unlike = try UnlikeSamples(
        of: built.plane(zoom), alphaOf: average.plane(zoom), from: deepest, halvings: 18 - zoom)
      #expect(unlike.alpha == 0, "zoom \(zoom)")
      #expect(unlike.range == 0, "zoom \(zoom)")
    }
  }

  @Test("They keep flat areas", arguments: [UInt8(255), 90])
  func flat(alpha: UInt8) throws {
    let color = PixelColor(200, 30, 99, alpha: alpha)
    let built = try build(SyntheticRaster.flat(color, size: Self.size))
    for zoom in built.zooms {
      let others = try built.plane(zoom).count {
        $0.w > 0 && ($0.x, $0.y, $0.z) != (color.red, color.green, color.blue)
      }
      #expect(others == 0)
    }
  }

  @Test(
    "A thin line keeps 40 % of its contrast four zooms up, dark on light and light on dark",
    arguments: [false, true])
  func contrast(isLight: Bool) throws {
    let (ink, paper) =
      isLight
      ? (PixelColor(240, 240, 240), PixelColor(20, 20, 20))
      : (PixelColor(60, 60, 60), PixelColor(250, 248, 240))
    for offset in 0..<16 {
      let source = SyntheticRaster.lines(size: Self.small, ink: ink, paper: paper) { x, y in
        x == 320 + offset || x - y == 100 + offset
      }
      let plane = try build(source, minimum: 14).plane(14)
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
    "Hatching keeps its mean luminance to 15 %, dark and light", arguments: 2...8, [false, true])
  func hatching(period: Int, isLight: Bool) throws {
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
      let built = try build(source)
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
