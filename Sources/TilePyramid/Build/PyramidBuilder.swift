import RasterSources
import TileImaging
import TileModel
package import TileRendering
package import TileStorage

/// Renders the tiles of a plan into a store.
///
/// Steps follow one another. The deepest level of a step is made from its raster, north to south.
/// Every other level is made from passing samples of the level below, never from encoded tiles. The
/// bytes do not depend on the number of threads.
package struct PyramidBuilder: Sendable {
  let source: any RasterSource
  let plan: PyramidPlan
  let encoding: PyramidEncoding
  let resources: BuildResources
  /// Tiles of an earlier build, kept when their samples are the same; they never change the output.
  package var earlier: EarlierTiles?
  /// The blocks that an update of several images keeps unread; `nil` to make every tile.
  var blocks: UnchangedBlocks?

  package init(
    source: any RasterSource, plan: PyramidPlan, encoding: PyramidEncoding,
    resources: BuildResources
  ) {
    self.source = source
    self.plan = plan
    self.encoding = encoding
    self.resources = resources
  }

  /// Worst-case working memory in bytes.
  package var memoryNeeded: Int { plan.memoryNeeded(using: resources, encoding: encoding) }

  package func checkMemory() throws(FailureReport) {
    guard memoryNeeded <= resources.memoryLimit else {
      throw .tooMuchMemory(path: plan.path, needed: memoryNeeded, limit: resources.memoryLimit)
    }
  }

  /// Writes every tile of the plan, in an order that the plan alone decides.
  ///
  /// The caller finishes the writer. A resumable writer is told each finished row of blocks, and a
  /// resumed build continues behind the last one. Either way the tiles are those of an
  /// uninterrupted build.
  package func build(
    into writer: any TileWriter, progress: @escaping @Sendable (BuildProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> PyramidRecord {
    try build(into: writer, progress: progress, isCancelled: isCancelled) { _ in }
  }

  func build(
    into writer: any TileWriter, progress: @escaping @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool, started: (TilePipeline) -> Void
  ) throws -> PyramidRecord {
    let resumed = (writer as? any PartialTileset)?.resumed
    let first = resumed?.position.step
    guard first.map(plan.steps.indices.contains) ?? true else {
      throw TileStorageError.savedWorkDamaged(
        path: plan.path, reason: "it resumes in part \(first ?? 0)")
    }
    try checkMemory()
    var record = PyramidRecord()
    let flattened = Guarded(0)
    for (step, part) in zip(plan.steps, plan.parts).dropFirst(first ?? 0) {
      let sum = StepProgress(
        step: step, part: part,
        before: (record.tileCount, record.byteCount, flattened.withLock { $0 }))
      let made = try build(
        step, part, into: writer, from: part.index == first ? resumed : nil,
        progress: {
          let whole = sum.whole($0)
          flattened.withLock { $0 = whole.flattenedTileCount }
          progress(whole)
        }, isCancelled: isCancelled, started: started)
      // Adding takes time for every tile.
      if record.tileCount == 0 { record = made } else { record.add(made) }
    }
    guard record.tileCount > 0 || plan.isPart else { throw EmptyPyramidError(path: plan.path) }
    return record
  }

  private func build(
    _ step: RenderStep, _ part: BuildStep, into writer: any TileWriter, from resumed: ResumedWork?,
    progress: @escaping @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool, started: (TilePipeline) -> Void
  ) throws -> PyramidRecord {
    let output = OrderedTileOutput(
      writer: writer, of: part, resuming: resumed?.record,
      fraction: part.part(resumed?.fraction ?? 0), report: progress)
    return try fill(output, of: step, isCancelled: isCancelled) { pipeline, pool, budget in
      started(pipeline)
      let logged = output.resumable.map { writer in
        LoggedBlocks(ofStep: step.partOf ?? part.index, path: resumed?.log.path ?? plan.path) {
          address throws(TileStorageError) in
          try resumed?.log.plane(at: address)
        } append: { plane throws(TileStorageError) in
          try writer.append(plane)
        }
      }
      let sequence = BandSequence(
        step: step, pool: pool, blockZooms: resources.blockZooms, planes: blocks ?? logged)
      if let band = resumed?.position.band {
        guard band <= sequence.levels.bands.upperBound, band > sequence.band else {
          throw TileStorageError.savedWorkDamaged(
            path: plan.path, reason: "it resumes in row of tiles \(band)")
        }
        if sequence.levels.hasUpper, band < sequence.levels.bands.upperBound {
          try pipeline.run(RestoredBands(sequence, before: band, writesOverviews: false))
        } else {
          sequence.skip(to: band)
        }
      }
      if !sequence.isComplete {
        try pipeline.run(
          makeWork(
            step, for: sequence, pool: pool, budget: budget,
            prepare: pipeline.run, progress: progress, isCancelled: isCancelled))
      }
      try pipeline.finish()
    }
  }

  func fill(
    _ output: OrderedTileOutput, of step: RenderStep, isCancelled: @escaping @Sendable () -> Bool,
    _ body: (TilePipeline, TileBufferPool, MemoryBudget) throws -> Void
  ) throws -> PyramidRecord {
    let budget = MemoryBudget(step: step, encoding: encoding, resources: resources)
    let pool = TileBufferPool(tileSize: step.metatileSide)
    let pipeline = try TilePipeline(
      threads: resources.threads, capacity: budget.queueLength, step: step, pool: pool,
      output: output, earlier: earlier, encoding: encoding, isCancelled: isCancelled)
    do {
      try body(pipeline, pool, budget)
    } catch {
      // The failure that stopped the threads is the cause; the current one may be its consequence.
      try pipeline.close()
      throw error
    }
    return output.record
  }

  package func makeWork(
    _ step: RenderStep, blockZooms: Int = ColumnGroup.zooms,
    prepare: (any PyramidWork) throws -> Void = { try $0.runAlone() }
  ) throws -> any PyramidWork {
    let pool = TileBufferPool(tileSize: step.metatileSide)
    return try makeWork(
      step, for: BandSequence(step: step, pool: pool, blockZooms: blockZooms), pool: pool,
      budget: MemoryBudget(step: step, encoding: encoding, resources: resources), prepare: prepare,
      progress: { _ in }, isCancelled: { false })
  }

  private func makeWork(
    _ step: RenderStep, for sequence: BandSequence, pool: TileBufferPool, budget: MemoryBudget,
    prepare: (any PyramidWork) throws -> Void,
    progress: @escaping @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any PyramidWork {
    try StepReading(
      step, of: source, for: sequence, pool: pool, resources: resources, changes: blocks,
      keepsTiles: encoding.keepsSamples, isCancelled: isCancelled
    ).work(blockCache: budget.blockCache, prepare: prepare, progress: progress)
  }
}
