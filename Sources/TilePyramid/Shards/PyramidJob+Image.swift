import Mosaics
import TileModel
import TileStorage

extension PyramidBuild {
  /// The layer, of which shards are made.
  fileprivate var sharded: ShardedLayer {
    ShardedLayer(
      layer, builder: builder, sources: sources, identity: tileIdentity,
      sharedIdentity: updateIdentity)
  }
}

extension PyramidJob {
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
    return try plan(
      [build.sharded], identity: build.tileIdentity, size: size, at: path, arguments: arguments,
      folder: folder, from: earlier)
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
  @discardableResult
  package func build(
    shard number: Int, of request: PyramidRequest, resumes: Bool,
    report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> MadeShard {
    try build(shard: number, resumes: resumes, report: report, isCancelled: isCancelled) {
      var request = request
      if request.headers == nil { request.headers = try headers() }
      let build = try Self.build(request, ofShardAt: path(ofShard: number))
      try check(build.tileIdentity)
      return build.sharded
    }
  }

  /// Puts the shards together, makes the zooms above them, and publishes the pyramid; cancelled with its task.
  ///
  /// - Parameters:
  ///   - request: The pyramid, with the output.
  ///   - report: Told what happens, from any thread, one call at a time.
  /// - Returns: What was made.
  /// - Throws: ``JobError`` for missing shards before anything is written, or what
  ///   ``PyramidBuild/run(report:)`` throws.
  public func merge(
    _ request: PyramidRequest, report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> BuiltLayer {
    try await CancellableWork.run { try merge(request, report: report, isCancelled: $0) }
  }

  /// Puts the shards together on this thread.
  package func merge(
    _ request: PyramidRequest, report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltLayer {
    try check(request.output)
    var request = request
    if request.headers == nil { request.headers = try headers() }
    let build = try PyramidBuild(request)
    try check(build.tileIdentity)
    let shards = try shards(ofFloor: nil)
    let work = BuildWork(
      try request.output.makeWriter(layout: build.layout, isCancelled: isCancelled),
      of: build.plan, page: build.page, report: report, isCancelled: isCancelled)
    return try work.run {
      let (record, flattened) = try build.sharded.merge(
        shards, into: work.writer, report: report, isCancelled: isCancelled)
      work.flattened.withLock { $0 = flattened }
      return build.layer.definition(of: record)
    }
  }

  /// What the headers of several images say, in a file of the job.
  private static let headerFile = "images.headers"

  /// The file with what the headers of several images say, where it was made with the plan.
  private func headers() throws(TileStorageError) -> String? {
    let file = "\(path)/\(Self.headerFile)"
    return try JobFolder.holds(file) ? file : nil
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
