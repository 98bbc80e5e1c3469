import Foundation
import Georeferencing
import Platform
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// A raster of which a row, or what follows the last, cannot be read.
private struct FailingRaster: RasterSource {
  enum Failure: Error, Hashable {
    case row(Int)
    case end
  }

  let size: PixelSize
  let failure: Failure
  var header: RasterHeader {
    RasterHeader(path: "synthetic:failing", size: size, isOpaque: true)
  }

  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    (Reader(failure: failure, width: size.width), 0)
  }

  private final class Reader: RasterRowReader {
    private let failure: Failure
    private let width: Int
    private var next = 0

    init(failure: Failure, width: Int) {
      self.failure = failure
      self.width = width
    }

    func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
      if failure == .row(next) { throw failure }
      for index in 0..<4 * width { row[index] = index & 3 == 3 ? 255 : UInt8((index + next) & 255) }
      next += 1
    }

    func finish() throws {
      if failure == .end { throw failure }
    }
  }
}

@Suite("A build that fails")
struct FailureTests {
  private static let size = PixelSize(width: 700, height: 600)
  private static let threads = [1, 2, 7]
  /// Turns of another thread after which it counts as one that does not end.
  private static let patience = 5_000_000
  private static let geometries = [ImageGeometry.aligned, .streamedMercator, .rotated]

  private func plan(_ geometry: ImageGeometry, _ source: any RasterSource) throws -> PyramidPlan {
    let georeference = geometry.georeference(size: source.size)
    return try PyramidPlan(for: source, georeference: georeference, options: .zooms(14, 17))
  }

  /// Builds, and waits until no thread holds the writer any more.
  private func failure(
    of source: any RasterSource, _ geometry: ImageGeometry, threads: Int, failingTile: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> (error: (any Error)?, written: Int) {
    let folder = try TemporaryDirectory()
    weak var remaining: MemoryTileWriter?
    var thrown: (any Error)?
    var written = 0
    do {
      let writer = MemoryTileWriter(failingTile: failingTile)
      remaining = writer
      let builder = PyramidBuilder(
        source: source, plan: try plan(geometry, source), effort: .fast,
        resources: BuildResources(in: folder, threads: threads))
      do {
        _ = try builder.build(into: writer, isCancelled: isCancelled)
      } catch {
        thrown = error
      }
      written = writer.order.count
      #expect(writer.violations == 0)
    }
    // A thread that is just ending may still hold it; one that runs on would hold it for ever.
    var yields = 0
    while remaining != nil, yields < Self.patience {
      sched_yield()
      yields += 1
    }
    #expect(remaining == nil, "a thread still runs")
    #expect(folder.listing.isEmpty)
    return (thrown, written)
  }

  @Test("A build whose source fails throws the source's error", arguments: geometries, threads)
  func sourceFails(geometry: ImageGeometry, threads: Int) throws {
    let last = Self.size.height - 1
    let rows = [0, 1, 255, 256, last].map { FailingRaster.Failure.row($0) }
    for planted in rows + [.end] {
      let source = FailingRaster(size: Self.size, failure: planted)
      let failure = try failure(of: source, geometry, threads: threads)
      #expect(failure.error as? FailingRaster.Failure == planted)
    }
  }

  @Test("A build whose store fails throws the store's error", arguments: geometries, threads)
  func storeFails(geometry: ImageGeometry, threads: Int) throws {
    let source = Drawing.noise.raster(Self.size)
    let count = try BuiltPyramid(source, plan: try plan(geometry, source)).tiles.count
    for tile in 0..<count where tile < 4 || tile % 5 == 0 || tile == count - 1 {
      let failure = try failure(of: source, geometry, threads: threads, failingTile: tile)
      #expect(failure.error as? TileStorageError == MemoryTileWriter.failure)
      #expect(failure.written == tile)
    }
  }

  @Test("A build that is cancelled says so", arguments: geometries, threads)
  func cancelled(geometry: ImageGeometry, threads: Int) throws {
    let source = Drawing.noise.raster(Self.size)
    var questions = 0
    while true {
      let count = Guarded(0)
      let limit = questions
      let failure = try failure(of: source, geometry, threads: threads) {
        count.withLock { count in
          count += 1
          return count > limit
        }
      }
      guard failure.error != nil else { break }
      #expect(failure.error is CancellationError)
      questions += 1 + questions / 2
    }
    #expect(questions > 8)
  }

  @Test("A build that fails again and again never hangs", arguments: [2, 7])
  func neverHangs(threads: Int) throws {
    let source = Drawing.flat.raster(PixelSize(width: 600, height: 300))
    for repetition in 0..<200 {
      let result = try failure(
        of: source, repetition % 2 == 0 ? .aligned : .rotated, threads: threads,
        failingTile: repetition % 9)
      #expect(result.error as? TileStorageError == MemoryTileWriter.failure)
    }
  }

  @Test("A build with too little memory throws before it reads")
  func memory() throws {
    let source = FailingRaster(size: Self.size, failure: .row(0))
    let folder = try TemporaryDirectory()
    let builder = PyramidBuilder(
      source: source, plan: try plan(.aligned, source), effort: .fast,
      resources: BuildResources(in: folder, threads: 1, memoryLimit: 1 << 20))
    let needed = builder.memoryNeeded
    #expect(
      throws: FailureReport.tooMuchMemory(path: source.path, needed: needed, limit: 1 << 20)
    ) { try builder.build(into: MemoryTileWriter()) }
  }
}
