import PreviewPage
import TileModel
import TileRendering
import TileStorage

/// One run of work into a store, which is filled, described and published.
///
/// After a failure the rest is left to a later build, or deleted. The caller decides by the kind of
/// build what is made and kept; the run knows no kinds.
struct BuildWork: Sendable {
  let writer: any PartialTileset
  /// Written tiles that lost their transparency.
  let flattened = Guarded(0)
  private let meter: ProgressMeter
  private let sources: InputFingerprints
  private let page: (@Sendable (LayerDefinition) -> MapPage.Layer)?
  private let report: @Sendable (BuildEvent) -> Void
  private let isCancelled: @Sendable () -> Bool

  init(
    _ writer: any PartialTileset, of plan: PyramidPlan?,
    watching sources: InputFingerprints = InputFingerprints(),
    page: (@Sendable (LayerDefinition) -> MapPage.Layer)? = nil,
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.writer = writer
    self.sources = sources
    self.page = page
    self.report = report
    self.isCancelled = isCancelled
    meter = ProgressMeter(plan: plan, savedFraction: writer.resumed?.fraction ?? 0)
  }

  func begin() {
    if let reason = writer.discardReason { report(.discarded(reason: reason, floor: nil)) }
    report(.began(resumedAt: writer.resumed?.fraction, tileCount: writer.resumed?.record.tileCount))
  }

  @Sendable func progress(_ progress: BuildProgress) {
    flattened.withLock { $0 = progress.flattenedTileCount }
    report(.progress(meter.whole(progress)))
  }

  func run(
    _ fill: () throws -> LayerDefinition, confirm: (LayerDefinition) throws -> Void = { _ in }
  ) throws -> BuiltLayer {
    do {
      let definition = try fill()
      if isCancelled() { throw CancellationError() }
      try sources.confirm()
      try confirm(definition)
      if let page {
        try writer.place(Array(try MapPage([page(definition)]).html.utf8), named: MapPage.fileName)
      }
      let built = BuiltLayer(
        definition: definition, summary: try writer.finish(definition), changes: nil)
      report(.progress(meter.end(of: built, flattened: flattened.withLock { $0 })))
      return built
    } catch {
      let cause = sources.cause(of: error, isCancelled: isCancelled())
      guard InputFingerprints.allowsResuming(after: cause), let left = writer.suspend() else {
        writer.abandon()
        throw cause
      }
      throw StoppedBuild(cause: cause, left: left)
    }
  }
}

extension BuildOutput {
  func makeWriter(
    layout: DirectoryTileWriter.Layout, resuming: ResumePolicy? = nil,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(TileStorageError) -> any PartialTileset {
    try kind.makeWriter(
      WritingRequest(
        .output(path: path, replaces: replaces, keepsOthers: keepsOthers), layout: layout,
        resuming: resuming, isCancelled: isCancelled))
  }
}

/// The phases of a build as one fraction of the work.
struct ProgressMeter: Sendable {
  private let deepestZoom: Int?
  private let preparingFraction: Double
  private let savedFraction: Double

  init(plan: PyramidPlan?, savedFraction: Double) {
    deepestZoom = plan?.deepest.zoom
    self.savedFraction = savedFraction
    preparingFraction = plan?.preparingFraction ?? 0
  }

  func whole(_ progress: BuildProgress) -> BuildProgress {
    var progress = progress
    progress.zoom = progress.zoom ?? deepestZoom
    progress.startFraction = preparingFraction + (1 - preparingFraction) * savedFraction
    switch progress.phase {
    case .preparing: progress.fraction *= preparingFraction
    case .tiling:
      progress.fraction = preparingFraction + (1 - preparingFraction) * progress.fraction
    case .publishing: progress.fraction = 1
    }
    return progress
  }

  func end(of built: BuiltLayer, flattened: Int) -> BuildProgress {
    var progress = BuildProgress(
      phase: .publishing, fraction: 1, tileCount: built.summary.tileCount,
      byteCount: built.summary.tileBytes, zoom: deepestZoom ?? built.definition.maximumZoom)
    progress.flattenedTileCount = flattened
    return whole(progress)
  }
}
