import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Tiles of 512 samples beside those of 256")
struct RetinaBuildTests {
  private static let size = PixelSize(width: 900, height: 1400)

  /// The tiles by path, of a folder that is built.
  private func files(
    _ source: any RasterSource, _ georeference: Georeference, _ options: PyramidOptions,
    encoding: PyramidEncoding = PyramidEncoding(.png, effort: .fast), threads: Int = 2
  ) throws -> [String: [UInt8]] {
    let folder = try TemporaryDirectory()
    let plan = try PyramidPlan(for: source, georeference: georeference, options: options)
    let builder = PyramidBuilder(
      source: source, plan: plan, encoding: encoding,
      resources: BuildResources(in: folder, threads: threads))
    let writer = try DirectoryTileWriter(
      path: folder.path("out"),
      layout: DirectoryTileWriter.Layout(
        template: try TileTemplate("{z}/{x}/{y}.{ext}"),
        retinaTemplate: options.makesRetinaTiles ? try TileTemplate("{z}/{x}/{y}@2x.{ext}") : nil))
    let record = try builder.build(into: writer)
    let formats = [TileFormat.jpeg: record.coverage(of: .jpeg)]
    let summary = try writer.finish(
      LayerDefinition(
        name: "Sample", bounds: plan.bounds, digest: record.digest, coverage: record.coverage,
        formatCoverage: formats,
        retina: record.retina.map {
          LayerDefinition.Retina(
            digest: $0.digest, coverage: $0.coverage,
            formatCoverage: [.jpeg: $0.coverage(of: .jpeg)])
        }))
    #expect(summary.tileCount == record.tileCount && record.tileCount <= plan.tileCount)
    return try folder.files("out/").filter { !$0.key.hasSuffix(".json") }
  }

  /// Expects the files of one build to be those of two: tiles of 256 samples, and tiles of 512 samples under
  /// the names of retina tiles.
  @discardableResult
  private func expectSame(
    _ source: any RasterSource, _ georeference: Georeference, zooms: (Int?, Int?),
    overviews: OverviewResampling = .average, keepsEmptyTiles: Bool = false,
    encoding: PyramidEncoding = PyramidEncoding(.png, effort: .fast)
  ) throws -> Int {
    var expected = try files(
      source, georeference,
      .zooms(zooms.0, zooms.1, overviews: overviews, keepsEmptyTiles: keepsEmptyTiles),
      encoding: encoding)
    let large = try files(
      source, georeference,
      .zooms(
        zooms.0, zooms.1.map { $0 - 1 }, tileSize: .large, overviews: overviews,
        keepsEmptyTiles: keepsEmptyTiles), encoding: encoding)
    for (name, bytes) in large { expected[name.replacing(".", with: "@2x.")] = bytes }
    let both = try files(
      source, georeference,
      .zooms(
        zooms.0, zooms.1, overviews: overviews, keepsEmptyTiles: keepsEmptyTiles, isRetina: true),
      encoding: encoding, threads: 5)
    #expect(Set(both.keys) == Set(expected.keys))
    for (name, bytes) in expected where both[name] != bytes { Issue.record("\(name) differs") }
    return large.count
  }

  @Test(
    "One build has the bytes of two, for every georeference and overview",
    arguments: ImageGeometry.allCases, OverviewResampling.allCases)
  func sameBytes(geometry: ImageGeometry, overviews: OverviewResampling) throws {
    let size = PixelSize(width: 600, height: 800)
    let georeference = geometry.georeference(size: size)
    let source = Drawing.noiseWithAlpha.raster(size)
    let count = try expectSame(source, georeference, zooms: (11, 17), overviews: overviews)
    #expect(count > 6)
  }

  @Test("Zooms that are chosen by themselves are those of two builds whose zooms are, too")
  func automaticZooms() throws {
    let georeference = ImageGeometry.rotated.georeference(size: Self.size)
    try expectSame(Drawing.floorPlan.raster(Self.size), georeference, zooms: (nil, nil))
  }

  @Test(
    "Every format, and empty tiles that are kept",
    arguments: [
      PyramidEncoding(.jpeg(quality: 85, background: .white), effort: .fast),
      PyramidEncoding(.webp(quality: 80), effort: .fast), .hybrid(quality: 85, effort: .fast),
    ])
  func formats(_ encoding: PyramidEncoding) throws {
    // Opaque but for its ends, so that some tiles of a hybrid pyramid are of either format.
    let source = SyntheticRaster(name: "photo", size: Self.size, isOpaque: false) { x, y in
      PixelColor(
        UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y / 3),
        UInt8(truncatingIfNeeded: x ^ y), alpha: y < 500 ? 0 : y < 600 ? 130 : 255)
    }
    let georeference = ImageGeometry.aligned.georeference(size: Self.size)
    for keepsEmptyTiles in [false, true] {
      try expectSame(
        source, georeference, zooms: (14, 17), keepsEmptyTiles: keepsEmptyTiles, encoding: encoding)
    }
  }

  @Test("The world, and an image across the antimeridian, from zoom 0 on", arguments: [0, 1])
  func zoomZero(half: Int) throws {
    let size = PixelSize(width: 700, height: 500)
    let world = Double(256 << 4)
    let georeference = ImageGeometry.streamedMercator.georeference(
      in: WorldPixelGrid(zoom: 4), x: world / 2 - 301 + Double(half) * world / 2,
      y: world / 2 - 177, size: size)
    try expectSame(Drawing.noiseWithAlpha.raster(size), georeference, zooms: (0, 4))
    // The retina tile of zoom 0 has the samples of zoom 1, and no zoom is above it.
    try expectSame(Drawing.noiseWithAlpha.raster(size), georeference, zooms: (0, 1))
  }

  @Test("A plan restricted to a tile makes that tile alone")
  func restricted() throws {
    let source = Drawing.noiseWithAlpha.raster(Self.size)
    let georeference = ImageGeometry.rotated.georeference(size: Self.size)
    let whole = try files(source, georeference, .zooms(12, 17, isRetina: true))
    let plan = try PyramidPlan(
      for: source, georeference: georeference, options: .zooms(12, 17, isRetina: true))
    let tile = try #require(TileCoordinate(zoom: 16, x: 70_407 / 2 + 1, y: 42_567 / 2 + 1))
    let alone = try BuiltPyramid(source, plan: try #require(plan.restricted(to: tile)))
    #expect(alone.tiles[tile] == whole["\(tile).png"])
    #expect(alone.record.retina == nil)
  }

  @Test("Retina tiles need two zooms, and tiles of 256 samples")
  func refusals() throws {
    let source = Drawing.floorPlan.raster(Self.size)
    let georeference = ImageGeometry.aligned.georeference(
      in: WorldPixelGrid(zoom: 17), x: 256 * 70_407, y: 256 * 42_567, size: Self.size)
    #expect(throws: FailureReport.retinaZoom(path: source.path, zoom: 17)) {
      try PyramidPlan(
        for: source, georeference: georeference, options: .zooms(17, 17, isRetina: true))
    }
    #expect(throws: FailureReport.retinaTileSize) {
      try PyramidPlan(
        for: source, georeference: georeference,
        options: .zooms(15, 17, tileSize: .large, isRetina: true))
    }
  }
}
