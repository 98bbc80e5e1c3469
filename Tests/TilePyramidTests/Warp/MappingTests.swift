import Foundation
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

@Suite("The map by which a bent image is resampled")
struct MappingTests {
  /// An image in a system of PROJ.
  struct Lie: CustomTestStringConvertible, Sendable {
    var system: String
    /// The outer corner of the first sample.
    var origin: (x: Double, y: Double)
    /// The size of a sample.
    var step: (x: Double, y: Double)
    var turn = 0.0
    var size = PixelSize(width: 600, height: 400)

    var testDescription: String { "\(system), \(step.x) by \(step.y)" }

    var source: SyntheticRaster { SyntheticRaster.flat(PixelColor(200, 10, 40), size: size) }

    func georeference() throws -> Georeference {
      let (sine, cosine) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
      return try Georeference(
        crs: CoordinateReferenceSystem(parsing: system),
        pixelToCRS: .affine(
          AffineTransform(
            originX: origin.x, originY: origin.y, columnX: step.x * cosine, columnY: -step.x * sine,
            rowX: -step.y * sine, rowY: -step.y * cosine))
      ).settled(size: size, place: system)
    }

    func plan(_ options: PyramidOptions = PyramidOptions()) throws -> PyramidPlan {
      try PyramidPlan(for: source, georeference: georeference(), options: options)
    }

    /// How many positions were projected, and for how many tiles.
    func projections(_ options: PyramidOptions = PyramidOptions()) throws -> (
      count: Int, tiles: Int
    ) {
      let folder = try TemporaryDirectory()
      let scratch = ScratchDirectory(path: folder.path)
      let plan = try plan(options)
      let copy = try ScratchCopy.make(
        of: source.makeRowReader(scratch: scratch), step: plan.steps[0], directory: scratch,
        cacheBytes: 64 << 20
      ) { _ in }
      let warper = TileWarper(step: plan.steps[0], source: copy, clipMask: nil) { false }
      let samples = UnsafeMutablePointer<UInt8>.allocate(
        capacity: 4 * plan.options.tileSize.rawValue * plan.options.tileSize.rawValue)
      defer { samples.deallocate() }
      for tile in plan.deepest.range { _ = try warper.render(x: tile.x, y: tile.y, into: samples) }
      return (warper.projectionCount, plan.deepest.range.count)
    }
  }

  static let zone = Lie(system: "EPSG:32633", origin: (450_000, 5_300_000), step: (2, 2))
  static let turned = Lie(
    system: "EPSG:2154", origin: (650_000, 6_860_000), step: (0.5, 0.5), turn: 17)
  static let continent = Lie(
    system: "EPSG:3413", origin: (-600_000, -900_000), step: (1500, 1500))
  static let tall = Lie(
    system: "+proj=laea +lat_0=52 +lon_0=10", origin: (-1_000_000, 1_500_000),
    step: (500, 66_500), size: PixelSize(width: 400, height: 4))
  static let wide = Lie(
    system: "+proj=laea +lat_0=52 +lon_0=10", origin: (-1_000_000, 1_000_000),
    step: (66_500, 500), turn: 9, size: PixelSize(width: 4, height: 300))

  @Test(
    "strays from the exact one by at most an eighth of a source sample and a twentieth of a result's",
    arguments: [zone, turned, continent, tall, wide])
  func accuracy(lie: Lie) throws {
    let error = try MappingError(of: lie.plan().steps[0])
    #expect(error.sampleCount > 1000)
    // The bound is checked at five places of a block; between them a little more is possible.
    #expect(max(error.source.x, error.source.y) <= 0.125 * 1.1, "\(error)")
    #expect(max(error.result.x, error.result.y) <= 0.05 * 1.1, "\(error)")
  }

  @Test("shares the corners and edges of blocks", arguments: [zone, turned])
  func sharing(lie: Lie) throws {
    let (count, tiles) = try lie.projections()
    // 5 × 5 corners, 16 middles and 40 middles of edges; each block by itself has nine positions.
    #expect(count <= 81 * tiles, "\(count) for \(tiles) tiles")
  }

  @Test("needs no more positions for samples that are not square")
  func ratio() throws {
    // The same ground, with the same size of the finer axis and so the same zoom.
    let tall = try Self.tall.projections()
    var square = Self.tall
    square.step.y = square.step.x
    square.size.height = 532
    let (count, tiles) = try square.projections()
    #expect(tall.tiles == tiles)
    #expect(Double(tall.count) <= 1.1 * Double(count), "\(tall.count) and \(count)")
  }

  @Test("projects no position of a tile twice where a projection is cut open")
  func interruption() throws {
    // The lobes of the homolosine projection part at 40 degrees west.
    let lie = Lie(system: "+proj=igh", origin: (-6_000_000, 1_500_000), step: (9000, 9000))
    let (count, tiles) = try lie.projections()
    #expect(count <= 257 * 257 * tiles)
    // Only along the cut are samples mapped one by one.
    #expect(count < 257 * 257 * tiles / 4, "\(count) for \(tiles) tiles")
  }

  @Test("looks at few positions of ground that has none, and leaves it transparent")
  func empty() throws {
    // The hemisphere ends within the image.
    let lie = Lie(
      system: "+proj=ortho +lat_0=0 +lon_0=0", origin: (-6_000_000, 3_000_000),
      step: (20_000, 15_000))
    let options = PyramidOptions.zooms(4, 4)
    let (count, tiles) = try lie.projections(options)
    // Towards the rim, where what a sample spans vanishes, blocks are divided down to their samples.
    #expect(count < 257 * 257 * tiles / 4, "\(count) for \(tiles) tiles")
    let built = try BuiltPyramid(lie.source, plan: try lie.plan(options), threads: 1)
    #expect(!built.tiles.isEmpty)
  }

  @Test("is made for no ground that mostly has no position in the image's system")
  func refusal() throws {
    // Krovak's projection is used with negative coordinates.
    let lie = Lie(system: "EPSG:5514", origin: (500_000, 5_000_000), step: (10, 10))
    #expect {
      try lie.plan()
    } throws: { error in
      guard case .groundWithoutPosition(_, let system, let share) = error as? PlanningError else {
        return false
      }
      return system.contains("Krovak") && share > 0.5
    }
    let home = Lie(system: "EPSG:5514", origin: (-600_000, -1_100_000), step: (10, 10))
    #expect(try home.plan().tileCount > 0)
  }

  @Test("can be cancelled before every position")
  func cancellation() throws {
    let lie = Self.turned
    let plan = try lie.plan()
    let (count, _) = try lie.projections()
    let asked = Guarded(0)
    for limit in [0, 1, count / 2, count] {
      asked.withLock { $0 = 0 }
      let folder = try TemporaryDirectory()
      let builder = PyramidBuilder(
        source: lie.source, plan: plan, effort: .fast,
        resources: BuildResources(threads: 1, scratch: ScratchDirectory(path: folder.path)))
      #expect(throws: CancellationError.self) {
        try builder.build(
          into: MemoryTileWriter(),
          isCancelled: {
            asked.withLock {
              $0 += 1
              return $0 > limit
            }
          })
      }
    }
  }
}
