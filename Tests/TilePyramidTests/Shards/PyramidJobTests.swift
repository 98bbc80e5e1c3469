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

@Suite("Shards of a pyramid")
struct PyramidJobTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Something that is built.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// The places of images, in world pixels of zoom 17, and their rotations.
    var places: [(x: Double, y: Double, turn: Double)]
    var size = PixelSize(width: 1300, height: 1200)
    var overviews = OverviewResampling.average
    var light = OverviewLight.srgb
    var format = TileFormatChoice.png
    var tileSize = TileSize.standard
    var minimumZoom = 10
    var keepsEmpty = false

    var testDescription: String { name }
  }

  private static let middle = (x: 256 * 70_406.0, y: 256 * 42_567.0)

  static let cases = [
    Case(name: "aligned", places: [(middle.x + 40, middle.y + 3, 0)]),
    Case(name: "streamed", places: [(middle.x + 40.3, middle.y + 3.7, 0)]),
    Case(name: "turned", places: [(middle.x, middle.y, 0.2)], format: .hybrid),
    Case(
      name: "darkened", places: [(middle.x + 0.4, middle.y + 0.2, 0)], overviews: .darken,
      minimumZoom: 4),
    Case(
      name: "thin lines kept", places: [(middle.x + 0.4, middle.y + 0.2, 0)], overviews: .keep,
      minimumZoom: 4),
    Case(
      name: "means of light", places: [(middle.x, middle.y, 0.2)], light: .linear, minimumZoom: 4),
    Case(
      name: "nearest, all tiles", places: [(middle.x + 40, middle.y + 3, 0)], overviews: .nearest,
      keepsEmpty: true),
    Case(
      name: "several, large tiles, JPEG",
      places: [(middle.x, middle.y, 0), (middle.x + 900.5, middle.y + 300, 0.1)],
      size: PixelSize(width: 900, height: 1200), format: .jpeg, tileSize: .large),
    Case(
      name: "across the antimeridian", places: [(Double(256 << 17) - 900, middle.y, 0)],
      minimumZoom: 0),
    // A tile nine zooms above ends within it.
    Case(
      name: "many zooms", places: [(middle.x, 256 * 512 * 83 - 900, 0)],
      size: PixelSize(width: 500, height: 1900), minimumZoom: 3),
  ]

  /// Writes the images of a case.
  private func images(_ example: Case) throws -> [String] {
    let pixel = 40_075_016.685578488 / 256 / 131_072
    return try example.places.enumerated().map { number, place in
      let raster = SyntheticRaster(
        name: "image", size: example.size, isOpaque: false
      ) { x, y in
        if (400..<800).contains(x), (300..<900).contains(y) {
          return PixelColor(0, 0, 0, alpha: 0)
        }
        let value = (x / 9 &* 31 &+ y / 5 &* 17 &+ number &* 57) & 255
        return PixelColor(
          UInt8(value), UInt8((value &* 3) & 255), UInt8((x ^ y) & 255),
          alpha: x > 1100 ? 128 : 255)
      }
      let path = folder.path("\(number).png")
      try PNGFileWriter.write(RGBAImage(raster), to: path, compression: .fast)
      let affine = Georeferencing.AffineTransform(
        originX: place.x * pixel - 20_037_508.342789244,
        originY: 20_037_508.342789244 - place.y * pixel, columnX: pixel,
        columnY: -place.turn * pixel, rowX: -place.turn * pixel, rowY: -pixel)
      try folder.write(WorldFile(affine).text.utf8, as: "\(number).pgw")
      try folder.write("EPSG:3857".utf8, as: "\(number).prj")
      return path
    }
  }

  private func request(_ example: Case, _ paths: [String], to output: BuildOutput) throws
    -> PyramidRequest
  {
    var request = PyramidRequest(SourceImages(paths, readAs: SourceImage("")), output: output)
    request.options.minimumZoom = example.minimumZoom
    request.options.maximumZoom = 17
    request.options.tileSize = example.tileSize
    request.options.overviewResampling = example.overviews
    request.options.overviewLight = example.light
    request.options.keepsEmptyTiles = example.keepsEmpty
    request.encoding = try PyramidEncoding(
      example.format, quality: nil, isLossless: false, background: .white, effort: .fast)
    request.resources.threads = 2
    return request
  }

  @Test("Shards, made in any order, merge to the bytes of a build", arguments: cases)
  func merge(example: Case) async throws {
    let paths = try images(example)
    let directory = try request(example, paths, to: .directory(folder.path("whole")))
    _ = try await PyramidBuild(directory).run()
    for count in [1, 3, 16] {
      let job = try PyramidJob.plan(directory, size: .count(count), at: folder.path("job\(count)"))
      #expect(job.plan.shards.count <= count && !job.plan.shards.isEmpty)
      for number in job.plan.shards.indices.reversed() {
        let made = try await job.build(shard: number, of: directory)
        #expect(!made.wasMade && made.number == number)
      }
      let output = folder.path("merged\(count)")
      let built = try await job.merge(try request(example, paths, to: .directory(output)))
      #expect(try folder.files("merged\(count)/") == folder.files("whole/"), "\(count) shards")
      #expect(built.summary.tileCount == Array(built.definition.coverage.tiles).count)
    }
    guard example.format != .hybrid else { return }
    _ = try await PyramidBuild(
      request(example, paths, to: .file(folder.path("whole.mbtiles")))
    ).run()
    let job = try PyramidJob(folder.path("job3"))
    _ = try await job.merge(try request(example, paths, to: .file(folder.path("merged.mbtiles"))))
    let file = { (name: String) in
      try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    }
    #expect(try file("merged.mbtiles") == file("whole.mbtiles"))
  }

  /// A job of four shards of the first case.
  private func job() throws -> (PyramidJob, PyramidRequest) {
    var example = Self.cases[0]
    example.size = PixelSize(width: 2100, height: 1900)
    let made = try request(example, try images(example), to: .directory(folder.path("merged")))
    return (try PyramidJob.plan(made, size: .count(4), at: folder.path("job")), made)
  }

  @Test(
    "What is missing, damaged, of another job or of other images is an error, and nothing is written"
  )
  func faults() async throws {
    let (job, request) = try job()
    for number in [0, 1, 3] { try await job.build(shard: number, of: request) }
    await #expect(throws: FailureReport.missingShards(path: job.path, [2], count: 4)) {
      try await job.merge(request)
    }
    await #expect(throws: FailureReport.noShard(4, count: 4)) {
      try await job.build(shard: 4, of: request)
    }
    try await job.build(shard: 2, of: request)

    // A tile in which one byte changed.
    let path = job.path(ofShard: 1)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var damaged = whole
    let signature = try #require(damaged.range(of: Data([0x89, 0x50, 0x4E, 0x47])))
    damaged[signature.lowerBound + 40] ^= 1
    try damaged.write(to: URL(fileURLWithPath: path))
    await #expect(throws: TileStorageError.self) { try await job.merge(request) }
    // Half a file.
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    await #expect(throws: TileStorageError.self) { try await job.merge(request) }
    // Another shard under its name.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: job.path(ofShard: 0), toPath: path)
    await #expect(throws: FailureReport.self) { try await job.merge(request) }
    #expect(!FileManager.default.fileExists(atPath: folder.path("merged")))
    try FileManager.default.removeItem(atPath: path)
    // The block log of another shard, half of its own, and none.
    try whole.write(to: URL(fileURLWithPath: path))
    let log = path + ".log"
    let own = try Data(contentsOf: URL(fileURLWithPath: log))
    let others = try Data(contentsOf: URL(fileURLWithPath: job.path(ofShard: 0) + ".log"))
    for bytes in [others, own.prefix(own.count / 2), Data()] {
      try bytes.write(to: URL(fileURLWithPath: log))
      await #expect(throws: TileStorageError.self) { try await job.merge(request) }
    }
    for path in [path, log] { try FileManager.default.removeItem(atPath: path) }

    // Other options, and another image, than were planned.
    var other = request
    other.options.resampling = .lanczos
    await #expect(throws: FailureReport.self) { try await job.build(shard: 1, of: other) }
    var moved = Self.cases[0]
    moved.places[0].x += 4
    _ = try images(moved)
    await #expect(throws: FailureReport.self) { try await job.build(shard: 1, of: request) }

    // A plan that someone changed.
    let plan = "\(job.path)/plan.json"
    let text = try String(contentsOfFile: plan, encoding: .utf8)
    try text.replacing("\"tiles\" : ", with: "\"tiles\" : 1").write(
      toFile: plan, atomically: true, encoding: .utf8)
    #expect(throws: FailureReport.changedPlan(path: plan)) { try PyramidJob(job.path) }
  }

  @Test("Shards that are to take so long are as many as that makes")
  func minutes() throws {
    var example = Self.cases[1]
    example.size = PixelSize(width: 2100, height: 1900)
    let asked = try request(example, try images(example), to: .directory(folder.path("merged")))
    // A pyramid of a hundred tiles takes less than an hour, and more than a microsecond.
    let one = try PyramidJob.plan(asked, size: .minutes(60), at: folder.path("one"))
    #expect(one.plan.shards.count == 1)
    let many = try PyramidJob.plan(asked, size: .minutes(1e-8), at: folder.path("many"))
    #expect(many.plan.shards.count > 4)
  }

  @Test("A shard that was stopped is carried on, and has the bytes of one in one go")
  func resumed() async throws {
    let (job, request) = try job()
    let stopped = Guarded(0)
    for attempt in 0..<60 {
      do {
        try job.build(
          shard: 1, of: request, resumes: attempt > 0, report: { _ in },
          isCancelled: {
            stopped.withLock { count in
              count += 1
              return count > 40 * (attempt + 1)
            }
          })
        break
      } catch is StoppedBuild {
        stopped.withLock { $0 = 0 }
      } catch is CancellationError {
        stopped.withLock { $0 = 0 }
      }
    }
    for number in [0, 2, 3] { try await job.build(shard: number, of: request) }
    _ = try await job.merge(request)
    var whole = request
    whole.output.path = folder.path("whole")
    _ = try await PyramidBuild(whole).run()
    #expect(try folder.files("merged/") == folder.files("whole/"))
  }
}
