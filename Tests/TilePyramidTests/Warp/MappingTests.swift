import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

/// An image in a system of PROJ.
struct SystemImage: CustomTestStringConvertible, Sendable {
  var system: String
  /// The outer corner of the first sample.
  var origin: (x: Double, y: Double)
  /// The size of a sample.
  var step: (x: Double, y: Double)
  var rotation = 0.0
  var size = PixelSize(width: 600, height: 400)

  var testDescription: String { "\(system), \(step.x) by \(step.y)" }

  var source: SyntheticRaster { SyntheticRaster.flat(PixelColor(200, 10, 40), size: size) }

  func georeference() throws -> Georeference {
    let (sine, cosine) = (sin(rotation * .pi / 180), cos(rotation * .pi / 180))
    return try Georeference(
      crs: CoordinateReferenceSystem(parsing: system),
      pixelToCRS: .affine(
        AffineTransform(
          originX: origin.x, originY: origin.y, columnX: step.x * cosine, columnY: -step.x * sine,
          rowX: -step.y * sine, rowY: -step.y * cosine))
    ).normalised(size: size, location: system)
  }

  func plan(_ options: PyramidOptions = PyramidOptions()) throws -> PyramidPlan {
    try PyramidPlan(for: source, georeference: georeference(), options: options)
  }

  /// The numbers of projected positions and of tiles.
  func projections(_ options: PyramidOptions = PyramidOptions()) throws -> (
    count: Int, tiles: Int
  ) {
    let folder = try TemporaryDirectory()
    let scratch = ScratchDirectory(path: folder.path)
    let plan = try plan(options)
    let copy = try ScratchCopy(
      of: source.makeRowReader(scratch: scratch), step: plan.steps[0], directory: scratch,
      cacheBytes: 64 << 20
    ) { _ in }
    try copy.runAlone()
    let warper = TileWarper(step: plan.steps[0], source: copy.raster, clipMask: nil) { false }
    let samples = UnsafeMutablePointer<UInt8>.allocate(
      capacity: 4 * plan.options.tileSize.rawValue * plan.options.tileSize.rawValue)
    defer { samples.deallocate() }
    for tile in plan.deepest.range { _ = try warper.render(x: tile.x, y: tile.y, into: samples) }
    return (warper.projectionCount, plan.deepest.range.count)
  }
}

@Suite("The mapping by which a nonlinear image is warped")
struct MappingTests {
  static let zone = SystemImage(system: "EPSG:32633", origin: (450_000, 5_300_000), step: (2, 2))
  static let rotated = SystemImage(
    system: "EPSG:2154", origin: (650_000, 6_860_000), step: (0.5, 0.5), rotation: 17)
  static let continent = SystemImage(
    system: "EPSG:3413", origin: (-600_000, -900_000), step: (1500, 1500))
  static let tall = SystemImage(
    system: "+proj=laea +lat_0=52 +lon_0=10", origin: (-1_000_000, 1_500_000),
    step: (500, 66_500), size: PixelSize(width: 400, height: 4))
  static let wide = SystemImage(
    system: "+proj=laea +lat_0=52 +lon_0=10", origin: (-1_000_000, 1_000_000),
    step: (66_500, 500), rotation: 9, size: PixelSize(width: 4, height: 300))

  @Test(
    "The warp mapping deviates by at most an eighth of a source and a twentieth of a result sample",
    arguments: [zone, rotated, continent, tall, wide])
  func accuracy(geometry: SystemImage) throws {
    let error = try MappingError(of: geometry.plan().steps[0])
    #expect(error.sampleCount > 1000)
    // The bound is checked at five places of a block; between them a little more is possible.
    #expect(max(error.source.x, error.source.y) <= 0.125 * 1.1, "\(error)")
    #expect(max(error.result.x, error.result.y) <= 0.05 * 1.1, "\(error)")
  }

  @Test("The warp mapping uses the corners and edges of blocks once", arguments: [zone, rotated])
  func sharing(geometry: SystemImage) throws {
    let (count, tiles) = try geometry.projections()
    // 5 × 5 corners, 16 middles and 40 middles of edges; each block by itself has nine positions.
    #expect(count <= 81 * tiles, "\(count) for \(tiles) tiles")
  }

  @Test("The warp mapping needs no more positions for samples that are not square")
  func ratio() throws {
    // The same area, with the same size of the finer axis and so the same zoom.
    let tall = try Self.tall.projections()
    var square = Self.tall
    square.step.y = square.step.x
    square.size.height = 532
    let (count, tiles) = try square.projections()
    #expect(tall.tiles == tiles)
    #expect(Double(tall.count) <= 1.1 * Double(count), "\(tall.count) and \(count)")
  }

  @Test("The warp mapping projects no position of a tile twice in an interrupted projection")
  func interruption() throws {
    // The lobes of the homolosine projection part at 40 degrees west.
    let geometry = SystemImage(
      system: "+proj=igh", origin: (-6_000_000, 1_500_000), step: (9000, 9000))
    let (count, tiles) = try geometry.projections()
    #expect(count <= 257 * 257 * tiles)
    // Only along the cut are samples mapped one by one.
    #expect(count < 257 * 257 * tiles / 4, "\(count) for \(tiles) tiles")
  }

  @Test(
    "The warp mapping samples few positions of areas that have none and leaves them transparent")
  func empty() throws {
    // The hemisphere ends within the image.
    let geometry = SystemImage(
      system: "+proj=ortho +lat_0=0 +lon_0=0", origin: (-6_000_000, 3_000_000),
      step: (20_000, 15_000))
    let options = PyramidOptions.zooms(4, 4)
    let (count, tiles) = try geometry.projections(options)
    // Towards the rim, where what a sample spans vanishes, blocks are divided down to their samples.
    #expect(count < 257 * 257 * tiles / 4, "\(count) for \(tiles) tiles")
    let built = try BuiltPyramid(geometry.source, plan: try geometry.plan(options), threads: 1)
    #expect(!built.tiles.isEmpty)
  }

  @Test("No warp mapping is made for an area that mostly has no position in the image's system")
  func refusal() throws {
    // Krovak's projection is used with negative coordinates.
    let geometry = SystemImage(system: "EPSG:5514", origin: (500_000, 5_000_000), step: (10, 10))
    #expect {
      try geometry.plan()
    } throws: { error in
      // No position in a system for so many per cent of the area.
      guard let found = (error as? FailureReport)?.report.found,
        let percent = found.split(separator: " ").compactMap({ Int($0) }).last
      else { return false }
      return found.contains("no position") && found.contains("Krovak") && percent > 50
    }
    let home = SystemImage(system: "EPSG:5514", origin: (-600_000, -1_100_000), step: (10, 10))
    #expect(try home.plan().tileCount > 0)
  }

  @Test("Making the warp mapping can be cancelled before every position")
  func cancellation() throws {
    let geometry = Self.rotated
    let plan = try geometry.plan()
    let (count, _) = try geometry.projections()
    let asked = Guarded(0)
    for limit in [0, 1, count / 2, count] {
      asked.withLock { $0 = 0 }
      let folder = try TemporaryDirectory()
      let builder = PyramidBuilder(
        source: geometry.source, plan: plan, effort: .fast,
        resources: BuildResources(in: folder, threads: 1))
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
