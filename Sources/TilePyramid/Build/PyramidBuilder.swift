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
    _ step: RenderStep, for sequence: BandSequence, pool: TileBufferPool,
    budget: MemoryBudget, prepare: (any PyramidWork) throws -> Void,
    progress: @escaping @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any PyramidWork {
    let areas = blocks?.changedAreas ?? step.partialArea
    let shown = step.rasterAreas(of: areas)
    let raster = step.raster(try step.raster(of: source), within: shown)
    let clipMask = try step.clipMask(isCancelled: isCancelled)
    let clips = clipMask.map { mask in
      let columns = sequence.levels.groups.reduce(0) { max($0, $1.worldColumns.count) }
      return LendingPool {
        ClipRows(mask, capacity: columns, kind: step.options.sampleKind, isCancelled: isCancelled)
      }
    }
    /// Tiles of the earlier output stand in for those with the same samples.
    let keptBlocks = encoding.keepsSamples ? blocks : nil
    func bands(_ makeRenderer: @escaping () -> any TileRenderer) -> any PyramidWork {
      WindowBands(
        sequence: sequence, pool: pool,
        filling: .tiles(
          LendingPool {
            let renderer = makeRenderer()
            return keptBlocks.map { KeptTileRenderer(renderer, blocks: $0, step: step) } ?? renderer
          }), threads: resources.threads)
    }
    func warp(_ windows: any RasterWindows) -> any PyramidWork {
      bands {
        TileWarper(step: step, source: windows, clipMask: clipMask, isCancelled: isCancelled)
      }
    }
    func columns(of windows: any RasterWindows) -> any PyramidWork {
      let isOpaque = raster.isOpaque
      func rows(_ group: ColumnGroup, from band: Int) -> WindowGroupRows {
        let firstRow = band * step.metatileSide
        guard case .aligned(let column, let row) = step.mapping.form else {
          let weights = RowWeights(step: step)
          return WindowGroupRows(of: windows, clips: clips, prepare: weights.prepare) {
            ResampledGroupRows(
              group, step: step, weights: weights, strips: $0, firstSourceRow: 0,
              firstRow: firstRow)
          }
        }
        return WindowGroupRows(of: windows, clips: clips, prepare: { _ in }) {
          AlignedGroupRows(
            group, step: step, origin: (column, row), isOpaque: isOpaque, strips: $0,
            firstRow: firstRow, isClipped: clips != nil)
        }
      }
      return WindowBands(
        sequence: sequence, pool: pool, filling: .rows(rows), threads: resources.threads)
    }
    func rows(from needed: Int?) throws -> (reader: CancellableRows, first: Int) {
      let (rows, first) = try raster.openRows(
        from: needed ?? 0, scratch: resources.scratch, isCancelled: isCancelled)
      return (CancellableRows(base: rows, isCancelled: isCancelled), first)
    }
    var firstNeededRow: Int? {
      sequence.band > sequence.levels.bands.lowerBound
        ? step.firstNeededRow(from: sequence.band) : step.firstNeededRow
    }
    let tileSize = step.metatileSide
    let firstWorldRow = sequence.band * tileSize
    switch step.access {
    case .aligned(let column, let row):
      let (reader, firstRow) = try rows(from: firstNeededRow)
      let isOpaque = raster.isOpaque
      let endRow = step.partOf.map { _ in sequence.levels.bands.upperBound * tileSize - row }
      return RowBands(
        sequence: sequence, reader: reader, firstRow: firstRow, endRow: endRow, size: step.size,
        clips: clips, prepare: { _ in }
      ) { group, strips in
        AlignedGroupRows(
          group, step: step, origin: (column, row), isOpaque: isOpaque, strips: strips,
          firstRow: firstWorldRow, isClipped: clips != nil)
      }
    case .streamed:
      let weights = RowWeights(step: step)
      let (reader, firstRow) = try rows(from: firstNeededRow)
      let endRow = step.partOf.flatMap { _ in
        weights.endRow(ofBand: sequence.levels.bands.upperBound - 1)
      }
      return RowBands(
        sequence: sequence, reader: reader, firstRow: firstRow, endRow: endRow, size: step.size,
        clips: clips, prepare: weights.prepare
      ) { group, strips in
        ResampledGroupRows(
          group, step: step, weights: weights, strips: strips, firstSourceRow: firstRow,
          firstRow: firstWorldRow)
      }
    case .scratch, .columns:
      let copied = shown.map(step.copiedRows)
      let (reader, firstRow) = try rows(from: copied?.lowerBound)
      let copy = try ScratchCopy(
        of: reader, rows: copied.map { firstRow..<max(firstRow, $0.upperBound) }, areas: shown,
        step: step, directory: resources.scratch, cacheBytes: budget.blockCache
      ) { progress(BuildProgress(phase: .preparing, fraction: $0)) }
      try prepare(copy)
      guard case .columns = step.access else { return warp(copy.raster) }
      return columns(of: copy.raster)
    case .windows: return try warp(raster.makeWindows())
    case .sheets:
      let open = step.openSheets(
        of: raster.sheets, for: areas, scratch: resources.scratch, isCancelled: isCancelled)
      return bands {
        GridRenderer(step: step, open: open, clipMask: clipMask, isCancelled: isCancelled)
      }
    }
  }
}
