import Foundation
import PreviewPage
public import RasterSources
import TileImaging
public import TileModel
public import TileStorage

/// Makes the tile pyramid of an image: opens and georeferences it, plans, renders, describes and
/// publishes.
///
/// ```swift
/// let build = try PyramidBuild("plan.png", placement: .corners(corners), output: .directory("tiles"))
/// let layer = try await build.run()
/// ```
///
/// Nothing appears at the output before all of it is complete. The layer definition and its digest
/// follow from the tiles that were written. An image that changes meanwhile ends the build.
public struct PyramidBuild: Sendable {
  /// The version of the builder, to which unfinished builds are bound.
  public static let version = "0.2.0"

  /// What is made.
  public let request: PyramidRequest
  /// The image and where it is.
  public let image: GeoreferencedImage
  /// Which tiles are made, and how the image is read.
  public let plan: PyramidPlan
  /// What is used of the machine: what the request allows, with fewer threads where these would take more
  /// memory than it allows.
  public let resources: BuildResources
  /// What renders the tiles.
  package var builder: PyramidBuilder
  let layer: LayerBuild
  /// What the output was built from that is there already; it is yet to be confirmed.
  private var complete: CompletedOutput?
  let sources: SourceWatch
  private let skippedImages = SkippedImages()
  private let earlier: EarlierTiles?
  /// What an update of several images makes again; `nil` where every tile is made.
  private let updateScope: UpdateScope?
  private let cancellation = LateCancellation()

  /// Opens and georeferences an image and plans its pyramid; writes nothing.
  ///
  /// - Parameters:
  ///   - path: A PNG, JPEG, WebP, TIFF, JPEG 2000, PDF or SVG file.
  ///   - placement: Where the image is; `nil` to read that from the files beside it or its tags.
  ///   - output: Where the tiles go.
  /// - Throws: What ``init(_:)`` throws.
  public init(_ path: String, placement: Placement? = nil, output: BuildOutput) throws {
    try self.init(PyramidRequest(SourceImage(path, placement: placement), output: output))
  }

  /// Opens and georeferences an image and plans its pyramid; writes nothing.
  ///
  /// - Throws: ``BuildOutputError``, `RasterError`, `GeoreferenceError`, ``PlanningError``,
  ///   ``UpdateError``, `TileTemplateError` or `TileStorageError`: above all when the output is there
  ///   and may not be replaced, or the image is in it.
  public init(_ request: PyramidRequest) throws {
    let request = try request.readingHeights()
    self.request = request
    let output = request.output
    let templates = try request.checkedTemplates()
    try InputProtection.check(
      output: output.path, kind: output.kind, inputs: request.images.files)
    try InputProtection.check(
      output: output.path, kind: output.kind, inputs: request.otherInputs)
    var source = request.images
    source.image.samples.threads = source.isOneImage ? request.resources.threads : 1
    var sources = SourceWatch()
    let headers = try request.headers.map {
      try ImageHeaderFile(path: $0, image: source.image, version: Self.version)
    }
    let opened = try source.georeferenced(
      threads: request.resources.threads,
      skipping: request.skipsDamagedImages ? skippedImages : nil, headers: headers?.headers
    ) { sources.add($0, $1) }
    self.sources = sources
    try headers?.save()
    if opened.raster.capabilities.drawing != nil {
      if request.options.overviewResampling != .average {
        throw PlanningError.overviewsRendered(parameter: "`overviewResampling`")
      }
      if request.options.overviewLight != .srgb {
        throw PlanningError.overviewsRendered(parameter: "`overviewLight`")
      }
    }
    var description = request.layer
    description.attribution = description.attribution ?? source.attribution
    let documentSources = source.isOneImage ? nil : sources.documentSources()
    func plan(_ threads: Int) throws -> LayerBuild {
      try LayerBuild(
        of: GeoreferencedImage(
          raster: opened.raster.decoded(byThreads: threads), resolved: opened.resolved),
        options: request.options, encoding: request.encoding, store: output.kind,
        templates: templates, scheme: request.scheme, description: description,
        controlPoints: opened.resolved.layerControlPoints,
        sources: documentSources)
    }
    let asked = try plan(request.resources.threads)
    resources = try request.resources.fitting {
      try ($0.threads == request.resources.threads ? asked : plan($0.threads))
        .plan.memoryNeeded(using: $0)
    }
    layer = resources == request.resources ? asked : try plan(resources.threads)
    image = layer.image
    self.plan = layer.plan
    if !output.resumes { try output.check() }
    let cancellation = cancellation
    let store =
      try output.existing == .update && TileOutput.holdsTiles(output.path)
      ? openTileStore(output.path, isCancelled: { cancellation.isRequested }) : nil
    earlier =
      output.existing == .update ? try layer.earlierTiles(in: store, at: output.path) : nil
    var builder = PyramidBuilder(
      source: image.raster, plan: self.plan, encoding: request.encoding, resources: resources)
    builder.earlier = earlier
    self.builder = builder
    updateScope =
      try output.existing == .update && !source.isOneImage
      ? UpdateScope(
        of: image, plan: self.plan,
        identity: Self.updateIdentity(of: request, builder, on: image),
        earlier: (store?.definition?.digest).map { (output.path, $0) }) : nil
    try layer.checkDefinition(for: output.path)
    guard output.resumes else { return }
    complete = try CompletedOutput.find(
      forOutput: output.path, of: identity.adding(completion), replaces: output.replaces)
    if complete == nil { try output.check() }
  }

  /// What an update makes again; `nil` where every tile is made.
  public var updatePlan: UpdatePlan? { updateScope.flatMap { UpdatePlan($0, of: plan) } }

  /// The images that were left out so far, wholly or in part.
  public var skipped: [SkippedImage] { skippedImages.list }

  /// Whether the output is there with a record that this build made it, so that nothing is done but to
  /// confirm it.
  package var isRecordedComplete: Bool { complete != nil }

  /// Makes the pyramid and publishes it; cancelled with its task.
  ///
  /// A build that is cancelled, or fails for a reason that may pass, keeps what it did beside the
  /// output, where `UnfinishedBuild.find(forOutput:)` finds it and a build that ``BuildOutput/resumes``
  /// carries it on; an update leaves nothing. A build that ``BuildOutput/resumes`` and whose output is
  /// complete confirms all of it, and makes nothing.
  ///
  /// - Parameter report: Told what happens, from any thread, one call at a time.
  /// - Returns: What was made.
  /// - Throws: `CancellationError`, ``StoppedBuild`` with any other cause after which the build can be
  ///   resumed, ``PlanningError/tooMuchMemory(path:needed:limit:)``, ``EmptyPyramidError``, `RasterError`,
  ///   `ImageCodecError` or `TileStorageError`.
  public func run(
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> BuiltLayer {
    try await CancellableWork.run { try run(report: report, isCancelled: $0) }
  }

  /// Makes the pyramid on this thread.
  ///
  /// - Throws: As ``run(report:)``, but ``StoppedBuild`` also for a cancellation.
  package func run(
    report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltLayer {
    cancellation.ask(isCancelled)
    if let complete, let built = try confirmed(complete, isCancelled) {
      let meter = ProgressMeter(plan: plan, savedFraction: 1)
      report(.progress(meter.end(of: built.summary, flattened: 0)))
      return built
    }
    do {
      return try run(updating: updateScope, report: report, isCancelled: isCancelled)
    } catch let damage as EarlierTilesError {
      report(.discarded(reason: damage.reason, floor: nil))
      return try run(
        updating: updateScope?.makingAll(), report: report, isCancelled: isCancelled)
    }
  }

  /// Makes the pyramid, or what an update makes again of it.
  ///
  /// - Throws: As ``run(report:isCancelled:)``, or ``EarlierTilesError`` when tiles that were kept unseen may
  ///   not be what they should be.
  private func run(
    updating scope: UpdateScope?, report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltLayer {
    let writer = try makeWriter(isCancelled)
    if let reason = writer.discardReason { report(.discarded(reason: reason, floor: nil)) }
    report(
      .began(
        resumedAt: writer.checkpoint?.fraction, tileCount: writer.checkpoint?.record.tileCount))
    let meter = ProgressMeter(
      plan: plan, savedFraction: writer.checkpoint?.fraction ?? 0)
    let flattened = Guarded(0)
    do {
      let (builder, draft) = try updatingBuilder(scope)
      let record = try builder.build(
        into: writer,
        progress: { progress in
          flattened.withLock { $0 = progress.flattenedTileCount }
          report(.progress(meter.whole(progress)))
        }, isCancelled: isCancelled)
      if isCancelled() { throw CancellationError() }
      try sources.confirm()
      let definition = layer.definition(of: record)
      // The earlier tiles are gone once the new ones are published.
      let changes = try builder.earlier?.changes(to: definition.coverage)
      let retinaChanges = try builder.earlier?.retinaChanges(to: definition)
      if scope?.record != nil, let earlier = builder.earlier,
        try !earlier.wereAsDefined(before: definition)
      {
        throw EarlierTilesError(reason: "the tiles are not those that its definition states")
      }
      try addPreview(of: definition, to: writer)
      // It counts for the new tiles alone; what is missing of them now is not to stay so.
      if let scope, skipped.isEmpty {
        try draft?.describe(
          digest: definition.digest, identity: scope.identity, images: scope.images.encoded)
      }
      let summary = try writer.finish(definition)
      if skipped.isEmpty { draft?.publish() }
      report(
        .progress(meter.end(of: summary, flattened: flattened.withLock { $0 })))
      return BuiltLayer(
        definition: definition, summary: summary, changes: changes,
        retinaChanges: retinaChanges, skipped: skipped)
    } catch {
      let cause = sources.cause(of: error, isCancelled: isCancelled())
      if scope?.record != nil, case TileStorageError.outputChanged(_, let found) = cause {
        writer.abandon()
        throw EarlierTilesError(reason: found)
      }
      guard !(cause is EarlierTilesError), SourceWatch.allowsResuming(after: cause),
        let left = writer.suspend()
      else {
        writer.abandon()
        throw cause
      }
      throw StoppedBuild(cause: cause, left: left)
    }
  }

  /// Tiles or a record of an earlier build that an update kept unseen are others than they should be.
  private struct EarlierTilesError: Error {
    /// What was found.
    let reason: String
  }

  /// What renders the tiles, and where an update notes what the next one can keep.
  private func updatingBuilder(
    _ scope: UpdateScope?
  ) throws -> (PyramidBuilder, UpdateRecordDraft?) {
    var builder = builder
    guard let scope, let earlier = earlier?.afresh() else { return (builder, nil) }
    builder.earlier = earlier
    let draft = try UpdateRecordDraft(
      forOutput: request.output.path, changing: scope.record)
    builder.blocks = KeptBlocks(scope, earlier: earlier, draft: draft)
    return (builder, draft)
  }

  /// Everything that tiles depend on besides the images of which the picture is made.
  var updateIdentity: BuildIdentity { Self.updateIdentity(of: request, builder, on: image) }

  private static func updateIdentity(
    of request: PyramidRequest, _ builder: PyramidBuilder, on image: GeoreferencedImage
  ) -> BuildIdentity {
    var identity = BuildIdentity()
    identity.add("the version of the program", version)
    identity.add(request.images.image.readingIdentity)
    identity.add("the grids", image.gridsFingerprint)
    identity.add(builder.identity)
    return identity
  }

  private func makeWriter(
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> ResumableTileWriter {
    let output = request.output
    // An update that was stopped begins again: which tiles it changed is known only to itself.
    var checkpoints =
      output.existing == .update
      ? nil
      : CheckpointPolicy(
        identity: identity, sections: CheckpointSection.ofBuild, resumes: output.resumes,
        isCancelled: isCancelled)
    checkpoints?.completion = completion
    do throws(TileStorageError) {
      return try output.kind.makeWriter(
        WritingRequest(
          .output(
            path: output.path, replaces: output.replaces, keepsOthers: output.keepsOthers),
          layout: layout, checkpoints: checkpoints,
          isCancelled: isCancelled))
    } catch {
      // Confirming what an earlier build made changes nothing of it.
      guard isCancelled() else { throw error }
      guard let left = UnfinishedBuild.find(forOutput: output.path) else {
        throw CancellationError()
      }
      throw StoppedBuild(cause: CancellationError(), left: left)
    }
  }

  /// Puts the page that shows the tiles beside them, when it was asked for.
  func addPreview(of definition: LayerDefinition, to writer: any TileWriter) throws {
    guard request.output.preview else { return }
    let page = try MapPage([layer.pageLayer(definition)])
    try writer.place(Array(page.html.utf8), named: MapPage.fileName)
  }

  /// Everything that the output's bytes depend on.
  private var identity: BuildIdentity {
    var identity = tileIdentity
    identity.add("the layer definition", layer.identityText)
    return identity
  }

  /// Everything that the bytes of the tiles depend on.
  var tileIdentity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("the version of the program", Self.version)
    identity.add(sources.identity)
    identity.add(request.images.image.readingIdentity)
    if !request.images.isOneImage {
      identity.add("which image is on top", request.images.onTop.rawValue)
      identity.add("where each image is", image.placesFingerprint)
      identity.add("how each image is read", request.images.readingFingerprint)
    }
    identity.add(builder.identity)
    return identity
  }
}

/// A layer that was built.
public struct BuiltLayer: Sendable {
  /// The layer definition that was written.
  public let definition: LayerDefinition
  /// What the store holds.
  public let summary: TilesetSummary
  /// How the tiles differ from the earlier ones; `nil` unless the build was an update.
  public let changes: TileChanges?
  /// The same of the tiles of 512 samples beside those of 256; `nil` also where there are none.
  public let retinaChanges: TileChanges?
  /// Whether the output was complete already, so that nothing was made.
  public let wasComplete: Bool
  /// The images that are left out, wholly or in part, because they cannot be read.
  public let skipped: [SkippedImage]

  /// Puts the parts together.
  package init(
    definition: LayerDefinition, summary: TilesetSummary, changes: TileChanges?,
    retinaChanges: TileChanges? = nil, wasComplete: Bool = false, skipped: [SkippedImage] = []
  ) {
    self.skipped = skipped
    self.definition = definition
    self.summary = summary
    self.changes = changes
    self.retinaChanges = retinaChanges
    self.wasComplete = wasComplete
  }
}
