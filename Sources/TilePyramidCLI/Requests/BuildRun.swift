import Foundation
import PreviewPage
import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TileStorage

/// Carries out a build: reads, plans, makes tiles, publishes.
struct BuildRun {
  private let request: BuildRequest
  private let source: PlacedSource
  private let plan: PyramidPlan
  private let builder: PyramidBuilder

  /// Reads what is needed to plan and plans; writes nothing.
  init(_ request: BuildRequest) throws {
    self.request = request
    source = try PlacedSource(
      path: request.source, placement: request.placement, vector: request.vector)
    try source.checkOverviews(request.pyramid)
    plan = try PyramidPlan(
      for: source.raster, georeference: source.placement.georeference, options: request.pyramid)
    try TileOutput.check(
      path: request.output.path, kind: request.output.kind, overwrite: request.output.overwrite)
    let scratch = request.running.temporaryFolder ?? FileManager.default.temporaryDirectory.path
    builder = PyramidBuilder(
      source: source.raster, plan: plan, effort: request.effort,
      resources: BuildResources(
        threads: request.running.threads, memoryLimit: request.running.memoryLimit,
        scratch: ScratchDirectory(path: scratch)))
  }

  /// Says on standard error what deserves a look.
  func warn() {
    source.warn()
    if let warning = ConsumerLimit.warning(deepestZoom: plan.deepest.zoom) {
      StandardError.warn(warning)
    }
  }

  /// The plan in words.
  var description: String {
    PlanText.description(
      of: plan, placement: source.placement, reading: reading, memory: builder.memoryNeeded,
      request: request)
  }

  /// How the image is read, in words.
  private var reading: String {
    guard let size = builder.largestRendition else {
      return PlanText.access(plan.access) + PlanText.reordering(plan.reorderingScratch)
    }
    return "drawn anew for each zoom, \(size) pixels for the deepest; "
      + PlanText.access(builder.access)
  }

  /// Makes the pyramid.
  ///
  /// - Returns: One line that says what was made.
  /// - Throws: What the library throws, or ``Interruption`` when the user stopped it.
  func make() throws -> String {
    let display = ProgressDisplay(style: request.running.progress)
    let writer = try makeWriter()
    let meter = ProgressMeter(plan: plan, isDrawn: builder.largestRendition != nil)
    do {
      let record = try builder.build(
        into: writer,
        progress: { progress in
          display.show(meter.snapshot(progress, seconds: display.seconds))
        },
        isCancelled: { InterruptionWatch.interruption != nil })
      if let interruption = InterruptionWatch.interruption { throw interruption }
      let definition = definition(of: record)
      try addPreview(of: definition, to: writer)
      let summary = try writer.finish(definition)
      display.finish(
        ProgressSnapshot(
          fraction: 1, zoom: plan.deepest.zoom, tiles: summary.tileCount,
          bytes: summary.tileBytes, seconds: display.seconds))
      return PlanText.summary(
        of: summary, at: request.output.path, zooms: record.coverage, seconds: display.seconds)
    } catch {
      writer.abandon()
      display.stop()
      // A cancelled build fails in one way or another; the signal is the cause.
      if let interruption = InterruptionWatch.interruption { throw interruption }
      throw error
    }
  }

  private func makeWriter() throws -> any TileWriter {
    let output = request.output
    switch output.kind {
    case .mbtiles:
      return try MBTilesWriter(path: output.path, overwrite: output.overwrite)
    case .directory:
      return try DirectoryTileWriter(
        path: output.path,
        layout: DirectoryTileWriter.Layout(
          template: output.template, scheme: output.scheme, hardLinks: output.hardLinks),
        overwrite: output.overwrite)
    }
  }

  /// Puts the page that shows the tiles beside them, when it was asked for.
  private func addPreview(of definition: LayerDefinition, to writer: any TileWriter) throws {
    guard request.output.preview, let folder = writer as? DirectoryTileWriter else { return }
    let page = try MapPage([.init(definition, tiles: request.output.template.relativeURL)])
    try folder.place(Array(page.html.utf8), named: MapPage.fileName)
  }

  private func definition(of record: PyramidRecord) -> LayerDefinition {
    let layer = request.layer
    let fileName = URL(fileURLWithPath: request.source).deletingPathExtension().lastPathComponent
    return LayerDefinition(
      name: layer.name ?? fileName, description: layer.description,
      attribution: layer.attribution, version: layer.version, kind: layer.kind, format: .png,
      tileSize: plan.options.tileSize, scheme: request.output.scheme,
      urlTemplate: layer.urlTemplate
        ?? (request.output.kind == .directory ? request.output.template.relativeURL : nil),
      bounds: plan.bounds, outline: source.placement.outline(of: plan.size),
      controlPoints: source.placement.layerControlPoints, floor: layer.floor, zIndex: layer.zIndex,
      opacity: layer.opacity,
      overviewResampling: source.overviewText(plan.options), digest: record.digest,
      coverage: record.coverage)
  }
}

/// Turns the phases of a build into one share of the work.
struct ProgressMeter: Sendable {
  private let deepestZoom: Int
  private let preparingShare: Double

  init(plan: PyramidPlan, isDrawn: Bool) {
    deepestZoom = plan.deepest.zoom
    // Copying a turned image into its scratch file takes about a tenth of the time.
    if case .scratch = plan.access, !isDrawn { preparingShare = 0.1 } else { preparingShare = 0 }
  }

  func snapshot(_ progress: BuildProgress, seconds: Double) -> ProgressSnapshot {
    let fraction =
      switch progress.phase {
      case .preparing: preparingShare * progress.fraction
      case .tiling: preparingShare + (1 - preparingShare) * progress.fraction
      case .publishing: 1.0
      }
    return ProgressSnapshot(
      fraction: fraction, zoom: progress.zoom ?? deepestZoom, tiles: progress.tileCount,
      bytes: progress.byteCount, seconds: seconds)
  }
}
