import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("A tile alone")
struct TileIndependenceTests {
  /// Every tile of a plan, rendered alone, against the same tile of the whole build.
  private func checkEveryTile(
    _ source: SyntheticRaster, _ georeference: Georeference, _ options: PyramidOptions,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let whole = try BuiltPyramid(source, georeference, options)
    #expect(!whole.tiles.isEmpty, sourceLocation: sourceLocation)
    for level in whole.plan.levels {
      for tile in level.range {
        let plan = try #require(whole.plan.restricted(to: tile))
        let alone = try BuiltPyramid(source, plan: plan, threads: 1)
        #expect(alone.tiles[tile] == whole.tiles[tile], "\(tile)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test(
    "A tile alone is the same as in the whole build", arguments: ImageGeometry.allCases,
    Resampling.allCases)
  func sameForEveryKernel(geometry: ImageGeometry, resampling: Resampling) throws {
    let size = PixelSize(width: 610, height: 470)
    let source = Drawing.noiseWithAlpha.raster(size)
    let georeference = geometry.georeference(size: size)
    try checkEveryTile(source, georeference, .zooms(15, 17, resampling: resampling))
  }

  @Test(
    "A tile alone is the same when the image is reduced",
    arguments: ImageGeometry.allCases.filter { $0 != .aligned },
    [Resampling.cubic, .average, .nearest])
  func sameWhenReduced(geometry: ImageGeometry, resampling: Resampling) throws {
    let size = PixelSize(width: 1900, height: 1400)
    let source = Drawing.noise.raster(size)
    for halvings in [3, 5] {
      let scale = Double(1 << halvings)
      // The points are so near the edges of tiles that they are in several at either scale.
      let georeference = geometry.georeference(
        in: WorldPixelGrid(zoom: 17), x: 256 * 70_407 + 230, y: 256 * 42_567 + 236, size: size,
        scale: scale)
      try checkEveryTile(source, georeference, .zooms(15, 17, resampling: resampling))
    }
  }

  @Test(
    "A tile alone is the same for every kind of overview", arguments: OverviewResampling.allCases,
    [ImageGeometry.aligned, .streamedMercator, .perspective])
  func sameForEveryOverview(overviews: OverviewResampling, geometry: ImageGeometry) throws {
    let size = PixelSize(width: 700, height: 520)
    let source = Drawing.linesOnNothing.raster(size)
    let georeference = geometry.georeference(size: size)
    try checkEveryTile(source, georeference, .zooms(13, 17, overviews: overviews))
  }

  @Test("A tile is not in the plan for it alone when it is not in the whole plan")
  func strangers() throws {
    let source = Drawing.flat.raster(PixelSize(width: 300, height: 300))
    let plan = try PyramidPlan(
      for: source, georeference: WorldPixelGrid(zoom: 9).northUp(x: 2560, y: 2560),
      options: .zooms(7, 9))
    let inside = try #require(TileCoordinate(zoom: 9, x: 10, y: 10))
    let beside = try #require(TileCoordinate(zoom: 9, x: 12, y: 10))
    let below = try #require(TileCoordinate(zoom: 10, x: 20, y: 20))
    #expect(plan.restricted(to: inside) != nil)
    #expect(plan.restricted(to: beside) == nil)
    #expect(plan.restricted(to: below) == nil)
  }

  @Test(
    "A tile of 512 is four of 256 a level deeper", arguments: ImageGeometry.allCases,
    Resampling.allCases)
  func noSeams(geometry: ImageGeometry, resampling: Resampling) throws {
    let size = PixelSize(width: 900, height: 700)
    let source = Drawing.noiseWithAlpha.raster(size)
    let georeference = geometry.georeference(
      in: WorldPixelGrid(zoom: 17), x: 512 * 35_203 + 130, y: 512 * 21_283 + 200, size: size)
    let small = try BuiltPyramid(source, georeference, .zooms(17, 17, resampling: resampling))
    let large = try BuiltPyramid(
      source, georeference, .zooms(16, 16, tileSize: .large, resampling: resampling))
    let (one, four) = (try large.deepest(), try small.deepest())
    #expect(four.columns.clamped(to: one.columns) == four.columns)
    var differing = 0
    one.forEach { x, y, sample in if sample != four[x, y] { differing += 1 } }
    #expect(differing == 0)
  }
}
