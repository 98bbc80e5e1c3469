import Platform
import TileModel
import TileRendering
package import TileStorage

/// A pyramid in shards for several processes, on any machines that share a folder.
///
/// ```swift
/// let job = try PyramidJob.plan(request, size: .count(64), at: "job")
/// // In each process:
/// try await PyramidJob("job").build(shard: 7, of: request)
/// // When all are done:
/// let layer = try await PyramidJob("job").merge(request)
/// ```
///
/// A shard is the tiles below some tiles of one zoom, and the planes that these carry to the zooms
/// above, which merging makes. The output has the bytes of ``PyramidBuild``. Requests must ask for
/// the same tiles; their outputs count for merging alone.
package struct PyramidJob: Sendable {
  package let path: String
  package let plan: JobPlan

  package init(_ path: String) throws {
    self.path = path
    let file = "\(path)/\(JobPlan.fileName)"
    guard try FileSystem.kind(of: file, followingLinks: false) != nil else {
      throw FailureReport.notAPlan(path: file, found: "nothing")
    }
    plan = try JobPlan(
      decoding: try FileSystem.read(file, upTo: JobPlan.maximumByteCount), path: file)
  }

  package static func plan(
    _ layers: [ShardedLayer], identity: BuildIdentity, size: ShardSize, at path: String,
    arguments: [String], folder: String, from earlier: PyramidJob?
  ) throws -> PyramidJob {
    guard !layers.contains(where: \.plan.options.makesRetinaTiles) else {
      throw FailureReport(
        .badInput, "a job makes no retina tiles", found: "`makesRetinaTiles`",
        expected: "tiles of one size",
        nextStep: "make them with build, or plan two jobs: one with `tileSize` 256, one with 512")
    }
    let cuttings = try ShardCutting.cut(layers, size: size, as: earlier?.plan.shards)
    let shards = zip(layers, cuttings).flatMap { $0.keyed($1.shards) }
    let plan = JobPlan(
      arguments: arguments, folder: folder, identity: identity,
      summary: zip(layers, cuttings).flatMap { $0.summary($1) }, shards: shards)
    try JobFolder.make(path)
    // The plan is written last, so that its presence means a complete job.
    try AtomicFile.write(try plan.encoded(), to: "\(path)/\(JobPlan.fileName)")
    let job = try PyramidJob(path)
    if let earlier { try job.adoptShards(of: earlier) }
    return job
  }

  private func adoptShards(of earlier: PyramidJob) throws {
    let numbers = Dictionary(
      earlier.plan.shards.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first }
    )
    for (number, shard) in plan.shards.enumerated() {
      guard let old = numbers[shard.key], try earlier.shard(old) != nil else { continue }
      // The tiles are moved last, so that their presence means a complete shard.
      for path in [ShardFile.log(of:), { $0 }] {
        try JobFolder.adopt(path(earlier.path(ofShard: old)), as: path(self.path(ofShard: number)))
      }
    }
  }

  package func path(ofShard number: Int) -> String {
    let digits = String(number)
    return "\(path)/shards/" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  package func build(
    shard number: Int, resumes: Bool, report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool, open: () throws -> ShardedLayer
  ) throws -> MadeShard {
    guard plan.shards.indices.contains(number) else {
      throw FailureReport.noShard(number, count: plan.shards.count)
    }
    if let made = try shard(number) { return MadeShard(made.facts, number, wasMade: true) }
    do {
      let planned = plan.shards[number]
      try open().makeShard(
        planned.parts, to: path(ofShard: number), facts: ShardFacts(key: planned.key),
        resumes: resumes, report: report, isCancelled: isCancelled)
    } catch let error as TileStorageError {
      // Another process may have been first, with the same tiles.
      guard case .outputExists = error, try shard(number) != nil else { throw error }
    }
    guard let made = try shard(number) else {
      throw FailureReport.missingShards(path: self.path, [number], count: plan.shards.count)
    }
    return MadeShard(made.facts, number, wasMade: false)
  }

  func shard(_ number: Int) throws -> ShardFile? {
    let path = path(ofShard: number)
    guard try FileSystem.kind(of: path, followingLinks: false) != nil else { return nil }
    let file = try ShardFile(path: path)
    guard file.facts.key == plan.shards[number].key else {
      throw FailureReport(
        .badInput, "the file is not the shard of this job", at: path,
        found: "a shard with the key \(file.facts.key)",
        expected: "\(plan.shards[number].key), as plan.json says",
        nextStep: "remove the file and make the shard again")
    }
    return file
  }

  package func check(_ identity: BuildIdentity) throws(FailureReport) {
    if let difference = identity.difference(fromSaved: plan.identity) {
      throw FailureReport(
        .badInput, "the job was planned with another value of \(difference.part)",
        at: "\(path)/\(JobPlan.fileName)", found: difference.current ?? "none",
        expected: difference.saved ?? "none",
        nextStep: "plan the job again, or use the program and the images it was planned with")
    }
  }

  package func check(_ output: BuildOutput) throws(FailureReport) {
    if output.existing == .update { throw .notOfAJob(parameter: "`update`") }
    if output.resumes { throw .notOfAJob(parameter: "`resumes`") }
  }

  package func shards(ofFloor floor: String?) throws -> [(planned: PyramidShard, file: ShardFile)] {
    var shards: [(PyramidShard, ShardFile)] = []
    var missing: [Int] = []
    for (number, planned) in plan.shards.enumerated() {
      guard let file = try shard(number) else {
        missing.append(number)
        continue
      }
      if planned.floor == floor { shards.append((planned, file)) }
    }
    guard missing.isEmpty else {
      throw FailureReport.missingShards(path: path, missing, count: plan.shards.count)
    }
    return shards
  }
}

package struct MadeShard: Hashable, Sendable {
  package let number: Int
  package let tileCount: Int
  package let byteCount: Int
  package let seconds: Double
  /// The name of the machine on which it was made.
  package let host: String
  /// Whether an earlier call had made it.
  package let wasMade: Bool

  init(_ facts: ShardFacts, _ number: Int, wasMade: Bool) {
    self.number = number
    tileCount = facts.tileCount
    byteCount = facts.byteCount
    seconds = facts.seconds
    host = facts.host
    self.wasMade = wasMade
  }
}

package enum ShardState: Hashable, Sendable {
  case made(MadeShard)
  case missing
  /// A process is making it, or left it unfinished at a fraction.
  case unfinished(fraction: Double)
  /// The file cannot be used.
  case unusable(FailureReport)
}

extension PyramidJob {
  /// The state of every shard, by number; tiles are not read.
  package func states() throws -> [ShardState] {
    try plan.shards.indices.map { number in
      do {
        if let file = try shard(number) {
          return .made(MadeShard(file.facts, number, wasMade: true))
        }
      } catch let error as FailureReport {
        return .unusable(error.report)
      } catch let error as TileStorageError where error.isFinding {
        return .unusable(error.report)
      }
      let left = UnfinishedBuild.find(forOutput: path(ofShard: number))
      return left.map { .unfinished(fraction: $0.fraction) } ?? .missing
    }
  }
}
