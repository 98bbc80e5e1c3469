import TileModel
package import TilePyramid

extension PyramidJob {
  package static func plan(
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
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> MadeShard {
    try build(shard: number, resumes: resumes, report: report, isCancelled: isCancelled) {
      let build = try BuildingBuild(
        manifest, output: .directory("\(path)/building"), resources: resources)
      try check(build.tileIdentity)
      let floor = plan.shards[number].floor
      guard let sharded = build.shardedFloors.first(where: { $0.floor == floor }) else {
        throw FailureReport.noFloor(floor ?? "", path: path)
      }
      return sharded
    }
  }

  package func merge(
    _ manifest: BuildingManifest, to output: BuildOutput, resources: BuildResources,
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltBuilding {
    try check(output)
    let build = try BuildingBuild(manifest, output: output, resources: resources)
    try check(build.tileIdentity)
    let shards = try build.shardedFloors.map { try self.shards(ofFloor: $0.floor) }
    return try build.merge(shards, report: report, isCancelled: isCancelled)
  }
}
