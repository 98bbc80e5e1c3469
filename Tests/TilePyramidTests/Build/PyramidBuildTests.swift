import Foundation
import Georeferencing
import Mosaics
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("PyramidBuild")
struct PyramidBuildTests {
  private let folder: TemporaryDirectory
  private var plan: String { folder.path("plan.png") }

  /// A plan of noise, so that tiles are many and differ.
  init() throws {
    folder = try TemporaryDirectory()
    try Self.write(seed: 1, to: folder.path("plan.png"))
  }

  private static func write(
    seed: UInt64, size: PixelSize = PixelSize(width: 500, height: 1100), to path: String
  ) throws {
    let raster = SyntheticRaster.noise(seed: seed, opaque: false, size: size)
    try PNGFileWriter.write(RGBAImage(raster), to: path, compression: .fast)
  }

  private static let placement = Placement.anchor(
    ImageAnchor(
      anchor: GeographicCoordinate(latitude: 47.36565, longitude: 8.54585),
      sampleSize: .metres(0.1), bearing: 0))

  private func build(_ output: BuildOutput) throws -> PyramidBuild {
    try PyramidBuild(request(output))
  }

  /// A request in blocks so small that some are finished long before the end.
  private func request(_ output: BuildOutput) -> PyramidRequest {
    var request = PyramidRequest(SourceImage(plan, placement: Self.placement), output: output)
    request.resources.blockZooms = 1
    return request
  }

  @Test("The layer that run returns is the one in the store, with the digest of its tiles")
  func definition() async throws {
    let layer = try await build(.directory(folder.path("out"))).run()
    let store = try openTileStore(folder.path("out"))
    #expect(store.definition == layer.definition)
    #expect(layer.definition.name == "plan")
    #expect(try store.coordinates().count == layer.summary.tileCount)
    #expect(try store.coordinates().allSatisfy { layer.definition.coverage.contains($0) })
    var digest = ContentDigest()
    for coordinate in try store.coordinates() {
      let tile = try #require(try store.tile(at: coordinate))
      digest.add(.term(of: tile, at: coordinate))
    }
    #expect(digest == layer.definition.digest)
    #expect(layer.changes == nil)
  }

  @Test("Progress never goes back and ends with 1 and all tiles")
  func progress() async throws {
    let seen = Guarded<[BuildEvent]>([])
    let layer = try await build(try .file(folder.path("out.mbtiles"))).run { event in
      seen.withLock { $0.append(event) }
    }
    let events = seen.withLock { $0 }
    #expect(events.first == .began(resumedAt: nil, tileCount: nil))
    let progress = events.compactMap {
      if case .progress(let progress) = $0 { progress } else { nil }
    }
    #expect(progress.map(\.fraction) == progress.map(\.fraction).sorted())
    let last = try #require(progress.last)
    #expect(last.fraction == 1 && last.phase == .publishing)
    #expect(last.tileCount == layer.summary.tileCount && last.tileCount > 20)
  }

  /// Runs a build in a task and cancels that when half of the work is done.
  private func cancel(_ output: BuildOutput) async throws {
    let build = try build(output)
    let (halfway, reached) = AsyncStream.makeStream(of: Void.self)
    let isCancelled = DispatchSemaphore(value: 0)
    let waits = Guarded(true)
    let task = Task { [build] in
      try await build.run { event in
        guard case .progress(let progress) = event, progress.fraction > 0.5,
          waits.withLock({ value in
            defer { value = false }
            return value
          })
        else { return }
        reached.yield()
        isCancelled.wait()
      }
    }
    for await _ in halfway { break }
    task.cancel()
    isCancelled.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "A build that is cancelled with its task is resumed and has the bytes of one in one go",
    arguments: ["", ".mbtiles"])
  func cancellation(suffix: String) async throws {
    let isFolder = suffix.isEmpty
    let whole = folder.path("whole\(suffix)")
    _ = try await build(isFolder ? .directory(whole) : try .file(whole)).run()
    let path = folder.path("parts\(suffix)")
    var output: BuildOutput = isFolder ? .directory(path) : try .file(path)
    try await cancel(output)
    #expect(try folder.files("parts").isEmpty)
    let left = try #require(UnfinishedBuild.find(forOutput: path))
    // All waiting tiles are written then, which may be all there are.
    #expect(left.fraction > 0 && left.fraction <= 1)

    output.resumes = true
    let began = Guarded<BuildEvent?>(nil)
    _ = try await build(output).run { event in
      if case .began = event { began.withLock { $0 = event } }
    }
    guard case .began(let fraction?, let tiles?) = began.withLock({ $0 }) else {
      Issue.record("the build was not resumed")
      return
    }
    #expect(fraction == left.fraction && tiles > 0)
    #expect(try folder.files("parts") == folder.files("whole"))
    #expect(UnfinishedBuild.find(forOutput: path) == nil)
  }

  @Test("A layer that no document can state is refused before anything is written")
  func refusedLayer() {
    var request = request(.directory(folder.path("out")))
    request.layer.opacity = 2
    let error = #expect(throws: TileStorageError.self) { try PyramidBuild(request) }
    guard case .layerDocument? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(folder.entries == ["plan.png"])
  }
}
