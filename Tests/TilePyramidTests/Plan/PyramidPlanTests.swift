import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("A plan")
struct PyramidPlanTests {
  private static let size = PixelSize(width: 1000, height: 600)
  private let source = Drawing.flat.raster(Self.size)

  private func plan(
    _ georeference: Georeference, _ options: PyramidOptions = PyramidOptions()
  ) throws(FailureReport) -> PyramidPlan {
    try PyramidPlan(for: source, georeference: georeference, options: options)
  }

  @Test(
    "A plan chooses the first zoom that loses nothing, within 5 %",
    arguments: [
      (1.0, 17, 17, 17), (1.049, 17, 17, 17), (1.051, 18, 17, 17), (1.41, 18, 17, 17),
      (1.42, 18, 18, 17), (1.9, 18, 18, 17), (1.91, 18, 18, 18), (2.0, 18, 18, 18),
      (0.96, 17, 17, 17), (0.953, 17, 17, 17), (0.95, 17, 17, 16),
    ])
  func automaticZoom(scale: Double, up: Int, nearest: Int, down: Int) throws {
    for (rounding, expected) in [(ZoomRounding.up, up), (.nearest, nearest), (.down, down)] {
      var options = PyramidOptions()
      options.zoomRounding = rounding
      let georeference = WorldPixelGrid(zoom: 17).northUp(
        x: 9_000_001.5, y: 8_000_001.5, scale: scale)
      #expect(try plan(georeference, options).deepest.zoom == expected)
      // A tile of 512 is one level up.
      options.tileSize = .large
      #expect(try plan(georeference, options).deepest.zoom == expected - 1)
    }
  }

  @Test("A plan chooses the zoom by the finest part of a nonlinear image")
  func automaticZoomOfNonlinear() throws {
    let worldPixels = WorldPixelGrid(zoom: 17)
    // Half as fine at the far corner: the near corner decides.
    let nonlinear = worldPixels.perspective(
      x: 9_000_000, y: 8_000_000, degrees: 5, size: Self.size, ratio: 1.5)
    #expect(try plan(nonlinear).deepest.zoom >= 17)
    #expect(try plan(worldPixels.geographic(x: 9_000_000, y: 8_000_000)).deepest.zoom == 17)
  }

  @Test(
    "A plan begins where the image is at most one tile, wherever grid lines fall",
    arguments: [
      (256.0, 17), (257, 16), (512, 16), (513, 15), (1024, 15), (1025, 14), (100, 17),
    ])
  func automaticMinimum(width: Double, expected: Int) throws {
    for x in [0.0, 128, 255] {
      // At the deepest zoom 17 the image is `width` samples wide and less high.
      let georeference = WorldPixelGrid(zoom: 17).northUp(
        x: 256 * 70_000 + x, y: 256 * 42_000 + x, scale: 1000 / width)
      var options = PyramidOptions()
      options.maximumZoom = 17
      #expect(try plan(georeference, options).levels[0].zoom == expected)
    }
  }

  @Test("A plan refuses what cannot be built")
  func refusals() throws {
    let here = WorldPixelGrid(zoom: 17).northUp(x: 9_000_000, y: 8_000_000)
    #expect(throws: FailureReport.zoomsReversed(minimum: 12, maximum: 10)) {
      try plan(here, .zooms(12, 10))
    }
    #expect(throws: FailureReport.zoomOutOfRange(31)) { try plan(here, .zooms(3, 31)) }
    #expect(throws: FailureReport.zoomOutOfRange(-1)) { try plan(here, .zooms(-1, 3)) }
    var options = PyramidOptions.zooms(17, 17)
    options.maximumTileCount = 14
    let count = try plan(here, .zooms(17, 17)).tileCount
    #expect(throws: FailureReport.tooManyTiles(count: count, limit: 14, deepestZoom: 17)) {
      options.maximumTileCount = 14
      return try plan(here, options)
    }
    options.maximumTileCount = count
    #expect(throws: Never.self) { try plan(here, options) }
    #expect(throws: FailureReport.vanishes(path: source.path, zoom: 0)) {
      // A fraction of a thousandth of a sample wide, wherever in a tile.
      try plan(
        WorldPixelGrid(zoom: 30).northUp(
          x: Double(128 << 30) - 1, y: Double(128 << 30) - 1, scale: 1000),
        .zooms(0, 0))
    }
  }

  @Test("A plan of a small image far above its resolution still has its tile")
  func tinyOnScreen() throws {
    let georeference = WorldPixelGrid(zoom: 22).northUp(
      x: 256 * 2_000_000 + 77, y: 256 * 900_000 + 88)
    let built = try BuiltPyramid(source, georeference, .zooms(12, 12))
    #expect(built.plan.tileCount == 1)
    #expect(built.tiles.count == 1)
  }

  @Test("A plan is clipped to the square of Web Mercator and refuses an image beyond it")
  func outside() throws {
    func degrees(_ west: Double, _ north: Double, _ step: Double) -> Georeference {
      Georeference(
        crs: .geographic,
        pixelToCRS: .affine(
          AffineTransform.northUp(west, north, step: step)))
    }
    #expect(throws: FailureReport.outsideWebMercator(path: source.path)) {
      try plan(degrees(10, 89.99, 0.001))
    }
    #expect(throws: FailureReport.spansBothMeridians(path: source.path)) {
      try plan(degrees(-20, 10, 0.345))
    }
    // From beyond the northern edge to inside.
    let cut = try BuiltPyramid(source, degrees(10, 85.3, 0.001), .zooms(9, 11))
    #expect(cut.plan.deepest.range.y.lowerBound == 0)
    #expect(try cut.deepest().samples.contains { $0.w == 255 })
    let top = try cut.deepest()
    #expect(top[(top.columns.lowerBound + top.columns.upperBound) / 2, 0].w == 255)
  }

  @Test(
    "A plan that keeps empty tiles has every tile of its ranges, another no transparent one",
    arguments: ImageGeometry.allCases)
  func emptyTiles(geometry: ImageGeometry) throws {
    let size = PixelSize(width: 1500, height: 1200)
    let source = SyntheticRaster.lines(
      size: size, ink: PixelColor(9, 8, 7, alpha: 0), paper: PixelColor(1, 200, 3)
    ) { x, y in x > 400 && y > 300 && x + y < 2500 }
    let georeference = geometry.georeference(size: size)
    let all = try BuiltPyramid(source, georeference, .zooms(13, 17, keepsEmptyTiles: true))
    let shown = try BuiltPyramid(source, georeference, .zooms(13, 17))
    #expect(Set(all.tiles.keys) == Set(all.plan.levels.map(\.range).joined()))
    for (tile, bytes) in all.tiles {
      let image = try Plane(
        TileRange(zoom: tile.zoom, x: tile.x..<tile.x + 1, y: tile.y..<tile.y + 1),
        tileSize: 256, tiles: [tile: bytes])
      let isVisible = image.samples.contains { $0.w > 0 }
      #expect(shown.tiles[tile] == (isVisible ? bytes : nil), "\(tile)")
    }
    #expect(shown.tiles.count < all.tiles.count)
  }

  @Test(
    "A plan lets a row of tiles wait where memory allows, and one on one thread",
    arguments: TileSize.allCases)
  func queue(tileSize: TileSize) throws {
    let size = PixelSize(width: 40 * 256, height: 256)
    let georeference = ImageGeometry.aligned.georeference(
      in: WorldPixelGrid(zoom: 17, tileSize: tileSize), x: 2_000_000, y: 3_000_000, size: size)
    let plan = try PyramidPlan(
      for: Drawing.flat.raster(size), georeference: georeference,
      options: .zooms(16, 17, tileSize: tileSize))
    func budget(threads: Int, limit: Int) -> MemoryBudget {
      MemoryBudget(
        step: plan.steps[0], encoding: PyramidEncoding(.png, effort: .fast),
        resources: BuildResources(
          threads: threads, memoryLimit: limit, scratch: ScratchDirectory(path: ".")))
    }
    let columns = plan.deepest.range.x.count
    let roomy = budget(threads: 2, limit: 4 << 30)
    #expect(roomy.queueLength == columns && columns > 16)
    #expect(budget(threads: 1, limit: 4 << 30).queueLength == 1)
    // The least memory of the build leaves nothing for a longer queue, and a tile more one for it.
    let tile = 4 * tileSize.rawValue * tileSize.rawValue
    let least = budget(threads: 2, limit: 0).total
    #expect(budget(threads: 2, limit: least).queueLength == 16)
    let longer = budget(threads: 2, limit: least + tile)
    #expect(longer.queueLength == 17 && longer.total == least + tile)
    // The queue is a part of the whole.
    #expect(roomy.total == least + (columns - 16) * tile)
  }

  @Test(
    "A plan needs memory by the image's width, not its height", arguments: ImageGeometry.allCases,
    TileSize.allCases)
  func memory(geometry: ImageGeometry, tileSize: TileSize) throws {
    func needed(width: Int, height: Int) throws -> Int {
      let size = PixelSize(width: width, height: height)
      let source = Drawing.flat.raster(size)
      let georeference = geometry.georeference(
        in: WorldPixelGrid(zoom: 17, tileSize: tileSize), x: 2_000_000, y: 3_000_000, size: size)
      let plan = try PyramidPlan(
        for: source, georeference: georeference, options: .zooms(11, 17, tileSize: tileSize))
      return PyramidBuilder(
        source: source, plan: plan, effort: .balanced,
        resources: BuildResources(threads: 4, scratch: ScratchDirectory(path: "."))
      ).memoryNeeded
    }
    let once = try needed(width: 8192, height: 8192)
    let twice = try needed(width: 8192, height: 16384)
    let wide = try needed(width: 16384, height: 8192)
    switch geometry {
    case .aligned, .streamedMercator: #expect(twice == once)
    // Degrees are finest at the equator, to which the taller image comes nearer.
    case .streamedDegrees: #expect(Double(twice) < 1.1 * Double(once))
    // A rotated image's height is a part of its width on the map.
    case .rotated, .perspective: #expect(Double(twice) < 1.8 * Double(once))
    }
    #expect(wide < 2 * once + 1 << 20)
    #expect(wide > once)
  }
}
