import Foundation
import Georeferencing
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramid
import TilePyramidTesting
import TileStorage

@Suite("Builds of heights")
struct HeightBuildTests {
  private static let size = PixelSize(width: 460, height: 900)
  private let workshop: HeightWorkshop

  init() throws { workshop = try HeightWorkshop() }

  /// A way to place the image, one for each path through the engine.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var shift = (x: 0.0, y: 0.0)
    var scale = 1.0
    var degrees = 0.0
    var elevation = PyramidEncoding.Elevation(.terrarium)
    var overviews = OverviewResampling.average

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "aligned"),
    Case(name: "streamed, mapbox", shift: (0.4, 0.7), scale: 1.2, elevation: .init(.mapbox)),
    Case(
      name: "turned, filled", scale: 1.1, degrees: 23,
      elevation: .init(.mapbox, noDataHeight: -1)),
    Case(name: "nearest overviews", shift: (0.4, 0.7), overviews: .nearest),
  ]

  private func request(
    _ example: Case, to name: String, seed: Int = 0,
    _ change: (inout PyramidRequest) -> Void = { _ in }
  ) throws -> PyramidRequest {
    let path = try workshop.write(
      .hills(Self.size, seed: seed), as: example.name, shift: example.shift, scale: example.scale,
      degrees: example.degrees)
    return try workshop.request([path], to: name, example.elevation) {
      $0.options.overviewResampling = example.overviews
      change(&$0)
    }
  }

  /// Stops a build as soon as there is something to resume.
  private func stop(_ request: PyramidRequest, _ name: String) throws {
    var request = request
    request.resources.blockZooms = 1
    let output = request.output.path
    #expect(throws: StoppedBuild.self) {
      try PyramidBuild(request).run(report: { _ in }) {
        UnfinishedBuild.find(forOutput: output) != nil
      }
    }
  }

  /// Carries a build on, and returns its events other than progress.
  private func resume(_ request: PyramidRequest) async throws -> [BuildEvent] {
    var request = request
    request.output.resumes = true
    request.resources.blockZooms = 1
    let events = Guarded<[BuildEvent]>([])
    _ = try await PyramidBuild(request).run { event in
      if case .progress = event { return }
      events.withLock { $0.append(event) }
    }
    return events.withLock { $0 }
  }

  @Test("Threads, stops and shards change no byte of heights", arguments: cases)
  func sameBytes(example: Case) async throws {
    let whole = try await workshop.build(request(example, to: "whole"))
    #expect(whole.tiles.count > 10)
    let many = try await workshop.build(request(example, to: "many") { $0.resources.threads = 3 })
    #expect(many.tiles == whole.tiles)
    let stopped = try request(example, to: "stopped")
    try stop(stopped, "stopped")
    guard case .began(let fraction?, _)? = try await resume(stopped).first, fraction > 0 else {
      Issue.record("it was not resumed")
      return
    }
    #expect(try workshop.tiles("stopped") == whole.tiles)
    let asked = try request(example, to: "merged")
    let job = try PyramidJob.plan(asked, size: .count(3), at: workshop.folder.path("job"))
    for number in job.plan.shards.indices.reversed() {
      _ = try await job.build(shard: number, of: asked)
    }
    #expect(job.plan.shards.count > 1)
    let merged = try await job.merge(asked)
    #expect(try workshop.tiles("merged") == whole.tiles)
    #expect(merged.definition.elevation == whole.definition.elevation)
  }

  /// The halves of an image, which overlap and are not the same there: on one grid of pixels, or each on one of
  /// its own and turned, so that they are warped alone and together.
  private func halves(onGrid: Bool, seed: Int = 0) throws -> [String] {
    let field = HeightField.hills(Self.size)
    let other = HeightField.hills(Self.size, seed: seed)
    return [
      try workshop.write(field.columns(0..<270), as: "west", degrees: onGrid ? 0 : 8),
      try workshop.write(
        other.columns(210..<460), as: "east", shift: onGrid ? (210, 0) : (207.4, 31.3),
        degrees: onGrid ? 0 : 8),
    ]
  }

  @Test(
    "The stores of two images merge to a build of both",
    arguments: [true, false], ElevationEncoding.allCases)
  func mosaic(onGrid: Bool, encoding: ElevationEncoding) async throws {
    let paths = try halves(onGrid: onGrid, seed: 5)
    let both = try await workshop.build(workshop.request(paths, to: "both", .init(encoding)))
    var stores: [String] = []
    for (index, path) in paths.enumerated() {
      let built = try await workshop.build(
        workshop.request([path], to: "\(index)", .init(encoding)))
      #expect(built.tiles.count > 5)
      stores.append(workshop.folder.path("\(index)"))
    }
    var merge = StoreMerge(of: stores, to: .directory(workshop.folder.path("merged")))
    merge.effort = .fast
    let outcome = try merge.run()
    #expect(outcome.layer.definition.elevation == .init(encoding))
    let merged = try workshop.tiles("merged")
    if encoding == .terrarium {
      #expect(merged == both.tiles)
      return
    }
    // Tiles in decimetres know no finer heights.
    #expect(Set(merged.keys) == Set(both.tiles.keys))
    let result = try BuiltHeights(
      workshop.folder.path("merged"), plan: both.plan, outcome.layer.definition)
    for level in both.plan.levels {
      let (one, other) = (try result.plane(level.zoom), try both.plane(level.zoom))
      if level.zoom == HeightWorkshop.zoom { #expect(one == other) }
      var faults = 0
      one.forEach { x, y, sample in
        switch (
          PublishedFormula.metres(sample, encoding), PublishedFormula.metres(other[x, y], encoding)
        ) {
        case (nil, nil): break
        case (let one?, let other?) where abs(one - other) < 0.1001: break
        default: faults += 1
        }
      }
      #expect(faults == 0)
    }
  }

  @Test(
    "An update of one of two images has the bytes of a build of both", arguments: [true, false])
  func mosaicUpdate(onGrid: Bool) async throws {
    _ = try await workshop.build(
      workshop.request(halves(onGrid: onGrid), to: "out", .init(.mapbox)))
    let paths = try halves(onGrid: onGrid, seed: 4)
    let updated = try await workshop.build(
      workshop.request(paths, to: "out", .init(.mapbox)) { $0.output.existing = .update })
    let fresh = try await workshop.build(workshop.request(paths, to: "fresh", .init(.mapbox)))
    #expect(updated.tiles == fresh.tiles)
  }

  @Test("Work and outputs of another encoding are not carried on")
  func identity() async throws {
    let example = Self.cases[0]
    let made = try request(example, to: "out")
    _ = try await workshop.build(made)
    let others = [nil, PyramidEncoding.Elevation(.mapbox), .init(.terrarium, noDataHeight: 0)]
    for elevation in others {
      var other = made
      other.encoding.elevation = elevation
      other.output.existing = .update
      #expect {
        try PyramidBuild(other)
      } throws: { error in
        (error as? FailureReport)?.report.what == "the output was built with another `encoding`"
      }
      // A finished output of another encoding cannot be resumed.
      other.output.existing = .refuse
      other.output.resumes = true
      #expect(throws: TileStorageError.self) { try PyramidBuild(other) }
    }

    // A build that was stopped.
    let stopped = try request(example, to: "stopped")
    try stop(stopped, "stopped")
    for elevation in others {
      var other = stopped
      other.encoding.elevation = elevation
      await #expect {
        _ = try await resume(other)
      } throws: { error in
        guard case .savedWorkDiffers? = error as? TileStorageError else { return false }
        return true
      }
    }
    _ = try await resume(stopped)
    #expect(try workshop.tiles("stopped") == workshop.tiles("out"))

    // A job.
    let job = try PyramidJob.plan(made, size: .count(2), at: workshop.folder.path("job"))
    var other = made
    other.encoding.elevation = .init(.mapbox)
    await #expect(throws: FailureReport.self) { try await job.build(shard: 0, of: other) }
  }

  @Test("Stores of other encodings, of colours, and filled ones are not merged")
  func refusedMerges() async throws {
    let path = try workshop.write(.hills(PixelSize(width: 90, height: 80)))
    for (name, elevation) in [
      ("terrarium", PyramidEncoding.Elevation(.terrarium)), ("mapbox", .init(.mapbox)),
      ("filled", .init(.terrarium, noDataHeight: 7)),
    ] {
      _ = try await workshop.build(workshop.request([path], to: name, elevation))
    }
    _ = try await workshop.build(
      workshop.request([path], to: "colors") { $0.encoding.elevation = nil })
    func error(_ names: String...) async -> FailureReport? {
      let merge = StoreMerge(
        of: names.map(workshop.folder.path), to: .directory(workshop.folder.path("merged")))
      do {
        _ = try merge.run()
        return nil
      } catch {
        return error as? FailureReport
      }
    }
    for other in ["mapbox", "colors"] {
      let what = await error("terrarium", other)?.report.what
      #expect(what == "the stores differ in their encoding", "\(other)")
    }
    #expect(
      await error("terrarium", "filled")
        == .filled(path: workshop.folder.path("filled"), height: 7))
    #expect(!workshop.folder.listing.contains { $0.hasPrefix("merged") })
  }
}
