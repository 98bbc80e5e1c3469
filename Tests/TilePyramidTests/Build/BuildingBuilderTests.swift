import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Floors built together")
struct BuildingBuilderTests {
  private static let geometries = ImageGeometry.allCases
  private static let size = PixelSize(width: 700, height: 500)

  /// A floor for each path through the engine, of different sizes.
  private func floors() throws -> [FloorBuild] {
    try Self.geometries.enumerated().map { index, geometry in
      let size = PixelSize(width: Self.size.width + 60 * index, height: Self.size.height)
      let source = SyntheticRaster.noise(seed: UInt64(index), opaque: false, size: size)
      let georeference = geometry.georeference(size: size)
      let plan = try PyramidPlan(for: source, georeference: georeference, options: .zooms(14, 17))
      return FloorBuild(
        id: "L\(index)", source: source, plan: plan, encoding: PyramidEncoding(.png, effort: .fast))
    }
  }

  private func definition(_ record: PyramidRecord) -> LayerDefinition {
    LayerDefinition(
      name: "M", bounds: GeographicBounds(west: 0, south: 0, east: 1, north: 1),
      digest: record.digest, coverage: record.coverage)
  }

  @Test(
    "Floors built together have the tiles, in the order, that each has alone",
    arguments: [1, 2, 4, 9])
  func sameAsAlone(threads: Int) throws {
    let floors = try floors()
    let folder = try TemporaryDirectory()
    let writers = floors.map { _ in MemoryTileWriter() }
    let builder = BuildingBuilder(
      floors: floors, resources: BuildResources(in: folder, threads: threads))
    #expect(builder.concurrentFloors == min(threads, floors.count))
    let results = try builder.build(makeWriter: { writers[$0] }, describe: { definition($1) })
    #expect(results.count == floors.count)
    for (index, floor) in floors.enumerated() {
      let alone = try BuiltPyramid(floor.source, plan: floor.plan, threads: 1)
      #expect(writers[index].violations == 0)
      #expect(writers[index].tiles == alone.tiles)
      #expect(writers[index].order == alone.order)
      #expect(results[index].record.digest == alone.record.digest)
    }
    #expect(folder.entries.isEmpty)
  }

  @Test("As many floors are built at a time as the memory limit allows, down to one")
  func memory() throws {
    let floors = try floors()
    let folder = try TemporaryDirectory()
    let roomy = BuildingBuilder(floors: floors, resources: BuildResources(in: folder, threads: 4))
    #expect(roomy.concurrentFloors == 4)
    var last = roomy
    var counts: Set<Int> = []
    for limit in stride(from: roomy.memoryNeeded, through: 0, by: -(4 << 20)) {
      let builder = BuildingBuilder(
        floors: floors, resources: BuildResources(in: folder, threads: 4, memoryLimit: limit))
      #expect(builder.concurrentFloors <= last.concurrentFloors)
      if builder.concurrentFloors > 1 { #expect(builder.memoryNeeded <= limit) }
      counts.insert(builder.concurrentFloors)
      last = builder
    }
    #expect(counts == [1, 2, 3, 4])
    // Alone, the most demanding floor needs what a build of it alone needs.
    let needs = floors.map {
      PyramidBuilder(
        source: $0.source, plan: $0.plan, effort: .fast,
        resources: BuildResources(in: folder, threads: 4)
      ).memoryNeeded
    }
    #expect(last.memoryNeeded == needs.max())
    #expect(roomy.memoryNeeded >= last.memoryNeeded)
    let exact = BuildingBuilder(
      floors: floors,
      resources: BuildResources(in: folder, threads: 4, memoryLimit: last.memoryNeeded))
    let writers = floors.map { _ in MemoryTileWriter() }
    _ = try exact.build(makeWriter: { writers[$0] }, describe: { definition($1) })
    let short = BuildingBuilder(
      floors: floors,
      resources: BuildResources(in: folder, threads: 4, memoryLimit: last.memoryNeeded - 1))
    let failure = #expect(throws: FloorFailure.self) {
      try short.build(makeWriter: { _ in MemoryTileWriter() }, describe: { definition($1) })
    }
    #expect(
      (failure?.cause as? FailureReport)?.report.what
        == "building needs more memory than allowed")
  }

  @Test(
    "Floors built together report one progress that only grows and ends at 1", arguments: [1, 3])
  func progress(threads: Int) throws {
    let floors = try floors()
    let folder = try TemporaryDirectory()
    let builder = BuildingBuilder(
      floors: floors, resources: BuildResources(in: folder, threads: threads))
    let seen = Guarded<[BuildProgress]>([])
    let writers = floors.map { _ in MemoryTileWriter() }
    _ = try builder.build(
      makeWriter: { writers[$0] }, describe: { definition($1) },
      progress: { progress in seen.withLock { $0.append(progress) } })
    let all = seen.withLock { $0 }
    let fractions = all.map(\.fraction)
    // Sums of five shares in floating point.
    #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    #expect(abs((fractions.last ?? 0) - 1) < 1e-12)
    #expect(all.map(\.tileCount).max() == writers.reduce(0) { $0 + $1.tiles.count })
  }

  /// The stores of a building's floors.
  enum Stores: CaseIterable {
    case directories, linkedDirectories, databases
  }

  /// Makes the floors in one tree, stopping again and again, later each time, when `seed` is given.
  private func tree(
    _ stores: Stores, stopsBySeed seed: UInt64?
  ) throws -> (files: [String: [UInt8]], resumed: Int) {
    let floors = try floors()
    let folder = try TemporaryDirectory()
    let scratch = try TemporaryDirectory()
    var generator = SeededGenerator(seed: seed ?? 0)
    var patience = seed == nil ? Int.max : 10
    var resumed = 0
    while true {
      let threads = 1 + Int(generator.next() % 3)
      var resources = BuildResources(in: scratch, threads: threads)
      resources.blockZooms = 1
      let builder = BuildingBuilder(floors: floors, resources: resources)
      let identity = builder.identity
      let policy = ResumePolicy(identity: identity, resumes: true)
      let tree = try OutputTree(path: folder.path("out"), adopting: true).resuming(policy)
      if tree.resumed != nil { resumed += 1 }
      try tree.endBlocks(at: BlockPosition(step: 0, band: 0, fraction: 0))
      let links = SharedTileLinks()
      let written = Guarded((before: Int?.none, now: 0))
      do {
        _ = try builder.build(
          makeWriter: { index in
            let id = floors[index].id
            let layout = DirectoryTileWriter.Layout(
              template: try TileTemplate("{z}/{x}/{y}-\(id).png"),
              hardLinks: stores == .linkedDirectories, layerFile: "\(id).json")
            return try (stores == .databases ? StoreFormat.mbtiles : .directory).makeWriter(
              WritingRequest(
                .layer(name: id, tree, links), layout: layout, resuming: policy,
                isCancelled: { false }))
          },
          describe: { definition($1) },
          progress: { progress in
            written.withLock {
              $0.before = $0.before ?? progress.tileCount
              $0.now = progress.tileCount
            }
          },
          isCancelled: { [patience] in
            written.withLock { $0.now - ($0.before ?? 0) >= patience }
          })
        try tree.publish()
        break
      } catch is CancellationError {
        _ = tree.suspend(fraction: 0)
      }
      patience += Int(generator.next() % 30)
    }
    #expect(folder.listing.allSatisfy { $0.hasPrefix("out/") })
    #expect(scratch.entries.isEmpty)
    return (try folder.files(), resumed)
  }

  @Test(
    "Floors built together end with the same files however often they were stopped",
    arguments: Stores.allCases)
  func resuming(stores: Stores) throws {
    let whole = try tree(stores, stopsBySeed: nil)
    #expect(whole.files.count > (stores == .databases ? 2 * Self.geometries.count - 1 : 20))
    for seed in [1, 2] as [UInt64] {
      let parts = try tree(stores, stopsBySeed: seed)
      #expect(parts.resumed > 1)
      #expect(parts.files == whole.files)
    }
  }
}
