import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("An update")
struct EarlierTilesTests {
  private static let size = PixelSize(width: 700, height: 520)
  private static let zooms = (shallowest: 13, deepest: 17)

  private static func plan(_ geometry: ImageGeometry, _ source: SyntheticRaster) throws
    -> PyramidPlan
  {
    try PyramidPlan(
      for: source,
      georeference: geometry.georeference(
        in: WorldPixelGrid(zoom: 17), x: Double(256 * 70_407 + 30), y: Double(256 * 42_566 + 40),
        size: size),
      options: .zooms(zooms.shallowest, zooms.deepest))
  }

  /// The raster with the pixels of a square made another colour.
  private static func edited(_ raster: SyntheticRaster, x: Int, y: Int) -> SyntheticRaster {
    let samples = raster.samples
    return SyntheticRaster(name: raster.path, size: raster.size, isOpaque: false) { column, row in
      if (x..<x + 9).contains(column), (y..<y + 9).contains(row) {
        return PixelColor(200, 30, 90)
      }
      let offset = 4 * (row * raster.size.width + column)
      return PixelColor(
        samples[offset], samples[offset + 1], samples[offset + 2], alpha: samples[offset + 3])
    }
  }

  @Test(
    "An update makes the tiles of a new build, and lists exactly those that differ",
    arguments: [ImageGeometry.aligned, .rotated], [1, 3])
  func exact(geometry: ImageGeometry, threads: Int) throws {
    let before = Drawing.floorPlan.raster(Self.size)
    let after = Self.edited(before, x: 300, y: 200)
    let plan = try Self.plan(geometry, before)
    let old = try BuiltPyramid(before, plan: plan).tiles
    let new = try BuiltPyramid(after, plan: try Self.plan(geometry, after)).tiles
    let result = try BuiltPyramid.update(after, plan, from: MemoryTileStore(old), threads: threads)
    #expect(result.tiles == new)
    let differing = new.keys.filter { old[$0] != nil && old[$0] != new[$0] }.sorted()
    #expect(result.changes.changed == differing)
    #expect(result.changes.added == new.keys.filter { old[$0] == nil }.sorted())
    #expect(result.changes.removed == old.keys.filter { new[$0] == nil }.sorted())
    #expect(result.changes.keptCount == new.count - differing.count - result.changes.added.count)
    // A square of nine pixels and what the kernel spreads is in at most four tiles of a zoom.
    #expect((1...4 * 5).contains(differing.count))
    for zoom in Self.zooms.shallowest...Self.zooms.deepest {
      #expect(differing.contains { $0.zoom == zoom }, "zoom \(zoom)")
    }
    #expect(result.changes.keptCount > 0)
  }

  @Test("An update without changes lists nothing and compresses nothing again")
  func nothing() throws {
    let source = Drawing.floorPlan.raster(Self.size)
    let plan = try Self.plan(.aligned, source)
    let old = try BuiltPyramid(source, plan: plan).tiles
    // Tiles that this effort would compress otherwise stay, since their samples are the same.
    let result = try BuiltPyramid.update(
      source, plan, from: MemoryTileStore(old), encoding: PyramidEncoding(.png, effort: .smallest))
    #expect(result.tiles == old)
    #expect(result.changes.isEmpty && result.changes.keptCount == old.count)
  }

  @Test("An update lists tiles that appear, that vanish, and that cannot be read as what they are")
  func otherTiles() throws {
    let source = Drawing.floorPlan.raster(Self.size)
    let plan = try Self.plan(.aligned, source)
    let whole = try BuiltPyramid(source, plan: plan).tiles
    let order = whole.keys.sorted()
    var old = whole
    old[order[3]] = nil
    old[order[5]] = [1, 2, 3]
    let stranger = try #require(TileCoordinate(zoom: 2, x: 1, y: 1))
    old[stranger] = whole[order[0]]
    // A tile of the right format and another size.
    old[order[7]] = try PNGTileEncoder(effort: .fast).encodeUniform(
      red: 1, green: 2, blue: 3, alpha: 255, width: 128, height: 128)
    let result = try BuiltPyramid.update(source, plan, from: MemoryTileStore(old))
    #expect(result.tiles == whole)
    #expect(result.changes.added == [order[3]])
    #expect(result.changes.changed == [order[5], order[7]])
    #expect(result.changes.removed == [stranger])
    #expect(result.changes.keptCount == whole.count - 3)
  }

  @Test("An update fails when the earlier store fails, and does not take that for a change")
  func failingStore() throws {
    let source = Drawing.floorPlan.raster(Self.size)
    let plan = try Self.plan(.aligned, source)
    let old = MemoryTileStore(try BuiltPyramid(source, plan: plan).tiles)
    old.readFailure = .system(operation: "read", path: "memory", code: 5)
    #expect(throws: TileStorageError.self) { try BuiltPyramid.update(source, plan, from: old) }
  }
}
