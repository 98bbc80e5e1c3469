import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// A pyramid built into memory.
struct BuiltPyramid {
  let plan: PyramidPlan
  let tiles: [TileCoordinate: [UInt8]]
  let order: [TileCoordinate]
  let record: PyramidRecord

  /// Builds a plan.
  init(
    _ source: any RasterSource, plan: PyramidPlan, threads: Int = 2,
    encoding: PyramidEncoding = PyramidEncoding(.png, effort: .fast)
  ) throws {
    let folder = try TemporaryDirectory()
    let writer = MemoryTileWriter()
    let builder = PyramidBuilder(
      source: source, plan: plan, encoding: encoding,
      resources: BuildResources(in: folder, threads: threads))
    record = try builder.build(into: writer)
    #expect(writer.violations == 0, "tiles are written once, one at a time")
    self.plan = plan
    tiles = writer.tiles
    order = writer.order
  }

  /// Plans and builds.
  init(
    _ source: any RasterSource, _ georeference: Georeference, _ options: PyramidOptions,
    threads: Int = 2
  ) throws {
    let plan = try PyramidPlan(for: source, georeference: georeference, options: options)
    try self.init(source, plan: plan, threads: threads)
  }

  /// Makes a plan again over the tiles of an earlier build.
  static func update(
    _ source: any RasterSource, _ plan: PyramidPlan, from store: MemoryTileStore?, threads: Int = 2,
    encoding: PyramidEncoding = PyramidEncoding(.png, effort: .fast)
  ) throws -> (tiles: [TileCoordinate: [UInt8]], changes: TileChanges) {
    let folder = try TemporaryDirectory()
    var builder = PyramidBuilder(
      source: source, plan: plan, encoding: encoding,
      resources: BuildResources(in: folder, threads: threads))
    let earlier = EarlierTiles(store, path: "tiles")
    builder.earlier = earlier
    let made = MemoryTileStore()
    let record = try builder.build(into: made)
    return (made.tiles, try earlier.changes(to: record.coverage))
  }

  /// The zooms, deepest first.
  var zooms: [Int] { plan.levels.map(\.zoom).reversed() }

  /// The stitched samples of a level.
  func plane(_ zoom: Int) throws -> Plane {
    guard let level = plan.levels.first(where: { $0.zoom == zoom }) else {
      return Plane(columns: 0..<0, rows: 0..<0)
    }
    return try Plane(level.range, tileSize: plan.options.tileSize.rawValue, tiles: tiles)
  }

  /// The stitched samples of the deepest level.
  func deepest() throws -> Plane { try plane(plan.deepest.zoom) }
}

extension PyramidOptions {
  /// Options with the zooms and what else differs from the defaults.
  static func zooms(
    _ minimum: Int?, _ maximum: Int?, tileSize: TileSize = .standard,
    resampling: Resampling = .cubic, overviews: OverviewResampling = .average,
    keepsEmptyTiles: Bool = false, isRetina: Bool = false
  ) -> PyramidOptions {
    var options = PyramidOptions()
    options.minimumZoom = minimum
    options.maximumZoom = maximum
    options.tileSize = tileSize
    options.resampling = resampling
    options.overviewResampling = overviews
    options.keepsEmptyTiles = keepsEmptyTiles
    options.makesRetinaTiles = isRetina
    return options
  }
}
