import Foundation
import Georeferencing
import Platform
import RasterSources
import Testing
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

/// A store that counts the files that are being created, and meddles with how they are.
private final class WatchedStore: PartialTileset {
  struct Counts: Hashable {
    var begun = 0
    var running = 0
    var mostAtOnce = 0
    /// The files that were being created while work was saved, over all times.
    var unfinished = 0
    var saves = 0
  }

  private let store: any PartialTileset
  private let counts = Guarded(Counts())
  private let create:
    @Sendable (_ number: Int, _ counts: () -> Counts) throws(TileStorageError) -> Void

  init(
    _ store: any PartialTileset,
    create:
      @escaping @Sendable (_ number: Int, _ counts: () -> Counts) throws(TileStorageError)
      -> Void
  ) {
    self.store = store
    self.create = create
  }

  var seen: Counts { counts.withLock { $0 } }

  func write(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError) {
    try begin(tile, at: coordinate)?()
  }

  func begin(
    _ tile: TileFile, at coordinate: TileCoordinate
  ) throws(TileStorageError) -> Remainder? {
    let number = counts.withLock { counts in
      counts.begun += 1
      return counts.begun - 1
    }
    guard let remainder = try store.begin(tile, at: coordinate) else { return nil }
    return { [self] () throws(TileStorageError) in
      counts.withLock { counts in
        counts.running += 1
        counts.mostAtOnce = max(counts.mostAtOnce, counts.running)
      }
      defer { counts.withLock { $0.running -= 1 } }
      try create(number) { seen }
      try remainder()
    }
  }

  func commit() throws(TileStorageError) { try store.commit() }

  func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    try store.finish(definition)
  }

  func abandon() { store.abandon() }

  var resumption: Resumption? {
    get { store.resumption }
    set { store.resumption = newValue }
  }
  var staging: StagingFolder { store.staging }
  var logName: String { store.logName }
  var ownIdentity: BuildIdentity { store.ownIdentity }

  func save() throws(TileStorageError) -> [Int] {
    counts.withLock { counts in
      counts.saves += 1
      counts.unfinished += counts.running
    }
    return try store.save()
  }

  func restore(
    _ saved: [Int], isCancelled: @escaping @Sendable () -> Bool
  ) throws(TileStorageError) -> PyramidRecord {
    try store.restore(saved, isCancelled: isCancelled)
  }

  func startOver(after damage: TileStorageError?) throws(TileStorageError) {
    try store.startOver(after: damage)
  }

  func leave() -> Bool { store.leave() }
}

@Suite("Writing on several threads")
struct WritingTests {
  private static let failure = TileStorageError.system(
    operation: "create", path: "planted", code: 28)

  /// Builds a directory of tiles through a watched store, and compares its tiles with those of a build
  /// in memory.
  private func build(
    threads: Int,
    create:
      @escaping @Sendable (_ number: Int, _ counts: () -> WatchedStore.Counts)
      throws(TileStorageError) -> Void
  ) throws -> WatchedStore.Counts {
    let source = Drawing.noise.raster(PixelSize(width: 1400, height: 1100))
    let georeference = ImageGeometry.aligned.georeference(size: source.size)
    let plan = try PyramidPlan(for: source, georeference: georeference, options: .zooms(13, 17))
    let folder = try TemporaryDirectory()
    let scratch = try TemporaryDirectory()
    var resources = BuildResources(in: scratch, threads: threads)
    resources.blockZooms = 1
    let builder = PyramidBuilder(source: source, plan: plan, effort: .fast, resources: resources)

    let template = try TileTemplate("{z}/{x}/{y}.png")
    let policy = ResumePolicy(identity: builder.identity, resumes: false)
    let store = try WatchedStore(
      DirectoryTileWriter(
        path: folder.path("tiles"), layout: .init(template: template),
        use: PartialOutputUse(policy)), create: create
    ).resuming(policy)
    let record = try builder.build(into: store)
    _ = try store.finish(
      LayerDefinition(
        name: "Sample", bounds: plan.bounds, digest: record.digest, coverage: record.coverage))
    let expected = try BuiltPyramid(source, plan: plan, threads: 1)
    let reader = try openTileStore(folder.path("tiles"))
    #expect(try Set(reader.coordinates()) == Set(expected.tiles.keys))
    for (tile, bytes) in expected.tiles { #expect(try reader.tile(at: tile) == bytes, "\(tile)") }
    return store.seen
  }

  @Test("While a file is being created, others are", arguments: [2, 3, 7])
  func severalAtOnce(threads: Int) throws {
    let isLate = Guarded(false)
    let counts = try build(threads: threads) { (number, counts) throws(TileStorageError) in
      // The first is complete only after another has begun, so that one thread alone would wait for ever.
      let deadline = Date(timeIntervalSinceNow: 60)
      while number == 0, counts().mostAtOnce < 2 {
        sched_yield()
        if Date() > deadline {
          isLate.withLock { $0 = true }
          break
        }
      }
    }
    #expect(counts.mostAtOnce > 1 && counts.mostAtOnce <= threads)
    #expect(!isLate.withLock { $0 }, "a file waited for the one before it")
  }

  @Test("A row of blocks ends when the files before it are complete", arguments: [1, 2, 3, 7])
  func savesCompleteFiles(threads: Int) throws {
    let counts = try build(threads: threads) { (_, _) throws(TileStorageError) in
      for _ in 0..<200 { sched_yield() }
    }
    #expect(counts.saves > 0)
    #expect(counts.unfinished == 0)
  }

  @Test("A file that cannot be created ends the build with that error", arguments: [1, 2, 7])
  func failure(threads: Int) throws {
    for failing in [0, 1, 7, 30] {
      #expect(throws: Self.failure) {
        _ = try build(threads: threads) { (number, _) throws(TileStorageError) in
          if number == failing { throw Self.failure }
        }
      }
    }
  }
}
