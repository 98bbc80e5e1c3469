package import RasterSources
package import TileImaging
import TileModel
package import TileStorage

/// Renders the tiles of a plan into a store.
///
/// The deepest level is made from the image, north to south; every other level is made from the
/// samples of the level below while they pass, never from encoded tiles. Of a `RescalableSource` every
/// level is made from a rendition of its own, deepest first. The bytes do not depend on the number of
/// threads.
package struct PyramidBuilder: Sendable {
  private let source: any RasterSource
  let plan: PyramidPlan
  let encoding: PyramidEncoding
  private let resources: BuildResources
  /// The tiles of an earlier build, which are kept where they have the same samples; they change no
  /// sample of what is made.
  package var earlier: EarlierTiles?
  /// The least time between two checkpoints; zero for as many as there can be.
  package var checkpointInterval = Duration.seconds(1)
  /// Whether the end is a checkpoint as well, for a store that is one of several.
  var savesEnd = false

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - source: The image that the plan was made for.
  ///   - plan: What to make.
  ///   - encoding: How tiles become files.
  ///   - resources: What may be used of the machine.
  package init(
    source: any RasterSource, plan: PyramidPlan, encoding: PyramidEncoding,
    resources: BuildResources
  ) {
    self.source = source
    self.plan = plan
    self.encoding = encoding
    self.resources = resources
  }

  /// Creates a builder of PNG tiles that are compressed as hard as `effort` says.
  package init(
    source: any RasterSource, plan: PyramidPlan, effort: EncodingEffort, resources: BuildResources
  ) {
    self.init(
      source: source, plan: plan, encoding: PyramidEncoding(.png, effort: effort),
      resources: resources)
  }

  /// The working memory that the build needs at worst, in bytes; where more is allowed, tiles that wait
  /// take up to 64 MB of it.
  package var memoryNeeded: Int {
    levelwise?.memoryNeeded ?? reduced?.memoryNeeded
      ?? MemoryBudget(plan: plan, resources: resources).total
  }

  /// How the image, or its largest rendition, is read.
  package var access: PyramidPlan.Access {
    levelwise?.deepest.plan.access ?? reduced?.access ?? plan.access
  }

  /// The size of the smaller picture in the file that is read in place of the image, if any is.
  package var reducedSize: PixelSize? { reduced?.plan.size }

  /// The size of the largest rendition of a `RescalableSource`, or `nil` for another source.
  package var largestRendition: PixelSize? { levelwise?.deepest.plan.size }

  /// The build of each level by itself, where the source allows it.
  private var levelwise: LevelwiseBuild? {
    guard let source = source as? any RescalableSource else { return nil }
    return LevelwiseBuild(source: source, plan: plan, resources: resources)
  }

  /// The build from a smaller picture in the file, where that is fine enough.
  private var reduced: PyramidBuilder? {
    plan.reduced(source).map { reading in builder(of: reading.source, reading.plan) }
  }

  /// A builder of another picture that is set up as this one.
  private func builder(of source: any RasterSource, _ plan: PyramidPlan) -> PyramidBuilder {
    var builder = PyramidBuilder(
      source: source, plan: plan, encoding: encoding, resources: resources)
    builder.earlier = earlier
    builder.checkpointInterval = checkpointInterval
    builder.savesEnd = savesEnd
    return builder
  }

  /// Writes every tile of the plan, in an order that the plan alone decides.
  ///
  /// The writer is not finished: the caller describes and publishes what was made. A writer that
  /// makes checkpoints is given one about every second; from one that carries on an earlier build's
  /// work, the build goes on. Either way the tiles are those of a build in one go.
  ///
  /// - Parameters:
  ///   - writer: The store, empty or with the work of an earlier build of the same ``identity``.
  ///   - progress: Told how far the build is, from any thread, one call at a time.
  ///   - isCancelled: Asked often, from any thread; the build then stops.
  /// - Returns: What was written, at least one tile.
  /// - Throws: ``PlanningError/tooMuchMemory(path:needed:limit:)``, ``EmptyPyramidError`` when nothing
  ///   of the image can be seen and empty tiles are left out, `RasterError`, `ImageCodecError`,
  ///   `TileStorageError` or `CancellationError`.
  package func build(
    into writer: any TileWriter,
    progress: @escaping @Sendable (BuildProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> PyramidRecord {
    try build(into: writer, progress: progress, isCancelled: isCancelled) { _ in }
  }

  /// Writes every tile of the plan, and tells first what makes them, so that threads can be lent to it.
  func build(
    into writer: any TileWriter, progress: @escaping @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool, started: (TilePipeline) -> Void
  ) throws -> PyramidRecord {
    let record = try write(
      into: writer, progress: progress, isCancelled: isCancelled, started: started)
    guard record.tileCount > 0 || plan.isPart else { throw EmptyPyramidError(path: plan.path) }
    return record
  }

  private func write(
    into writer: any TileWriter, progress: @escaping @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool, started: (TilePipeline) -> Void
  ) throws -> PyramidRecord {
    let saved = Self.checkpoints(of: writer)?.savedWork
    let first = try saved.map {
      try CheckpointSchedule.step(of: $0, among: levelwise?.steps.count ?? 1)
    }
    guard let levelwise else {
      return try (reduced ?? self).build(
        .whole, into: writer, saved: saved, progress: progress, isCancelled: isCancelled,
        started: started)
    }
    return try levelwise.build(from: first ?? 0, progress: progress, isCancelled: isCancelled) {
      rendition, step, progress in
      try builder(of: rendition, step.plan).build(
        step.part, into: writer, saved: step.part.index == first ? saved : nil,
        progress: progress, isCancelled: isCancelled, started: started)
    }
  }

  /// A writer that makes checkpoints, if this one does.
  private static func checkpoints(of writer: any TileWriter) -> (any ResumableTileWriter)? {
    (writer as? any ResumableTileWriter).flatMap { $0.makesCheckpoints ? $0 : nil }
  }

  /// Writes the tiles of a part of a build, of which an earlier build may have made some.
  private func build(
    _ step: BuildStep, into writer: any TileWriter, saved: SavedWork?,
    progress: @escaping @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool, started: (TilePipeline) -> Void
  ) throws -> PyramidRecord {
    let budget = MemoryBudget(plan: plan, resources: resources)
    guard budget.total <= resources.memoryLimit else {
      throw PlanningError.tooMuchMemory(
        path: plan.path, needed: budget.total, limit: resources.memoryLimit)
    }
    let tileSize = plan.options.tileSize.rawValue
    let pool = TileBufferPool(tileSize: tileSize)
    let output = OrderedTileOutput(
      writer: writer, saved: saved, fraction: step.part(saved?.fraction ?? 0), report: progress)
    let pipeline = try TilePipeline(
      threads: resources.threads, capacity: budget.queueLength, tileSize: tileSize,
      cache: EncodedTileCache(limit: MemoryBudget.rememberedTiles, pool: pool), output: output,
      earlier: earlier, encoding: encoding, isCancelled: isCancelled)
    started(pipeline)
    do {
      let levels = LevelStack(
        plan: plan, pool: pool, pipeline: pipeline,
        checkpoints: Self.checkpoints(of: writer).map {
          CheckpointSchedule(writer: $0, interval: checkpointInterval, step: step)
        })
      let access = try saved.flatMap { try levels.restore(from: $0) }
      if !levels.isComplete {
        try render(
          from: access, into: levels, pool: pool, pipeline: pipeline,
          blockCache: budget.blockCache, progress: progress, isCancelled: isCancelled)
      }
      try pipeline.finish()
      if savesEnd { try levels.saveEnd() }
    } catch {
      // The failure that stopped the threads is the cause; the one at hand may be its consequence.
      try pipeline.close()
      throw error
    }
    return output.record
  }

  private func render(
    from access: RowAccess?, into levels: LevelStack, pool: TileBufferPool,
    pipeline: TilePipeline, blockCache: Int, progress: @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    if case .windows = plan.access, let source = source as? any WindowedSource {
      let warped = try WarpedTiles(
        plan: plan, source: try source.makeWindows(), pool: pool, pipeline: pipeline,
        isCancelled: isCancelled)
      return try warped.render(into: levels)
    }
    let rows: any RasterRowReader
    let firstRow: Int
    if let access {
      (rows, firstRow) = try source.makeRowReader(scratch: resources.scratch, from: access)
    } else {
      firstRow = 0
      rows = try source.makeRowReader(scratch: resources.scratch, isCancelled: isCancelled)
    }
    // Many rows may be read for one of the result, or for none.
    let reader = CancellableRows(base: rows, isCancelled: isCancelled)
    let producer: any DeepestRowProducer
    switch plan.mapping.form {
    case .aligned(let originX, let originY):
      producer = AlignedRows(
        plan: plan, originX: originX, originY: originY, reader: reader, firstRow: firstRow,
        isOpaque: source.isOpaque, clipMask: try plan.clipMask(isCancelled: isCancelled))
    case .separable:
      producer = try SeparableResampler(
        plan: plan, reader: reader, firstRow: firstRow,
        clipMask: try plan.clipMask(isCancelled: isCancelled))
    case .affine, .general:
      let scratch = try ScratchCopy.make(
        of: reader, plan: plan, directory: resources.scratch, cacheBytes: blockCache
      ) { progress(BuildProgress(phase: .preparing, fraction: $0)) }
      let warped = try WarpedTiles(
        plan: plan, source: scratch, pool: pool, pipeline: pipeline, isCancelled: isCancelled)
      return try warped.render(into: levels)
    }
    levels.sourceAccess = { producer.access(forWorldRow: $0) }
    func checkCancellation() throws {
      if isCancelled() { throw CancellationError() }
    }
    try producer.makeRows(from: levels.nextRow, skip: checkCancellation) { row, worldRow in
      try checkCancellation()
      try levels.push(row, worldRow: worldRow)
    }
  }
}
