import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Output")
struct DeterminismTests {
  private static let size = PixelSize(width: 1100, height: 800)

  private func plan(_ geometry: ImageGeometry, _ source: SyntheticRaster) throws -> PyramidPlan {
    let georeference = geometry.georeference(
      in: WorldPixelGrid(zoom: 17), x: 256 * 70_407 + 130, y: 256 * 42_567 + 200, size: Self.size)
    return try PyramidPlan(for: source, georeference: georeference, options: .zooms(12, 17))
  }

  private func build(
    _ source: SyntheticRaster, _ plan: PyramidPlan, into writer: some TileWriter, threads: Int
  ) throws -> PyramidRecord {
    let folder = try TemporaryDirectory()
    let builder = PyramidBuilder(
      source: source, plan: plan, effort: .balanced,
      resources: BuildResources(threads: threads, scratch: ScratchDirectory(path: folder.path)))
    return try builder.build(into: writer)
  }

  @Test(
    "Output is the same for any number of threads", arguments: ImageGeometry.allCases,
    [Drawing.noiseWithAlpha, .floorPlan])
  func sameForAnyThreads(geometry: ImageGeometry, drawing: Drawing) throws {
    let source = drawing.raster(Self.size)
    let plan = try plan(geometry, source)
    let one = try BuiltPyramid(source, plan: plan, threads: 1)
    for threads in [2, 3, 7] {
      let many = try BuiltPyramid(source, plan: plan, threads: threads)
      #expect(many.record.digest == one.record.digest)
      #expect(many.tiles == one.tiles)
      #expect(many.order == one.order)
    }
    #expect(one.record.coverage == TileCoverage(one.tiles.keys))
    #expect(one.record.tileCount == one.tiles.count)
    #expect(one.record.byteCount == one.tiles.values.reduce(0) { $0 + $1.count })
  }

  @Test(
    "Output is the same in memory, a directory and MBTiles",
    arguments: [ImageGeometry.aligned, .rotated])
  func sameInEveryStore(geometry: ImageGeometry) throws {
    let source = Drawing.floorPlan.raster(Self.size)
    let plan = try plan(geometry, source)
    let memory = MemoryTileWriter()
    let record = try build(source, plan, into: memory, threads: 2)
    let layer = LayerDefinition(
      name: "Sample", bounds: plan.bounds, digest: record.digest, coverage: record.coverage)
    let folder = try TemporaryDirectory()

    let directory = try DirectoryTileWriter(
      path: folder.path("tiles"),
      layout: DirectoryTileWriter.Layout(template: try TileTemplate("{z}/{x}/{y}.png")))
    #expect(try build(source, plan, into: directory, threads: 3).digest == record.digest)
    _ = try directory.finish(layer)

    var files: [Data] = []
    for threads in [1, 2, 7] {
      let path = folder.path("tiles\(threads).mbtiles")
      let database = try SingleFileWriter(path: path)
      #expect(try build(source, plan, into: database, threads: threads).digest == record.digest)
      _ = try database.finish(layer)
      files.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(files[0] == files[1] && files[0] == files[2])

    for path in [folder.path("tiles"), folder.path("tiles2.mbtiles")] {
      let store = try openTileStore(path)
      let tiles = try store.coordinates()
      #expect(Set(tiles) == Set(memory.tiles.keys))
      for tile in tiles { #expect(try store.tile(at: tile) == memory.tiles[tile]) }
    }
  }
}
