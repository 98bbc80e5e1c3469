import Platform
import RasterSources
import TileModel
import TileStorage

/// A pyramid that several processes make, each some shards of it, on any machines that share a folder.
///
/// ```swift
/// let job = try PyramidJob.plan(request, size: .count(64), at: "job")
/// // In each process:
/// try await PyramidJob("job").build(shard: 7, of: request)
/// // When all are done:
/// let layer = try await PyramidJob("job").merge(request)
/// ```
///
/// A shard is the tiles below some tiles of one zoom, and what these carry to the zooms above, which merging
/// makes: the output has the bytes of ``PyramidBuild``. Requests must ask for the same tiles; their outputs
/// count for merging alone.
public struct PyramidJob: Sendable {
  /// The folder of the job.
  public let path: String
  /// What is made by whom.
  public let plan: JobPlan
  /// The digest of the plan.
  private let digest: String

  /// Opens a job.
  ///
  /// - Throws: ``JobError`` or `TileStorageError`.
  public init(_ path: String) throws {
    self.path = path
    let file = "\(path)/\(JobPlan.fileName)"
    plan = try JobPlan(
      decoding: try JobFolder.contents(of: file, upTo: JobPlan.maximumByteCount), path: file)
    digest = try plan.digest
  }

  /// Plans a job and writes its plan; the folder must not be one of a job yet.
  ///
  /// - Parameters:
  ///   - request: The pyramid.
  ///   - size: How many shards there are, or how large they are; fewer where the pyramid has too few tiles for
  ///     them.
  ///   - path: The folder of the job, which is made.
  ///   - arguments: What whoever does a shard needs to ask for the same pyramid.
  ///   - folder: The folder to which relative paths in them belong, relative to the job or absolute.
  ///   - earlier: A job whose shards are kept that are the same; the pyramid is cut as it was there where it has
  ///     the same tiles.
  /// - Returns: The job.
  /// - Throws: What ``PyramidBuild/init(_:)`` throws, ``JobError`` or `TileStorageError`.
  public static func plan(
    _ request: PyramidRequest, size: ShardSize, at path: String, arguments: [String] = [],
    folder: String = ".", from earlier: PyramidJob? = nil
  ) throws -> PyramidJob {
    var request = request
    if !request.images.isOneImage, request.headers == nil {
      try JobFolder.make(path)
      request.headers = "\(path)/\(headerFile)"
    }
    let build = try build(request, ofShardAt: "\(path)/\(JobPlan.fileName)")
    let images = build.image.placedImages
    let cutting =
      try earlier.flatMap { ShardCutting(build.plan, as: $0.plan.shards) }
      ?? ShardCutting(build.plan, images: images, count: build.shardCount(size))
    let shards = cutting.shards.map { shard in
      var shard = shard
      shard.key = build.key(of: shard)
      return shard
    }
    let plan = JobPlan(
      arguments: arguments, folder: folder, identity: build.tileIdentity,
      summary: Self.summary(of: build, cutting), shards: shards)
    try JobFolder.make(path)
    let index =
      cutting.shards.count > 1 ? try build.rowIndex(for: cutting.shards) : RowIndex()
    if !index.isEmpty {
      try AtomicFile.write(
        index.encoded(for: try plan.digest), to: "\(path)/\(RowIndex.fileName)",
        presence: .isReplaced)
    }
    // The plan is the last, so that a job has all that belongs to it.
    try AtomicFile.write(try plan.encoded(), to: "\(path)/\(JobPlan.fileName)")
    let job = try PyramidJob(path)
    if let earlier { try job.adoptShards(of: earlier) }
    return job
  }

  /// Takes over shards of another job that are the same.
  private func adoptShards(of earlier: PyramidJob) throws {
    let numbers = Dictionary(
      earlier.plan.shards.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first }
    )
    for (number, shard) in plan.shards.enumerated() {
      guard let old = numbers[shard.key], try earlier.shard(old) != nil else { continue }
      try JobFolder.adopt(earlier.path(ofShard: old), as: path(ofShard: number))
    }
  }

  private static func summary(of build: PyramidBuild, _ cutting: ShardCutting) -> [String] {
    let plan = build.plan
    let steps = zip(plan.steps, cutting.cuts).map { step, cut in
      let zooms = "zoom \(step.levels[0].zoom) to \(step.deepest.zoom)"
      return step.levels[0].zoom < cut.roots.zoom
        ? "\(zooms), cut at zoom \(cut.roots.zoom) into \(cut.roots.count) roots" : zooms
    }
    return [
      "\(plan.path), \(plan.size.width) x \(plan.size.height) pixels",
      "up to \(plan.tileCount) tiles of \(plan.options.tileSize.rawValue) pixels, "
        + build.request.encoding.formatName,
    ] + steps
  }

  /// The file of a shard.
  public func path(ofShard number: Int) -> String {
    let digits = String(number)
    return "\(path)/shards/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Makes a shard, unless it is made; cancelled with its task.
  ///
  /// - Parameters:
  ///   - number: The shard.
  ///   - request: The pyramid.
  ///   - resumes: Whether what a process that was stopped left of it is carried on.
  ///   - report: Told what happens, from any thread, one call at a time.
  /// - Returns: What is known of the shard.
  /// - Throws: ``JobError``, and what ``PyramidBuild/run(report:)`` throws;
  ///   `TileStorageError.outputBusy(path:)` while another process makes the shard.
  @discardableResult
  public func build(
    shard number: Int, of request: PyramidRequest, resumes: Bool = false,
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> MadeShard {
    try await CancellableWork.run {
      try build(
        shard: number, of: request, resumes: resumes, report: report, isCancelled: $0)
    }
  }

  /// Makes a shard on this thread.
  ///
  /// - Throws: As ``build(shard:of:resumes:report:)``, but ``StoppedBuild`` also for a cancellation.
  @discardableResult
  package func build(
    shard number: Int, of request: PyramidRequest, resumes: Bool,
    report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> MadeShard {
    guard plan.shards.indices.contains(number) else {
      throw JobError.noShard(number, count: plan.shards.count)
    }
    if let made = try shard(number) { return MadeShard(made.facts, number, wasMade: true) }
    let path = path(ofShard: number)
    var request = request
    if request.headers == nil { request.headers = try headers() }
    do {
      let build = try Self.build(request, ofShardAt: path)
      try check(build)
      try build.makeShard(
        plan.shards[number].parts, to: path, facts: ShardFacts(key: plan.shards[number].key),
        rowIndex: try rowIndex(), resumes: resumes, report: report, isCancelled: isCancelled)
    } catch let error as TileStorageError {
      // Another process may have been first, which makes the same.
      guard case .outputExists = error, try shard(number) != nil else { throw error }
    }
    guard let made = try shard(number) else {
      throw JobError.missingShards(path: self.path, [number], count: plan.shards.count)
    }
    return MadeShard(made.facts, number, wasMade: false)
  }

  /// What the headers of several images say, in a file of the job.
  private static let headerFile = "images.headers"

  /// The file with what the headers of several images say, where it was made with the plan.
  func headers() throws(TileStorageError) -> String? {
    let file = "\(path)/\(Self.headerFile)"
    return try JobFolder.holds(file) ? file : nil
  }

  /// The positions that were found when the job was planned.
  private func rowIndex() throws(TileStorageError) -> RowIndex {
    let file = "\(path)/\(RowIndex.fileName)"
    guard try JobFolder.holds(file) else { return RowIndex() }
    let bytes = try JobFolder.contents(of: file, upTo: RowIndex.maximumByteCount)
    return RowIndex(decoding: bytes, for: digest) ?? RowIndex()
  }

  /// What is known of a shard that is made; `nil` for one that is not.
  ///
  /// - Throws: ``JobError/foreignShard(path:found:expected:)`` or `TileStorageError`.
  func shard(_ number: Int) throws -> ShardFile? {
    let path = path(ofShard: number)
    guard try JobFolder.holds(path) else { return nil }
    let file = try ShardFile(path: path)
    guard file.facts.key == plan.shards[number].key else {
      throw JobError.foreignShard(
        path: path, found: "a shard with the key \(file.facts.key)",
        expected: "\(plan.shards[number].key), as plan.json says")
    }
    return file
  }

  /// Refuses a build that is another than the one that was planned.
  func check(_ build: PyramidBuild) throws(JobError) {
    if let difference = build.tileIdentity.difference(fromSaved: plan.identity) {
      throw .differs(path: "\(path)/\(JobPlan.fileName)", difference)
    }
  }

  /// A build that writes a file of the job; what its request says of outputs counts for merging alone.
  private static func build(
    _ request: PyramidRequest, ofShardAt path: String
  ) throws -> PyramidBuild {
    var request = request
    request.output.path = path
    request.output.existing = .refuse
    request.output.resumes = false
    guard !request.skipsDamagedImages else {
      throw JobError.notOfAJob(parameter: "`skipsDamagedImages`")
    }
    return try PyramidBuild(request)
  }
}

/// A shard that is made.
public struct MadeShard: Hashable, Sendable {
  /// Its number.
  public let number: Int
  /// How many tiles it has.
  public let tileCount: Int
  /// Their bytes.
  public let byteCount: Int
  /// The seconds that the process that ended it took.
  public let seconds: Double
  /// The name of the machine on which it was made.
  public let host: String
  /// Whether it was there already.
  public let wasMade: Bool

  init(_ facts: ShardFacts, _ number: Int, wasMade: Bool) {
    self.number = number
    tileCount = facts.tileCount
    byteCount = facts.byteCount
    seconds = facts.seconds
    host = facts.host
    self.wasMade = wasMade
  }
}

/// The state of a shard.
public enum ShardState: Hashable, Sendable {
  case made(MadeShard)
  case missing
  /// A process makes it, or left it unfinished with so much done.
  case unfinished(fraction: Double)
  /// The file cannot be used.
  case unusable(FailureReport)
}

extension PyramidJob {
  /// The state of every shard, by number; tiles are not read.
  ///
  /// - Throws: `TileStorageError` when a file cannot be read.
  public func states() throws -> [ShardState] {
    try plan.shards.indices.map { number in
      do {
        if let file = try shard(number) {
          return .made(MadeShard(file.facts, number, wasMade: true))
        }
      } catch let error as JobError {
        return .unusable(error.report)
      } catch let error as TileStorageError where error.isFinding {
        return .unusable(error.report)
      }
      let left = UnfinishedBuild.find(forOutput: path(ofShard: number))
      return left.map { .unfinished(fraction: $0.fraction) } ?? .missing
    }
  }
}
