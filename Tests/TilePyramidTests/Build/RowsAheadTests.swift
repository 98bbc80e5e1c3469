import Foundation
import Georeferencing
import RasterSources
import Synchronization
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting

/// Threads that would sleep inflate parts of a PNG ahead, which changes nothing of what is built.
@Suite("Builds of a PNG that is inflated ahead")
struct RowsAheadTests {
  private static let size = PixelSize(width: 1100, height: 700)

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A grainy picture in a file of about twenty parts.
  private func source(cutBy: Int = 0) throws -> PNGSource {
    let path = folder.path("image.png")
    var generator = SeededGenerator(seed: 12)
    let writer = try PNGFileWriter(
      path: path, width: Self.size.width, height: Self.size.height,
      layout: PNGLayout(.rgb, bitDepth: 8))
    try writer.writeRows { y, row in
      for index in 0..<3 * Self.size.width {
        let grain = Int(truncatingIfNeeded: generator.next() >> 40) & 31
        row[index] = UInt8((index / 11 + y / 5) % 200 + grain)
      }
    }
    try writer.finish()
    if cutBy > 0 {
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.truncate(atOffset: file.seekToEnd() - UInt64(cutBy))
      try file.close()
    }
    var source = try PNGSource(path: path)
    source.partSize = 1 << 16
    #expect(source.capabilities.partBytes > 0)
    return source
  }

  private func plan(_ geometry: ImageGeometry, _ source: PNGSource) throws -> PyramidPlan {
    let georeference = geometry.georeference(size: Self.size)
    return try PyramidPlan(for: source, georeference: georeference, options: .zooms(14, 17))
  }

  @Test(
    "Tiles are the same for any number of threads",
    arguments: [ImageGeometry.aligned, .streamedMercator, .rotated])
  func sameTiles(geometry: ImageGeometry) throws {
    let source = try source()
    let plan = try plan(geometry, source)
    let one = try BuiltPyramid(source, plan: plan, threads: 1)
    for threads in [2, 7] {
      let many = try BuiltPyramid(source, plan: plan, threads: threads)
      #expect(many.record.digest == one.record.digest)
      #expect(many.tiles == one.tiles)
    }
  }

  @Test("A file that ends too early fails in the same way for any number of threads")
  func truncated() throws {
    let source = try source(cutBy: 300_000)
    let plan = try plan(.aligned, source)
    var faults: Set<String> = []
    for threads in [1, 2, 7] {
      do {
        _ = try BuiltPyramid(source, plan: plan, threads: threads)
        Issue.record("it was built")
      } catch {
        faults.insert("\(error)")
      }
    }
    #expect(faults.count == 1)
  }

  @Test("A build that is cancelled while parts are inflated ends", arguments: [2, 7])
  func cancelled(threads: Int) throws {
    let source = try source()
    let builder = PyramidBuilder(
      source: source, plan: try plan(.aligned, source), effort: .fast,
      resources: BuildResources(in: folder, threads: threads))
    let asked = Asked()
    #expect(throws: CancellationError.self) {
      _ = try builder.build(into: MemoryTileWriter(), isCancelled: { asked.next() > 400 })
    }
  }

  @Test("Parts are taken within the memory that is allowed, and by no thread that is alone")
  func limits() throws {
    let source = try source()
    let plan = try plan(.aligned, source)
    func taken(threads: Int, memory: Int = 4 << 30) throws -> Int {
      let builder = PyramidBuilder(
        source: source, plan: plan, effort: .fast,
        resources: BuildResources(in: folder, threads: threads, memoryLimit: memory))
      let work = try builder.makeWork(plan.steps[0])
      var count = 0
      while count < 100, let piece = work.takeAhead() {
        try work.perform(piece)
        _ = work.finish(piece)
        count += 1
      }
      #expect(!work.hasPieceAhead)
      return count
    }
    #expect(try taken(threads: 1) == 0)
    #expect(try taken(threads: 2) == 2)
    // More than one thread can use are never held.
    #expect(try taken(threads: 7) == 6)
    let least = plan.memoryNeeded(
      using: BuildResources(threads: 7, memoryLimit: 0),
      encoding: PyramidEncoding(.png, effort: .fast))
    #expect(try taken(threads: 7, memory: least) == 0)
    #expect(try taken(threads: 7, memory: least + 3 * source.capabilities.partBytes) == 3)
  }
}

/// Counts how often the build asks whether it is cancelled.
private final class Asked: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
