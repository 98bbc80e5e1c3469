import Mosaics
import TileModel
import TileStorage

extension PyramidBuild {
  fileprivate var sharded: ShardedLayer {
    ShardedLayer(
      layer, builder: builder, sources: sources, identity: tileIdentity,
      sharedIdentity: updateIdentity)
  }
}

extension PyramidJob {
  /// A pyramid with the same tiles as an earlier job's is divided as in that job; small ones have fewer shards.
  package static func plan(
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
  @discardableResult
  package func build(
    shard number: Int, of request: PyramidRequest, resumes: Bool = false,
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> MadeShard {
    try await CancellableWork.run {
      try build(shard: number, of: request, resumes: resumes, report: report, isCancelled: $0)
    }
  }

  @discardableResult
  package func build(
    shard number: Int, of request: PyramidRequest, resumes: Bool,
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> MadeShard {
    try build(shard: number, resumes: resumes, report: report, isCancelled: isCancelled) {
      var request = request
      if request.headers == nil { request.headers = try headers() }
      let build = try Self.build(request, ofShardAt: path(ofShard: number))
      try check(build.tileIdentity)
      return build.sharded
    }
  }

  /// Merges the shards, makes the zooms above them, and publishes the pyramid; cancelled with its
  /// task.
  package func merge(
    _ request: PyramidRequest, report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> BuiltLayer {
    try await CancellableWork.run { try merge(request, report: report, isCancelled: $0) }
  }

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

  private static let headerFile = "images.headers"

  private func headers() throws(TileStorageError) -> String? {
    let file = "\(path)/\(Self.headerFile)"
    return try FileSystem.kind(of: file, followingLinks: false) != nil ? file : nil
  }

  /// Puts a shard in place of the request's output, into which shards are merged later.
  private static func build(
    _ request: PyramidRequest, ofShardAt path: String
  ) throws -> PyramidBuild {
    var request = request
    request.output.path = path
    request.output.existing = .refuse
    request.output.resumes = false
    guard !request.skipsDamagedImages else {
      throw FailureReport.notOfAJob(parameter: "`skipsDamagedImages`")
    }
    return try PyramidBuild(request)
  }
}
