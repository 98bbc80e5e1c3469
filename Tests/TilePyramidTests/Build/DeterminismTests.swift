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
    let georeference = geometry.georeference(size: Self.size)
    return try PyramidPlan(for: source, georeference: georeference, options: .zooms(12, 17))
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
}
