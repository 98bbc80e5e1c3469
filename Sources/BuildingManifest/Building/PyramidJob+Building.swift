import RasterSources
import TileModel
public import TilePyramid
import TileStorage

extension PyramidJob {
  /// Plans a job that makes the floors of a building; the folder must not be one of a job yet.
  ///
  /// - Parameters:
  ///   - manifest: The building.
  ///   - size: How many shards there are, or how large they are; each floor has one at least.
  ///   - path: The folder of the job, which is made.
  ///   - resources: What may be used of the machine.
  ///   - arguments: What whoever does a shard needs to ask for the same building.
  ///   - folder: The folder to which relative paths in them belong, relative to the job or absolute.
  ///   - earlier: A job whose shards are kept that are the same.
  /// - Returns: The job.
  /// - Throws: What ``BuildingBuild/init(_:output:resources:)`` throws,
  ///   ``ManifestError``, `JobError` or `TileStorageError`.
  public static func plan(
    _ manifest: BuildingManifest, size: ShardSize, at path: String,
    resources: BuildResources = BuildResources(), arguments: [String] = [], folder: String = ".",
    from earlier: PyramidJob? = nil
  ) throws -> PyramidJob {
    let build = try BuildingBuild(
      manifest, output: .directory("\(path)/building"), resources: resources)
    try build.building.checkAgreement()
    return try plan(
      build.shardedFloors, identity: build.tileIdentity, size: size, at: path,
      arguments: arguments, folder: folder, from: earlier)
  }

  package func build(
    shard number: Int, of manifest: BuildingManifest, resources: BuildResources, resumes: Bool,
    report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> MadeShard {
    try build(shard: number, resumes: resumes, report: report, isCancelled: isCancelled) {
      let build = try BuildingBuild(
        manifest, output: .directory("\(path)/building"), resources: resources)
      try check(build.tileIdentity)
      let floor = plan.shards[number].floor
      guard let sharded = build.shardedFloors.first(where: { $0.floor == floor }) else {
        throw JobError.noFloor(floor ?? "", path: path)
      }
      return sharded
    }
  }

  /// Makes a shard of a building, unless it is made; cancelled with its task.
  ///
  /// - Parameters:
  ///   - number: The shard.
  ///   - manifest: The building.
  ///   - resources: What may be used of the machine.
  ///   - resumes: Whether what a process that was stopped left of it is carried on.
  ///   - report: Told what happens, from any thread, one call at a time.
  /// - Returns: What is known of the shard.
  /// - Throws: `JobError`, and what ``BuildingBuild/run(report:)`` throws.
  @discardableResult
  public func build(
    shard number: Int, of manifest: BuildingManifest,
    resources: BuildResources = BuildResources(), resumes: Bool = false,
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> MadeShard {
    try await CancellableWork.run {
      try build(
        shard: number, of: manifest, resources: resources, resumes: resumes, report: report,
        isCancelled: $0)
    }
  }

  /// Puts the shards together and publishes the building; cancelled with its task.
  ///
  /// - Parameters:
  ///   - manifest: The building.
  ///   - output: The folder.
  ///   - resources: What may be used of the machine.
  ///   - report: Told what happens, from any thread, one call at a time.
  /// - Returns: What was made.
  /// - Throws: `JobError`, and what ``BuildingBuild/run(report:)`` throws.
  public func merge(
    _ manifest: BuildingManifest, to output: BuildOutput,
    resources: BuildResources = BuildResources(),
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> BuiltBuilding {
    try await CancellableWork.run {
      try merge(
        manifest, to: output, resources: resources, report: report, isCancelled: $0)
    }
  }

  package func merge(
    _ manifest: BuildingManifest, to output: BuildOutput, resources: BuildResources,
    report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltBuilding {
    try check(output)
    let build = try BuildingBuild(manifest, output: output, resources: resources)
    try check(build.tileIdentity)
    let shards = try build.shardedFloors.map { try self.shards(ofFloor: $0.floor) }
    return try build.merge(shards, report: report, isCancelled: isCancelled)
  }
}
