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
  private let fingerprint: SourceFingerprint
  private let plan: PyramidPlan
  private let builder: PyramidBuilder
  private let earlier: EarlierTiles?

  /// Reads what is needed to plan and plans; writes nothing.
  init(_ request: BuildRequest) throws {
    self.request = request
    let output = request.output
    try InputProtection.check(output: output.path, kind: output.kind, inputs: request.inputs)
    // Taken before the image is opened, so that no change after that goes unnoticed.
    fingerprint = try SourceFingerprint(path: request.source)
    source = try PlacedSource(
      path: request.source, placement: request.placement, vector: request.vector,
      samples: request.samples)
    try source.checkOverviews(request.pyramid)
    plan = try PyramidPlan(
      for: source.raster, georeference: source.placement.georeference, options: request.pyramid)
    try TileOutput.check(
      path: output.path, kind: output.kind, overwrite: output.replaces,
      keepingOthers: output.keepOthers)
    earlier =
      request.output.update
      ? try UpdateRequest.earlierTiles(
        of: request.output, tileSize: plan.options.tileSize, encoding: request.encoding,
        bounds: plan.bounds) : nil
    let scratch = request.running.temporaryFolder ?? FileManager.default.temporaryDirectory.path
    var builder = PyramidBuilder(
      source: source.raster, plan: plan, encoding: request.encoding,
      resources: BuildResources(
        threads: request.running.threads, memoryLimit: request.running.memoryLimit,
        scratch: ScratchDirectory(path: scratch)))
    builder.earlier = earlier
    self.builder = builder
    // What the layer definition cannot state is refused before any tile is made.
    try LayerFileError.check(definition(of: PyramidRecord()), for: request.output.path)
  }

  /// Says on standard error what deserves a look.
  func warn() {
    source.warn()
    if let warning = ConsumerLimit.warning(deepestZoom: plan.deepest.zoom) {
      StandardError.warn(warning)
    }
    if request.running.dryRun, let background = request.encoding.background,
      !source.raster.isOpaque || !plan.fillsTiles
    {
      StandardError.warn(PlanText.lostTransparency(tiles: nil, background))
    }
  }

  /// The plan in words.
  var description: String {
    PlanText.description(
      of: plan, page: source.page, noData: source.noData, placement: source.placement,
      reading: reading,
      memory: builder.memoryNeeded,
      request: request)
      + PlanText.unfinished(forOutput: request.output.path, resumes: request.running.resume)
  }

  /// How the image is read, in words.
  private var reading: String {
    guard let size = builder.largestRendition else {
      if let size = builder.reducedSize {
        return "\(PlanText.access(builder.access)); out of a smaller picture of \(size) in the file"
      }
      return PlanText.access(plan.access) + PlanText.reordering(plan.reorderingScratch)
    }
    return "rendered for each zoom, \(size) pixels for the deepest; "
      + PlanText.access(builder.access)
  }

  /// Makes the pyramid.
  ///
  /// - Returns: One line that says what was made, after one for each tile that an update changed.
  /// - Throws: What the library throws, ``Interruption`` when the user stopped it, or
  ///   ``StoppedBuild`` when what was done can be gone on with.
  func make() throws -> String {
    if request.running.resume {
      // Confirming what an earlier build made, which may take long, changes nothing of it.
      let writer = try makeWriter()
      return try InterruptionWatch.deferring { try make(into: writer) }
    }
    return try InterruptionWatch.deferring { try make(into: makeWriter()) }
  }

  private func make(into writer: any ResumableTileWriter) throws -> String {
    let display = ProgressDisplay(style: request.running.progress)
    sayWhereItBegins(writer)
    let meter = ProgressMeter(
      plan: plan, isDrawn: builder.largestRendition != nil,
      savedFraction: writer.savedWork?.fraction ?? 0)
    let flattened = Guarded(0)
    do {
      let record = try builder.build(
        into: writer,
        progress: { progress in
          flattened.withLock { $0 = progress.flattenedTileCount }
          display.show(meter.snapshot(progress, seconds: display.seconds))
        },
        isCancelled: { InterruptionWatch.interruption != nil })
      if let interruption = InterruptionWatch.interruption { throw interruption }
      try fingerprint.confirm(path: request.source)
      let definition = definition(of: record)
      // The earlier tiles are gone once the new ones are published.
      let changes = try earlier?.changes(to: record.coverage)
      try addPreview(of: definition, to: writer)
      let summary = try writer.finish(definition)
      Self.warn(of: summary.leftOver)
      display.finish(
        ProgressSnapshot(
          fraction: 1, zoom: plan.deepest.zoom, tiles: summary.tileCount,
          bytes: summary.tileBytes, seconds: display.seconds))
      if let background = request.encoding.background, flattened.withLock({ $0 }) > 0 {
        StandardError.warn(
          PlanText.lostTransparency(
            tiles: flattened.withLock { $0 }, background,
            isResumed: writer.savedWork != nil))
      }
      let text =
        PlanText.summary(
          of: summary, at: request.output.path, zooms: record.coverage, seconds: display.seconds)
        + (source.page.map { ", from \($0)" } ?? "")
      guard let changes else { return text }
      if let warning = UpdateRequest.warning([changes]) { StandardError.warn(warning) }
      return
        (UpdateRequest.lines(changes, of: definition)
        + ["\(text); \(UpdateRequest.count([changes]))"]).joined(separator: "\n")
    } catch {
      display.stop()
      let cause = cause(of: error)
      guard Self.canGoOn(after: cause), let left = writer.suspend() else {
        writer.abandon()
        throw cause
      }
      throw StoppedBuild(cause: cause, left: left, arguments: try ProgramArguments.all())
    }
  }

  /// What made a build fail: a signal or a source that changed shows in one error or another.
  private func cause(of error: any Error) -> any Error {
    if let interruption = InterruptionWatch.interruption { return interruption }
    do throws(RasterError) { try fingerprint.confirm(path: request.source) } catch {
      switch error {
      case .changed, .vanished: return error
      default: break
      }
    }
    return error
  }

  /// Whether the same build can succeed later: not when its source is damaged, empty or another one.
  static func canGoOn(after error: any Error) -> Bool {
    if error is EmptyPyramidError { return false }
    guard let error = error as? RasterError else { return true }
    if case .changed = error { return false }
    return error.report.category == .cannotAccess
  }

  /// Warns of what publishing could not clear away.
  static func warn(of leftOver: [LeftOver]) {
    for left in leftOver {
      StandardError.warn("\(left.path) was left behind: \(left.reason)")
    }
  }

  private func sayWhereItBegins(_ writer: any ResumableTileWriter) {
    if let reason = writer.discardedWork { Self.warnOfDamage(reason) }
    let made = writer.savedWork.map { " with \($0.record.tileCount) tiles made before" } ?? ""
    Self.sayWhereItBegins(at: writer.savedWork?.fraction, with: made, request.running)
  }

  /// Warns that what an earlier build left is of no use.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - build: What was built.
  static func warnOfDamage(_ reason: String, in build: String = "the unfinished build") {
    StandardError.warn("\(build) is damaged, so it starts afresh: \(reason)")
  }

  /// Says with `--resume` what is gone on with, where progress is shown to people.
  static func sayWhereItBegins(
    at fraction: Double?, with made: String = "", _ running: RunningRequest
  ) {
    guard running.resume, running.progress != .none, running.progress != .json else { return }
    StandardError.print(
      fraction.map { "tilepyramid: going on at \(ProgressText.percent($0))\(made)" }
        ?? "tilepyramid: there is no unfinished build to go on with, so it starts afresh")
  }

  private func makeWriter() throws -> any ResumableTileWriter {
    let output = request.output
    // An update that was stopped begins again: which tiles it changed is known only to itself.
    let checkpoints =
      output.update
      ? nil : CheckpointPolicy(identity: identity, adoptsSavedWork: request.running.resume)
    switch output.kind {
    case .mbtiles:
      let writer = try MBTilesWriter(
        path: output.path, overwrite: output.replaces, checkpoints: checkpoints)
      writer.isCancelled = { InterruptionWatch.interruption != nil }
      return writer
    case .directory:
      return try DirectoryTileWriter(
        path: output.path,
        layout: DirectoryTileWriter.Layout(
          template: output.template, scheme: output.scheme, hardLinks: output.hardLinks),
        overwrite: output.replaces, keepingOthers: output.keepOthers, checkpoints: checkpoints)
    }
  }

  /// Puts the page that shows the tiles beside them, when it was asked for.
  private func addPreview(of definition: LayerDefinition, to writer: any TileWriter) throws {
    guard request.output.preview, let folder = writer as? DirectoryTileWriter else { return }
    let page = try MapPage([
      .init(
        definition,
        tiles: request.output.template.relativeURL.withVersionToken(definition.versionToken))
    ])
    try folder.place(Array(page.html.utf8), named: MapPage.fileName)
  }

  /// Everything that the output's bytes depend on.
  private var identity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("the version of the program", ProgramVersion.text)
    identity.add("the image", fingerprint.text)
    identity.add("the page", "\(request.vector.page ?? 1)")
    identity.add("how its samples are read", request.samples.identityText)
    identity.add(builder.identity)
    identity.add("the layer definition", layerIdentity)
    return identity
  }

  /// What the layer definition says besides the tiles.
  private var layerIdentity: String {
    let layer = definition(of: PyramidRecord())
    let parts: [(String, String?)] = [
      ("--name", layer.name), ("--description", layer.description),
      ("--attribution", layer.attribution), ("--tileset-version", layer.version),
      ("--type", layer.kind.rawValue), ("--floor", layer.floor?.id),
      ("--url", layer.urlTemplate?.text), ("--z-index", "\(layer.zIndex)"),
      ("--opacity", "\(layer.opacity)"),
    ]
    return parts.compactMap { name, value in value.map { "\(name) \($0)" } }
      .joined(separator: ", ")
  }

  private func definition(of record: PyramidRecord) -> LayerDefinition {
    let layer = request.layer
    let fileName = URL(fileURLWithPath: request.source).deletingPathExtension().lastPathComponent
    return LayerDefinition(
      name: layer.name ?? fileName, description: layer.description,
      attribution: layer.attribution, version: layer.version, kind: layer.kind,
      format: request.encoding.baseFormat,
      tileSize: plan.options.tileSize, scheme: request.output.scheme,
      urlTemplate: layer.urlTemplate
        ?? (request.output.kind == .directory ? request.output.template.relativeURL : nil),
      bounds: plan.bounds, outline: source.placement.outline(of: plan.size),
      controlPoints: source.placement.layerControlPoints, floor: layer.floor, zIndex: layer.zIndex,
      opacity: layer.opacity,
      overviewResampling: PlacedSource.overviewText(source.raster, plan.options),
      background: request.encoding.background.map { "\($0)FF" }, digest: record.digest,
      coverage: record.coverage,
      jpegCoverage: request.encoding.isHybrid ? record.jpegCoverage : nil)
  }
}

/// Turns the phases of a build into one share of the work.
struct ProgressMeter: Sendable {
  private let deepestZoom: Int
  private let preparingShare: Double
  private let savedFraction: Double

  /// - Parameters:
  ///   - plan: What is made.
  ///   - isDrawn: Whether the image is rendered for every zoom.
  ///   - savedFraction: How much of it an earlier build made.
  init(plan: PyramidPlan, isDrawn: Bool, savedFraction: Double) {
    deepestZoom = plan.deepest.zoom
    self.savedFraction = savedFraction
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
      bytes: progress.byteCount, seconds: seconds,
      startFraction: preparingShare + (1 - preparingShare) * savedFraction)
  }
}
