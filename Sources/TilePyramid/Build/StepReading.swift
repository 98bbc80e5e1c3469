import RasterSources
import TileModel
import TileRendering

/// The raster of a step, read in the way that its plan found best.
struct StepReading {
  private let step: RenderStep
  private let sequence: BandSequence
  private let pool: TileBufferPool
  private let resources: BuildResources
  private let raster: any RasterSource
  /// The areas of tiles that are made, and those that they show; `nil` for all.
  private let areas: [TileArea]?
  private let shown: [RasterArea]?
  private let clipMask: ClipMask?
  private let clips: LendingPool<ClipRows>?
  /// Tiles of the earlier output stand in for those with the same samples.
  private let keptBlocks: UnchangedBlocks?
  private let isCancelled: @Sendable () -> Bool

  init(
    _ step: RenderStep, of source: any RasterSource, for sequence: BandSequence,
    pool: TileBufferPool, resources: BuildResources, changes: UnchangedBlocks?, keepsTiles: Bool,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    (self.step, self.sequence, self.pool) = (step, sequence, pool)
    (self.resources, self.isCancelled) = (resources, isCancelled)
    areas = changes?.changedAreas ?? step.partialArea
    shown = step.rasterAreas(of: areas)
    raster = step.raster(try step.raster(of: source), within: shown)
    clipMask = try step.clipMask(isCancelled: isCancelled)
    clips = clipMask.map { mask in
      let columns = sequence.levels.groups.reduce(0) { max($0, $1.worldColumns.count) }
      return LendingPool {
        ClipRows(mask, capacity: columns, kind: step.options.sampleKind, isCancelled: isCancelled)
      }
    }
    keptBlocks = keepsTiles ? changes : nil
  }

  /// `prepare` runs what comes before, a copy into a scratch file.
  func work(
    blockCache: Int, prepare: (any PyramidWork) throws -> Void,
    progress: @escaping @Sendable (BuildProgress) -> Void
  ) throws -> any PyramidWork {
    switch step.access {
    case .aligned(let column, let row): return try alignedRows(column, row)
    case .streamed: return try resampledRows()
    case .scratch, .columns:
      let needed = shown.map(step.copiedRows)
      let (reader, firstRow) = try rows(from: needed?.lowerBound)
      let copy = try ScratchCopy(
        of: reader, rows: needed.map { firstRow..<max(firstRow, $0.upperBound) }, areas: shown,
        step: step, directory: resources.scratch, cacheBytes: blockCache
      ) { progress(BuildProgress(phase: .preparing, fraction: $0)) }
      try prepare(copy)
      guard case .columns = step.access else { return warped(copy.raster) }
      return columns(of: copy.raster)
    case .windows: return warped(try raster.makeWindows())
    case .sheets: return sheets()
    }
  }

  private func rows(from needed: Int?) throws -> (reader: CancellableRows, first: Int) {
    let (rows, first) = try raster.openRows(
      from: needed ?? 0, scratch: resources.scratch, isCancelled: isCancelled)
    return (CancellableRows(base: rows, isCancelled: isCancelled), first)
  }

  private var firstNeededRow: Int? {
    sequence.band > sequence.levels.bands.lowerBound
      ? step.firstNeededRow(from: sequence.band) : step.firstNeededRow
  }

  private func alignedRows(_ column: Int, _ row: Int) throws -> any PyramidWork {
    let (step, isOpaque, isClipped) = (step, raster.isOpaque, clips != nil)
    let (reader, firstRow) = try rows(from: firstNeededRow)
    let firstWorldRow = sequence.band * step.metatileSide
    return RowBands(
      sequence: sequence, reader: reader, firstRow: firstRow,
      endRow: step.partOf.map { _ in sequence.levels.bands.upperBound * step.metatileSide - row },
      size: step.size, clips: clips, prepare: { _ in }
    ) { group, strips in
      AlignedGroupRows(
        group, step: step, origin: (column, row), isOpaque: isOpaque, strips: strips,
        firstRow: firstWorldRow, isClipped: isClipped)
    }
  }

  private func resampledRows() throws -> any PyramidWork {
    let step = step
    let weights = RowWeights(step: step)
    let (reader, firstRow) = try rows(from: firstNeededRow)
    let firstWorldRow = sequence.band * step.metatileSide
    return RowBands(
      sequence: sequence, reader: reader, firstRow: firstRow,
      endRow: step.partOf.flatMap { _ in
        weights.endRow(ofBand: sequence.levels.bands.upperBound - 1)
      }, size: step.size, clips: clips, prepare: weights.prepare
    ) { group, strips in
      ResampledGroupRows(
        group, step: step, weights: weights, strips: strips, firstSourceRow: firstRow,
        firstRow: firstWorldRow)
    }
  }

  private func columns(of windows: any RasterWindows) -> any PyramidWork {
    let (step, clips, isOpaque) = (step, clips, raster.isOpaque)
    func rows(_ group: ColumnGroup, from band: Int) -> WindowGroupRows {
      let firstRow = band * step.metatileSide
      guard case .aligned(let column, let row) = step.mapping.form else {
        let weights = RowWeights(step: step)
        return WindowGroupRows(of: windows, clips: clips, prepare: weights.prepare) {
          ResampledGroupRows(
            group, step: step, weights: weights, strips: $0, firstSourceRow: 0, firstRow: firstRow)
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

  private func warped(_ windows: any RasterWindows) -> any PyramidWork {
    let (step, clipMask, isCancelled) = (step, clipMask, isCancelled)
    return tiles {
      TileWarper(step: step, source: windows, clipMask: clipMask, isCancelled: isCancelled)
    }
  }

  private func sheets() -> any PyramidWork {
    let (step, clipMask, isCancelled) = (step, clipMask, isCancelled)
    let open = step.openSheets(
      of: raster.sheets, for: areas, scratch: resources.scratch, isCancelled: isCancelled)
    return tiles {
      GridRenderer(step: step, open: open, clipMask: clipMask, isCancelled: isCancelled)
    }
  }

  private func tiles(of makeRenderer: @escaping () -> any TileRenderer) -> any PyramidWork {
    let (step, keptBlocks) = (step, keptBlocks)
    return WindowBands(
      sequence: sequence, pool: pool,
      filling: .tiles(
        LendingPool {
          let renderer = makeRenderer()
          return keptBlocks.map { KeptTileRenderer(renderer, blocks: $0, step: step) } ?? renderer
        }), threads: resources.threads)
  }
}
