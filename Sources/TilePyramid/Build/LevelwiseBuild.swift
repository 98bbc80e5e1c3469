import RasterSources
import TileModel
import TileStorage

/// Builds each level of a pyramid from a rendition of its own, deepest first, into one store.
struct LevelwiseBuild {
  /// One level, as a part of the build.
  struct Step {
    let plan: PyramidPlan
    let part: BuildStep
  }

  private let source: any RescalableSource
  private let plan: PyramidPlan
  private let resources: BuildResources
  /// The levels, deepest first.
  let steps: [Step]

  init(source: any RescalableSource, plan: PyramidPlan, resources: BuildResources) {
    self.source = source
    self.plan = plan
    self.resources = resources
    // A level of few tiles takes as long as the program takes to start.
    let work = plan.levels.map { Double($0.range.count + 4) }
    let total = work.reduce(0, +)
    var start = 0.0
    steps = zip(plan.levels, work).reversed().enumerated().map { index, level in
      defer { start += level.1 / total }
      return Step(
        plan: plan.rendered(level.0, from: source),
        part: BuildStep(index: index, start: start, share: level.1 / total))
    }
  }

  /// The deepest level.
  var deepest: Step { steps[0] }

  /// The working memory at worst, in bytes: that of the hungriest level, and of what draws it.
  var memoryNeeded: Int {
    let levels = steps.map { step in
      MemoryBudget(plan: step.plan, resources: resources).total
        + source.renderingBytes(for: step.plan.size)
    }
    return levels.max() ?? 0
  }

  /// Makes every level, deepest first.
  ///
  /// - Parameters:
  ///   - first: The number of the first level that is not made yet.
  ///   - progress: Told how far the whole build is.
  ///   - isCancelled: Asked while a level is drawn.
  ///   - makeLevel: Makes the tiles of one level from a rendition, telling how far it is.
  /// - Returns: What was written, with what `makeLevel` says of levels made before.
  /// - Throws: ``PlanningError/tooMuchMemory(path:needed:limit:)``, or what `makeLevel` throws.
  func build(
    from first: Int, progress: @escaping @Sendable (BuildProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool,
    makeLevel: (any RasterSource, Step, @escaping @Sendable (BuildProgress) -> Void) throws
      -> PyramidRecord
  ) throws -> PyramidRecord {
    let needed = memoryNeeded
    guard needed <= resources.memoryLimit else {
      throw PlanningError.tooMuchMemory(
        path: plan.path, needed: needed, limit: resources.memoryLimit)
    }
    var record = PyramidRecord()
    let lost = Guarded(0)
    for step in steps[first...] {
      let rendition = source.rendition(size: step.plan.size, isCancelled: isCancelled)
      let (tiles, bytes, flattened) = (record.tileCount, record.byteCount, lost.withLock { $0 })
      let level = try makeLevel(rendition, step) { part in
        var whole = Self.progress(part, of: step, tilesBefore: tiles, bytesBefore: bytes)
        whole.flattenedTileCount = flattened + part.flattenedTileCount
        lost.withLock { $0 = whole.flattenedTileCount }
        progress(whole)
      }
      record.add(level)
    }
    return record
  }

  /// The progress of the whole build while one level is made.
  private static func progress(
    _ part: BuildProgress, of step: Step, tilesBefore: Int, bytesBefore: Int
  ) -> BuildProgress {
    // Drawing takes about half of the time of a level that goes through a scratch file.
    let prepares = if case .scratch = step.plan.access { true } else { false }
    let fraction =
      switch (part.phase, prepares) {
      case (.preparing, _): part.fraction / 2
      case (_, true): 0.5 + part.fraction / 2
      case (_, false): part.fraction
      }
    return BuildProgress(
      phase: .tiling, fraction: step.part.whole(fraction),
      tileCount: tilesBefore + part.tileCount, byteCount: bytesBefore + part.byteCount,
      zoom: part.zoom ?? step.plan.deepest.zoom)
  }
}
