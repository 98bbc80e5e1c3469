import Georeferencing
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("Average overviews")
struct OverviewExactnessTests {
  @Test(
    "Average overviews are the exact premultiplied mean of the deepest level",
    arguments: Drawing.allCases)
  func exactMean(drawing: Drawing) throws {
    // Seven by five tiles from an odd column and row to an odd one.
    let size = PixelSize(width: 1611, height: 1102)
    let worldPixels = WorldPixelGrid(zoom: 18)
    let origin = (x: 256.0 * 140_813 + 91, y: 256.0 * 85_135 + 77)
    try check(
      drawing, size: size, georeference: worldPixels.northUp(x: origin.x, y: origin.y),
      options: .zooms(12, 18))
  }

  @Test(
    "Average overviews are exact in tiles of 512",
    arguments: [Drawing.noise, .noiseWithAlpha, .hatch3, .floorPlan])
  func exactMeanOfLargeTiles(drawing: Drawing) throws {
    let size = PixelSize(width: 1500, height: 1200)
    let worldPixels = WorldPixelGrid(zoom: 17, tileSize: .large)
    try check(
      drawing, size: size,
      georeference: worldPixels.northUp(x: 512 * 70_407 + 300, y: 512 * 42_567 + 13),
      options: .zooms(12, 17, tileSize: .large))
  }

  @Test(
    "Average overviews are exact wherever the deepest range begins and ends",
    arguments: [(0, 0), (1, 0), (0, 1), (1, 1), (2, 3), (3, 2)], [(1, 1), (2, 1), (1, 2), (3, 2)])
  func exactMeanAtAnyRange(origin: (Int, Int), count: (Int, Int)) throws {
    let size = PixelSize(width: 256 * count.0 - 3, height: 256 * count.1 - 5)
    let worldPixels = WorldPixelGrid(zoom: 9)
    let georeference = worldPixels.northUp(
      x: Double(256 * (200 + origin.0) + 1), y: Double(256 * (300 + origin.1) + 2))
    try check(.noiseWithAlpha, size: size, georeference: georeference, options: .zooms(3, 9))
  }

  @Test("Average overviews are exact many zooms above rows of which several make one")
  func exactMeanOfManyZooms() throws {
    // A tile ten zooms above ends in the middle of these rows.
    let size = PixelSize(width: 300, height: 1400)
    let worldPixels = WorldPixelGrid(zoom: 18)
    try check(
      .noise, size: size,
      georeference: worldPixels.northUp(x: 256 * 140_813 + 91, y: 256 * 1024 * 83 - 700),
      options: .zooms(6, 18))
  }

  @Test(
    "Average overviews are exact above a rotated image", arguments: [Drawing.noise, .floorPlan])
  func exactMeanOfRotated(drawing: Drawing) throws {
    let size = PixelSize(width: 1300, height: 975)
    let worldPixels = WorldPixelGrid(zoom: 18)
    try check(
      drawing, size: size,
      georeference: worldPixels.rotated(x: 256 * 140_813 + 900, y: 256 * 85_135 + 77, degrees: 31),
      options: .zooms(13, 18))
  }

  private func check(
    _ drawing: Drawing, size: PixelSize, georeference: Georeference, options: PyramidOptions
  ) throws {
    let built = try BuiltPyramid(drawing.raster(size), georeference, options)
    let deepest = try built.deepest()
    for zoom in built.zooms.dropFirst() {
      let deviation = OverviewDeviation(
        of: try built.plane(zoom), from: deepest, halvings: built.plan.deepest.zoom - zoom)
      let label: Comment = "zoom \(zoom): \(String(describing: deviation))"
      // Half a level is what rounding to the nearest costs; the rest is what the fixed point
      // between levels, a 256th of a level, and single precision may add.
      #expect(deviation.alpha <= 0.5 + 1.0 / 128, label)
      #expect(deviation.color <= 0.5 + 1.0 / 128, label)
      // If many exact means are the same number, as over hatching, each is rounded to the same
      // nearest level and the mean error is that of one; halves go up and down alike.
      if deviation.ties > 10_000 {
        let fraction = Double(deviation.tiesUp) / Double(deviation.ties)
        #expect(abs(fraction - 0.5) < 0.05, label)
      }
      guard drawing.isDiverse else { continue }
      // The mean of n independent rounding errors itself strays by 0.29 / √n; four times that is
      // allowed on top, for the few samples of the shallow levels.
      let slack = 4 * 0.29 / Double(max(deviation.count, 1)).squareRoot()
      for error in deviation.mean { #expect(abs(error) < 0.05 + slack, label) }
    }
  }
}
