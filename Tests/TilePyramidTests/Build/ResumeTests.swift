import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// A value that several threads read and one at a time writes.
private final class Shared<Value: Sendable>: Sendable {
  private let state: Guarded<Value>

  init(_ value: Value) { state = Guarded(value) }

  var value: Value { state.withLock { $0 } }
  func set(_ value: Value) { state.withLock { $0 = value } }
}

/// An image of noise that is another one at every size, as if it were drawn.
private struct Redrawn: RasterSource {
  let size: PixelSize
  var header: RasterHeader {
    var header = RasterHeader(path: "redrawn", size: size, isOpaque: false)
    header.capabilities.drawing = RasterDrawing(samplesPerPixel: 1, maximumSide: 1 << 16)
    return header
  }

  private func drawn(_ size: PixelSize) -> SyntheticRaster {
    .noise(seed: UInt64(size.width), opaque: false, size: size)
  }

  func resized(to size: PixelSize) -> any RasterSource { drawn(size) }

  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    (try drawn(size).makeRowReader(scratch: scratch), 0)
  }
}

@Suite("A build that was stopped")
struct ResumeTests {
  private static let size = PixelSize(width: 900, height: 1400)

  /// Eleven levels, so that some have rows that wait for others between two rows of tiles.
  private static func plan(
    _ geometry: ImageGeometry, _ source: any RasterSource, overviews: OverviewResampling = .average,
    tileSize: TileSize = .standard
  ) throws -> PyramidPlan {
    let size = source.size
    let tile = tileSize.rawValue
    let worldPixels = WorldPixelGrid(zoom: 17, tileSize: tileSize)
    let georeference = geometry.georeference(
      in: worldPixels, x: Double(tile * 70_407 + 130), y: Double(tile * 42_566 + 200), size: size)
    return try PyramidPlan(
      for: source, georeference: georeference,
      options: .zooms(7, 17, tileSize: tileSize, overviews: overviews))
  }

  private func builder(
    _ source: any RasterSource, _ plan: PyramidPlan, scratch: TemporaryDirectory, threads: Int = 2
  ) -> PyramidBuilder {
    var resources = BuildResources(in: scratch, threads: threads)
    resources.blockZooms = 1
    return PyramidBuilder(source: source, plan: plan, effort: .fast, resources: resources)
  }

  private func writer(
    _ folder: TemporaryDirectory, _ builder: PyramidBuilder, mbtiles: Bool = false
  ) throws -> any PartialTileset {
    let policy = ResumePolicy(identity: builder.identity, resumes: true)
    let path = folder.path(mbtiles ? "out.mbtiles" : "out")
    return try StoreFormat(path: path).makeWriter(
      WritingRequest(
        .output(path: path, replaces: false, keepsOthers: false),
        layout: DirectoryTileWriter.Layout(template: try TileTemplate("{z}/{x}/{y}.png")),
        resuming: policy, isCancelled: { false }))
  }

  /// Stops a build again and again, later each time, until one comes through.
  private func buildWithStops(
    _ source: any RasterSource, _ plan: PyramidPlan, in folder: TemporaryDirectory,
    mbtiles: Bool = false, seed: UInt64
  ) throws -> (path: String, resumed: Int, record: PyramidRecord) {
    let scratch = try TemporaryDirectory()
    var generator = SeededGenerator(seed: seed)
    var resumed = 0
    var patience = plan.grid.tileSize == .large || mbtiles ? 5 : 20
    let name = mbtiles ? "out.mbtiles" : "out"
    while true {
      let builder = builder(source, plan, scratch: scratch, threads: 1 + Int(generator.next() % 3))
      let writer = try writer(folder, builder, mbtiles: mbtiles)
      #expect(writer.discardReason == nil)
      let before = writer.resumed?.record.tileCount ?? 0
      if before > 0 { resumed += 1 }
      let written = Shared(0)
      do {
        let record = try builder.build(
          into: writer, progress: { progress in written.set(progress.tileCount) },
          isCancelled: { [patience] in
            // Counted in tiles, so that it is stopped at the same positions however fast it is, but not
            // before there is something to resume.
            written.value >= before + patience
              && UnfinishedBuild.find(forOutput: folder.path(name)) != nil
          })
        let summary = try writer.finish(
          LayerDefinition(
            name: "Sample", bounds: plan.bounds, digest: record.digest, coverage: record.coverage))
        #expect(summary.tileCount == record.tileCount)
        return (folder.path(name), resumed, record)
      } catch is CancellationError {
        _ = writer.suspend()
      }
      patience += Int(generator.next() % 20)
    }
  }

  private func expectEqual(
    _ stopped: (path: String, resumed: Int, record: PyramidRecord), _ whole: BuiltPyramid
  ) throws {
    #expect(stopped.resumed > 0)
    #expect(stopped.record.digest == whole.record.digest)
    #expect(stopped.record.coverage == whole.record.coverage)
    #expect(stopped.record.totals == whole.record.totals)
    let store = try openTileStore(stopped.path)
    #expect(try Set(store.coordinates()) == Set(whole.tiles.keys))
    for (tile, bytes) in whole.tiles { #expect(try store.tile(at: tile) == bytes, "\(tile)") }
  }

  @Test(
    "A resumed build has the tiles of one that was not stopped, for every georeference and overview",
    arguments: ImageGeometry.allCases, OverviewResampling.allCases)
  func everyWay(geometry: ImageGeometry, overviews: OverviewResampling) throws {
    let source = Drawing.noiseWithAlpha.raster(Self.size)
    let plan = try Self.plan(geometry, source, overviews: overviews)
    let folder = try TemporaryDirectory()
    let stopped = try buildWithStops(source, plan, in: folder, seed: 3)
    try expectEqual(stopped, try BuiltPyramid(source, plan: plan))
  }

  @Test(
    "A resumed build has the same tiles where each level is rendered again",
    arguments: ImageGeometry.allCases,
    [true, false])
  func redrawn(geometry: ImageGeometry, mbtiles: Bool) throws {
    let source = Redrawn(size: Self.size)
    let plan = try Self.plan(geometry, source)
    let folder = try TemporaryDirectory()
    let stopped = try buildWithStops(source, plan, in: folder, mbtiles: mbtiles, seed: 5)
    try expectEqual(stopped, try BuiltPyramid(source, plan: plan))
  }

  @Test(
    "A resumed build has the same tiles in MBTiles and of 512 pixels", arguments: [true, false])
  func otherStores(mbtiles: Bool) throws {
    let source =
      mbtiles
      ? Drawing.floorPlan.raster(Self.size)
      : Drawing.noiseWithAlpha.raster(PixelSize(width: 900, height: 4000))
    let plan = try Self.plan(.aligned, source, tileSize: mbtiles ? .standard : .large)
    let folder = try TemporaryDirectory()
    let stopped = try buildWithStops(source, plan, in: folder, mbtiles: mbtiles, seed: 4)
    try expectEqual(stopped, try BuiltPyramid(source, plan: plan))
  }

  @Test(
    "A resumed build makes no finished tile again", arguments: [ImageGeometry.aligned, .rotated])
  func onlyTheRest(geometry: ImageGeometry) throws {
    let source = Drawing.noise.raster(Self.size)
    let plan = try Self.plan(geometry, source)
    let folder = try TemporaryDirectory()
    let scratch = try TemporaryDirectory()
    let builder = builder(source, plan, scratch: scratch, threads: 1)
    let first = try writer(folder, builder)
    let rows = plan.deepest.range.y.count
    let width = plan.deepest.range.x.count
    let count = Shared(0)
    #expect(throws: CancellationError.self) {
      try builder.build(
        into: first, progress: { progress in count.set(progress.tileCount) },
        isCancelled: { count.value >= (rows - 1) * width })
    }
    _ = try #require(first.suspend())
    let second = try writer(folder, builder)
    let saved = try #require(second.resumed)
    // Tiles of two rows that are not finished are made again, and some of the rows behind them.
    let most = 4
    #expect(saved.fraction >= Double(rows - most) / Double(rows))
    let reports = Shared<[Int]>([])
    let record = try builder.build(
      into: second,
      progress: { progress in
        if progress.phase == .tiling { reports.set(reports.value + [progress.tileCount]) }
      })
    #expect(reports.value.first == saved.record.tileCount)
    #expect(reports.value.last == record.tileCount)
  }

  @Test("A build has another identity when anything that shapes a tile differs")
  func identity() throws {
    let source = Drawing.flat.raster(Self.size)
    let scratch = try TemporaryDirectory()
    func identity(
      in encoding: PyramidEncoding = PyramidEncoding(.png, effort: .fast), shift: Double = 0,
      _ change: (inout PyramidOptions) -> Void = { _ in }
    ) throws -> BuildIdentity {
      var options = PyramidOptions.zooms(12, 17)
      change(&options)
      let georeference = ImageGeometry.rotated.georeference(
        in: WorldPixelGrid(zoom: 17), x: 256 * 70_407 + shift, y: 256 * 42_566, size: Self.size)
      return PyramidBuilder(
        source: source,
        plan: try PyramidPlan(for: source, georeference: georeference, options: options),
        encoding: encoding, resources: BuildResources(in: scratch)
      ).identity
    }
    var known = ["as it is": try identity(), "moved": try identity(shift: 0.001)]
    let everything = try #require(
      try? ClipArea(GeographicBounds(west: 13, south: 47, east: 14, north: 54)))
    let changes: [String: (inout PyramidOptions) -> Void] = [
      "more zooms": { $0.minimumZoom = 11 }, "fewer zooms": { $0.maximumZoom = 16 },
      "large tiles": { $0.tileSize = .large }, "bilinear": { $0.resampling = .bilinear },
      "darkened": { $0.overviewResampling = .darken },
      "lines kept": { $0.overviewResampling = .keep }, "light": { $0.overviewLight = .linear },
      "empty tiles": { $0.keepsEmptyTiles = true }, "cut": { $0.clips = [everything] },
    ]
    for (name, change) in changes { known[name] = try identity(change) }
    let black = OpaqueColor(red: 0, green: 0, blue: 0)
    for encoding in [
      PyramidEncoding(.png, effort: .smallest), PyramidEncoding(.losslessWebP, effort: .fast),
      PyramidEncoding(.jpeg(quality: 85, background: .white), effort: .fast),
      PyramidEncoding(.jpeg(quality: 84, background: .white), effort: .fast),
      PyramidEncoding(.jpeg(quality: 85, background: black), effort: .fast),
      PyramidEncoding(.webp(quality: 80), effort: .fast),
      PyramidEncoding(.webp(quality: 81), effort: .fast),
      PyramidEncoding(.avif(quality: 80), effort: .fast), .hybrid(quality: 85, effort: .fast),
      .hybrid(quality: 86, effort: .fast),
    ] { known["\(encoding)"] = try identity(in: encoding) }
    #expect(known.count == 21)
    for (name, found) in known {
      #expect(known.count { $0.value == found } == 1, "\(name)")
    }
    #expect(try identity() == known["as it is"])
  }
}
