import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("An image on the grid")
struct AlignedTests {
  private let worldPixels = WorldPixelGrid(zoom: 18)
  private let origin = (x: 256.0 * 140_813, y: 256.0 * 85_135)

  @Test(
    "An image on the grid is copied sample by sample", arguments: Drawing.allCases,
    TileSize.allCases)
  func copied(drawing: Drawing, tileSize: TileSize) throws {
    let source = drawing.raster(PixelSize(width: 801, height: 611))
    let size = source.size
    let worldPixels = WorldPixelGrid(zoom: 17, tileSize: tileSize)
    let (left, top) = (512 * 30_407 + 131, 512 * 22_567 + 7)
    let built = try BuiltPyramid(
      source, worldPixels.northUp(x: Double(left), y: Double(top)),
      .zooms(17, 17, tileSize: tileSize, resampling: .lanczos))
    #expect(built.plan.steps.map(\.access) == [.aligned(column: left, row: top)])
    let samples = source.samples
    var wrong = 0
    try built.deepest().forEach { x, y, sample in
      var expected = Sample(repeating: 0)
      if (0..<size.width).contains(x - left), (0..<size.height).contains(y - top) {
        let offset = 4 * ((y - top) * size.width + x - left)
        // The colour of a transparent sample is nothing.
        if samples[offset + 3] != 0 {
          expected = Sample(
            samples[offset], samples[offset + 1], samples[offset + 2], samples[offset + 3])
        }
      }
      if sample != expected { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(
    "An image that is transparent everywhere is refused, since it has no tiles",
    arguments: ImageGeometry.allCases)
  func colorUnderNothing(geometry: ImageGeometry) throws {
    let size = PixelSize(width: 600, height: 600)
    let source = SyntheticRaster.flat(PixelColor(255, 255, 255, alpha: 0), size: size)
    let georeference = geometry.georeference(in: worldPixels, x: origin.x, y: origin.y, size: size)
    #expect(throws: EmptyPyramidError.self) {
      try BuiltPyramid(source, georeference, .zooms(16, 18))
    }
  }

  @Test(
    "Colour under transparency makes the same bytes as none",
    arguments: OverviewResampling.allCases)
  func colorUnderNothingInPart(overviews: OverviewResampling) throws {
    let size = PixelSize(width: 600, height: 600)
    func hole(_ color: PixelColor) -> SyntheticRaster {
      .lines(size: size, ink: color, paper: PixelColor(9, 200, 90)) { x, y in
        (x - 300) * (x - 300) + (y - 300) * (y - 300) < 60_000
      }
    }
    let georeference = worldPixels.northUp(x: origin.x, y: origin.y)
    let options = PyramidOptions.zooms(15, 18, overviews: overviews)
    let nothing = try BuiltPyramid(hole(PixelColor(0, 0, 0, alpha: 0)), georeference, options)
    let color = try BuiltPyramid(hole(PixelColor(255, 1, 77, alpha: 0)), georeference, options)
    #expect(nothing.tiles == color.tiles)
  }

  @Test("An image of 16 by 16 tiles makes no seventeenth", arguments: [-0.0009, 0, 0.0009])
  func exactTiles(offset: Double) throws {
    let source = Drawing.flat.raster(PixelSize(width: 4096, height: 4096))
    for (dx, dy) in [(offset, 0), (0, offset), (offset, offset), (offset, -offset)] {
      let georeference = worldPixels.northUp(x: origin.x + dx, y: origin.y + dy)
      let plan = try PyramidPlan(for: source, georeference: georeference, options: .zooms(14, 18))
      #expect(plan.steps.map(\.access) == [.aligned(column: Int(origin.x), row: Int(origin.y))])
      #expect(plan.deepest.range.x == 140_813..<140_829)
      #expect(plan.deepest.range.y == 85_135..<85_151)
      let built = try BuiltPyramid(source, plan: plan)
      #expect(built.tiles.keys.count { $0.zoom == 18 } == 256)
    }
  }

  @Test(
    "An image is resampled when it is off the grid by a hundredth of a sample",
    arguments: [-0.01, 0.01])
  func offGrid(offset: Double) throws {
    let source = Drawing.flat.raster(PixelSize(width: 512, height: 512))
    for (dx, dy) in [(offset, 0), (0, offset)] {
      let plan = try PyramidPlan(
        for: source, georeference: worldPixels.northUp(x: origin.x + dx, y: origin.y + dy),
        options: .zooms(18, 18))
      #expect(plan.steps.map(\.access) == [.streamed])
    }
    // The far corner alone is off: the samples are too large by as much.
    let stretched = try PyramidPlan(
      for: source, georeference: worldPixels.northUp(x: origin.x, y: origin.y, scale: 512 / 512.01),
      options: .zooms(18, 18))
    #expect(stretched.steps.map(\.access) == [.streamed])
  }

  @Test(
    "An image whose edge is a tile's edge has tiles on one side of it only",
    arguments: TileSize.allCases)
  func tileEdges(tileSize: TileSize) throws {
    let side = tileSize.rawValue
    for zoom in [3, 12, 18, 22, 30] {
      let worldPixels = WorldPixelGrid(zoom: zoom, tileSize: tileSize)
      let (x, y) = ((1 << zoom) / 3, (1 << zoom) / 5)
      let source = Drawing.flat.raster(PixelSize(width: 2 * side, height: side))
      let plan = try PyramidPlan(
        for: source,
        georeference: worldPixels.northUp(x: Double(x * side), y: Double(y * side)),
        options: .zooms(max(0, zoom - 2), zoom, tileSize: tileSize))
      #expect(plan.deepest.range == TileRange(zoom: zoom, x: x..<x + 2, y: y..<y + 1))
      #expect(plan.steps.map(\.access) == [.aligned(column: x * side, row: y * side)])
    }
  }
}
