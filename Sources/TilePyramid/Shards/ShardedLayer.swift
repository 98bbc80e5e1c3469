import Foundation
import Georeferencing
import Mosaics
import RasterSources
import TileModel
import TileRendering
package import TileStorage

/// A layer that is made in shards and merged: that of an image, or of a floor of a building.
package struct ShardedLayer: Sendable {
  let layer: LayerBuild
  let builder: PyramidBuilder
  private let sources: InputFingerprints
  /// Everything that the bytes of the tiles depend on.
  private let identity: BuildIdentity
  /// The identity without the images of a composite; `nil` when shards depend on all of it.
  private let sharedIdentity: BuildIdentity?
  package let floor: String?

  package init(
    _ layer: LayerBuild, builder: PyramidBuilder, sources: InputFingerprints,
    identity: BuildIdentity, sharedIdentity: BuildIdentity? = nil, floor: String? = nil
  ) {
    self.layer = layer
    self.builder = builder
    self.sources = sources
    self.identity = identity
    self.sharedIdentity = sharedIdentity
    self.floor = floor
  }

  var plan: PyramidPlan { layer.plan }
  var image: GeoreferencedImage { layer.image }
  var resources: BuildResources { builder.resources }

  func steps(of parts: [ShardPart]) -> [RenderStep] {
    parts.compactMap { part in
      guard plan.steps.indices.contains(part.step) else { return nil }
      let step = plan.steps[part.step]
      return step.restricted(
        to: part.roots, of: step.cut(atZoom: part.roots.zoom, number: part.step))
    }
  }

  func summary(_ cutting: ShardCutting) -> [String] {
    let steps = zip(plan.steps, cutting.cuts).map { step, cut in
      let zooms = "zoom \(step.levels[0].zoom) to \(step.deepest.zoom)"
      return step.levels[0].zoom < cut.roots.zoom
        ? "\(zooms), cut at zoom \(cut.roots.zoom) into \(cut.roots.count) roots" : zooms
    }
    return [
      (floor.map { "floor \($0): " } ?? "")
        + "\(plan.path), \(plan.size.width) x \(plan.size.height) pixels",
      "up to \(plan.tileCount) tiles of \(plan.options.tileSize.rawValue) pixels, "
        + layer.encoding.formatName,
    ] + steps
  }

  /// Shards of the floor, with their keys.
  func keyed(_ shards: [PyramidShard]) -> [PyramidShard] {
    let images = sharedIdentity == nil ? nil : image.placedImages
    return shards.map { shard in
      var shard = shard
      shard.floor = floor
      shard.key = key(of: shard, among: images)
      return shard
    }
  }

  /// A hash of everything that a shard's file depends on; of several images only the visible ones
  /// count.
  private func key(of shard: PyramidShard, among images: [PlacedImageRecord]?) -> String {
    var identity = BuildIdentity()
    identity.add("the floor", floor)
    if let sharedIdentity, let images {
      identity.add(sharedIdentity)
      let areas = shard.parts.map { part in plan.bounds(of: part) }
      let shown = images.filter { image in
        let bounds = plan.shifted(image.bounds)
        return areas.contains { $0.intersection(bounds) != nil }
      }
      identity.add("the images", [PlacedImageRecord](shown).hash.hexadecimal)
    } else {
      identity.add(self.identity)
    }
    for part in shard.parts {
      let (x, y) = (part.roots.x, part.roots.y)
      identity.add(
        "tiles",
        "step \(part.step), zoom \(part.roots.zoom), x \(x.lowerBound)..<\(x.upperBound), y "
          + "\(y.lowerBound)..<\(y.upperBound)")
    }
    return identity.digest.hexadecimal
  }

  func makeShard(
    _ parts: [ShardPart], to path: String, facts: ShardFacts, resumes: Bool,
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    let start = ContinuousClock.now
    let builder = builder.making(plan.making(steps(of: parts)))
    let policy = ResumePolicy(identity: identity, resumes: resumes, isCancelled: isCancelled)
    let writer = try ShardWriter(path: path, facts: facts, use: PartialOutputUse(policy))
      .resuming(policy)
    let work = BuildWork(
      writer, of: builder.plan, watching: sources, report: report, isCancelled: isCancelled)
    work.begin()
    _ = try work.run {
      layer.definition(
        of: try builder.build(into: writer, progress: work.progress, isCancelled: isCancelled))
    } confirm: { _ in
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      writer.note(
        flattenedTileCount: work.flattened.withLock { $0 }, seconds: seconds,
        host: ProcessInfo.processInfo.hostName)
    }
  }

  package func merge(
    _ made: [(planned: PyramidShard, file: ShardFile)], into writer: any TileWriter,
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (record: PyramidRecord, flattenedTileCount: Int) {
    let (shards, planned) = (made.map(\.file), made.map(\.planned))
    let total = max(1, shards.reduce(0) { $0 + $1.facts.tileCount })
    let meter = ProgressMeter(plan: plan, savedFraction: 0)
    var record = PyramidRecord()
    func show(_ tile: TileCoordinate) {
      var progress = BuildProgress(
        phase: .tiling, fraction: 0.95 * Double(record.tileCount) / Double(total))
      (progress.tileCount, progress.byteCount) = (record.tileCount, record.byteCount)
      progress.zoom = tile.zoom
      report(.progress(meter.whole(progress)))
    }
    for shard in shards {
      var batch = TileBatch(writer, threads: resources.threads)
      try shard.forEachTile { tile, file in
        try batch.write(file, at: tile)
        record.add(file, at: tile)
        if record.tileCount % 256 == 0 {
          if isCancelled() { throw CancellationError() }
          show(tile)
        }
      }
      try batch.finish()
      try writer.commit()
    }
    var flattened = shards.reduce(0) { $0 + $1.facts.flattenedTileCount }
    let logs = try shards.map { shard throws(TileStorageError) in try shard.openLog() }
    for (number, step) in plan.steps.enumerated() {
      let roots = planned.flatMap(\.parts).first { $0.step == number }?.roots
      guard let roots else { continue }
      let cut = step.cut(atZoom: roots.zoom, number: number)
      guard cut.isBelowOthers else { continue }
      let lost = Guarded(0)
      let output = OrderedTileOutput(writer: writer, resuming: nil, fraction: 0) { progress in
        lost.withLock { $0 = progress.flattenedTileCount }
      }
      let blocks = LoggedBlocks(ofStep: number, path: shards[0].path) {
        address throws(TileStorageError) in
        for log in logs { if let plane = try log.plane(at: address) { return plane } }
        return nil
      }
      let upper = try builder.fill(output, of: step, isCancelled: isCancelled) {
        pipeline, pool, _ in
        let sequence = BandSequence(
          step: step, pool: pool, blockZooms: cut.blockLevel, planes: blocks)
        try pipeline.run(
          RestoredBands(sequence, before: sequence.levels.bands.upperBound, writesOverviews: true))
        try pipeline.finish()
      }
      record.add(upper)
      flattened += lost.withLock { $0 }
    }
    guard record.tileCount > 0 else { throw EmptyPyramidError(path: plan.path) }
    return (record, flattened)
  }
}

extension PyramidPlan {
  /// The area that a part's tiles depend on, in the frame of the plan's columns.
  fileprivate func bounds(of part: ShardPart) -> MercatorBounds {
    let side = WebMercator.extent / Double(1 << part.roots.zoom)
    // A kernel reaches over three samples, and blocks that are averaged are no longer than one.
    let pad = 8 * deepest.resolution
    let half = WebMercator.halfExtent
    return MercatorBounds(
      minX: Double(part.roots.x.lowerBound) * side - half - pad,
      minY: half - Double(part.roots.y.upperBound) * side - pad,
      maxX: Double(part.roots.x.upperBound) * side - half + pad,
      maxY: half - Double(part.roots.y.lowerBound) * side + pad)
  }
}

/// Tiles that several threads write as the store allows.
private struct TileBatch {
  private static let limit = 64
  private let writer: any TileWriter
  private let threads: Int
  private var remainders: [TileWriter.Remainder] = []

  init(_ writer: any TileWriter, threads: Int) {
    self.writer = writer
    self.threads = threads
  }

  mutating func write(_ file: TileFile, at tile: TileCoordinate) throws {
    guard let remainder = try writer.begin(file, at: tile) else { return }
    remainders.append(remainder)
    if remainders.count == Self.limit { try finish() }
  }

  mutating func finish() throws {
    defer { remainders = [] }
    try forEachConcurrently(remainders, threads: threads) {
    } _: { _, remainder in
      try remainder()
    }
  }
}

extension PyramidBuilder {
  func making(_ plan: PyramidPlan) -> PyramidBuilder {
    PyramidBuilder(source: source, plan: plan, encoding: encoding, resources: resources)
  }
}
