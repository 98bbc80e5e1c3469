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

  /// The files of an output by name, its own name left out.
  private func files(_ output: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in folder.listing where name.hasPrefix(output) {
      files[String(name.dropFirst(output.count))] = try Data(
        contentsOf: URL(fileURLWithPath: folder.path(name)))
    }
    return files
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
    #expect(try files("parts").isEmpty)
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
    #expect(try files("parts") == files("whole"))
    #expect(UnfinishedBuild.find(forOutput: path) == nil)
  }

  @Test("A source that changes while it is built is an error, and nothing is published")
  func changedSource() async throws {
    let path = plan
    let changes = Guarded(true)
    await #expect(throws: RasterError.changed(path: path)) {
      try await build(.directory(folder.path("out"))).run { event in
        guard case .progress = event else { return }
        changes.withLock { changes in
          guard changes, let file = FileHandle(forWritingAtPath: path) else { return }
          changes = false
          file.seekToEndOfFile()
          file.write(Data([0]))
        }
      }
    }
    #expect(folder.entries == ["plan.png"])
  }

  @Test("An update keeps equal tiles, lists the others, and has the tiles of a new build")
  func update() async throws {
    let earlier = try await build(.directory(folder.path("out"))).run().definition
    // Other samples in the upper rows only.
    let size = PixelSize(width: 500, height: 1100)
    var image = RGBAImage(SyntheticRaster.noise(seed: 1, opaque: false, size: size))
    for index in 0..<(size.width * 40 * 4) { image.samples[index] = 255 }
    try PNGFileWriter.write(image, to: plan, compression: .fast)
    let updated = try await build(.directory(folder.path("out"), existing: .update)).run()
    let changes = try #require(updated.changes)
    #expect(!changes.changed.isEmpty && changes.keptCount > 0)
    #expect(changes.added.isEmpty && changes.removed.isEmpty)
    #expect(updated.definition.digest != earlier.digest)
    _ = try await build(.directory(folder.path("fresh"))).run()
    #expect(try files("out") == files("fresh"))

    var request = PyramidRequest(
      SourceImage(plan, placement: Self.placement),
      output: .directory(folder.path("out"), existing: .update))
    request.scheme = .tms
    #expect(
      throws: FailureReport.differs(
        path: folder.path("out"), parameter: "`scheme`", earlier: "xyz", now: "tms")
    ) { try PyramidBuild(request) }
  }

  @Test("What cannot be built is refused with a typed error before anything is written")
  func refusals() async throws {
    let path = folder.path("out")
    func fault(_ change: (inout PyramidRequest) -> Void) -> (any Error)? {
      var request = PyramidRequest(
        SourceImage(plan, placement: Self.placement), output: .directory(path))
      change(&request)
      do {
        _ = try PyramidBuild(request)
        return nil
      } catch {
        return error
      }
    }
    #expect(fault { _ in } == nil)
    let output = { (change: (inout BuildOutput) -> Void) in
      fault { change(&$0.output) } as? FailureReport
    }
    #expect(output { $0.keepsOthers = true } == .keepsOthersOfNothing)
    #expect(
      output {
        $0.existing = .update
        $0.resumes = true
      } == .resumedUpdate)
    #expect(
      output {
        $0.kind = .mbtiles
        $0.preview = true
      } == .previewOfFile(path: path, .mbtiles))
    let hybrid = PyramidEncoding.hybrid(quality: 80, effort: .fast)
    #expect(
      fault {
        $0.encoding = hybrid
        $0.output.kind = .mbtiles
      } as? FailureReport == .hybridStore(.mbtiles))
    #expect(
      fault {
        $0.encoding = hybrid
        $0.tilePath = "{z}/{x}/{y}.png"
      } as? FailureReport
        == .hybridWithoutExtension("`tilePath`", example: "{z}/{x}/{y}.{ext}"))
    #expect(fault { $0.images.image.placement = nil } is GeoreferenceError)
    #expect(fault { $0.options.maximumTileCount = 1 } is FailureReport)
    guard case .layerDocument? = fault({ $0.layer.opacity = 2 }) as? TileStorageError else {
      Issue.record("an opacity of 2 is not refused")
      return
    }
    guard let scale = DrawingScale("1:100") else {
      Issue.record("1:100 is a scale")
      return
    }
    let anchor = ImageAnchor(
      anchor: GeographicCoordinate(latitude: 47, longitude: 8), sampleSize: .scale(scale))
    #expect(
      fault { $0.images.image.placement = .anchor(anchor) } as? GeoreferenceError
        == .resolutionRequired)
    #expect(
      fault {
        $0.images.image.placement = .anchor(anchor)
        $0.images.image.vector.dotsPerInch = 300
      } == nil)
    #expect(folder.entries == ["plan.png"])

    try Self.write(seed: 2, size: PixelSize(width: 40, height: 30), to: plan)
    _ = try await build(.directory(path)).run()
    #expect(fault { _ in } as? TileStorageError == .outputExists(path: path))
    try FileManager.default.moveItem(atPath: plan, toPath: path + "/plan.png")
    #expect(
      fault {
        $0.images = SourceImages(
          SourceImage(path + "/plan.png", placement: Self.placement))
        $0.output.existing = .overwrite
      } as? TileStorageError == .holdsInput(path: path, input: path + "/plan.png"))
  }
}
