import Foundation
import PreviewPage
public import RasterSources
import TileImaging
import TileModel
import TileStorage

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
  private var kind = Kind.fresh
  let sources: SourceWatch
  private let skippedImages: SkippedImages
  let cancellation = LateCancellation()

  /// What becomes of what an earlier build made.
  enum Kind: Sendable {
    /// Every tile is made, but for those that an unfinished build left.
    case fresh
    /// The output has a record that it is complete, which is yet to be confirmed.
    case confirmed(CompletedOutput)
    /// Tiles that come out the same keep their bytes; of several images only what changed is made, where a part
    /// can be made by itself.
    case update(EarlierTiles, UpdateScope?)
  }

  /// Opens and georeferences an image and plans its pyramid; writes nothing.
  ///
  /// - Parameters:
  ///   - path: A PNG, JPEG, WebP, HEIC, AVIF, TIFF, JPEG 2000, PDF or SVG file.
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
    skippedImages = SkippedImages()
    let opened = try source.georeferenced(
      threads: request.resources.threads,
      skipping: request.skipsDamagedImages ? skippedImages : nil, headers: headers?.headers
    ) { sources.add($0, $1) }
    self.sources = sources
    try headers?.save()
    try request.checkOverviews(of: opened.raster)
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
        sources: documentSources, resources: request.resources)
    }
    let asked = try plan(request.resources.threads)
    resources = try request.resources.fitting {
      try ($0.threads == request.resources.threads ? asked : plan($0.threads))
        .plan.memoryNeeded(using: $0, encoding: request.encoding)
    }
    layer = resources == request.resources ? asked : try plan(resources.threads)
    image = layer.image
    self.plan = layer.plan
    builder = PyramidBuilder(
      source: image.raster, plan: self.plan, encoding: request.encoding, resources: resources)
    if !output.resumes { try output.check() }
    if output.existing == .update { kind = try update() }
    try layer.checkDefinition(for: output.path)
    guard output.resumes else { return }
    if let complete = try CompletedOutput.find(
      forOutput: output.path, of: identity.adding(completion), replaces: output.replaces)
    {
      kind = .confirmed(complete)
    } else {
      try output.check()
    }
  }

  /// What an update makes again; `nil` where every tile is made.
  public var updatePlan: UpdatePlan? {
    guard case .update(_, let scope?) = kind, !scope.isOneImage || scope.isUnchanged else {
      return nil
    }
    return UpdatePlan(scope, of: plan)
  }

  /// The images that were left out so far, wholly or in part.
  public var skipped: [SkippedImage] { skippedImages.list }

  /// Whether the output is there with a record that this build made it, so that nothing is done but to
  /// confirm it.
  package var isRecordedComplete: Bool { if case .confirmed = kind { true } else { false } }

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
  ///   resumed, ``PlanningError``, ``EmptyPyramidError``, `RasterError`,
  ///   `ImageCodecError` or `TileStorageError`.
  public func run(
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> BuiltLayer {
    try await CancellableWork.run { try run(report: report, isCancelled: $0) }
  }

  /// Makes the pyramid on this thread.
  package func run(
    report: @escaping @Sendable (BuildEvent) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltLayer {
    cancellation.ask(isCancelled)
    func make(_ earlier: EarlierTiles? = nil, _ scope: UpdateScope? = nil) throws -> BuiltLayer {
      let work = BuildWork(
        try makeWriter(isCancelled), of: plan, watching: sources, page: page, report: report,
        isCancelled: isCancelled)
      work.begin()
      return try fill(work, keeping: earlier, scope, isCancelled)
    }
    switch kind {
    case .fresh: return try make()
    case .confirmed(let complete):
      guard let built = try confirmed(complete, isCancelled) else { return try make() }
      report(.progress(ProgressMeter(plan: plan, savedFraction: 1).end(of: built, flattened: 0)))
      return built
    case .update(let earlier, let scope):
      if let built = try unchanged(earlier, scope) {
        report(.progress(ProgressMeter(plan: plan, savedFraction: 1).end(of: built, flattened: 0)))
        return built
      }
      do {
        return try make(earlier, scope)
      } catch let damage as EarlierTilesError {
        report(.discarded(reason: damage.reason, floor: nil))
        return try make(earlier, scope?.makingAll())
      }
    }
  }

  /// Everything that tiles depend on besides the images of which the picture is made.
  var updateIdentity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("the version of the program", Self.version)
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
    var policy =
      output.existing == .update
      ? nil
      : ResumePolicy(identity: identity, resumes: output.resumes, isCancelled: isCancelled)
    policy?.completion = completion
    do throws(TileStorageError) {
      return try output.makeWriter(
        layout: layout, resuming: policy, isCancelled: isCancelled)
    } catch {
      // Confirming what an earlier build made changes nothing of it.
      guard isCancelled() else { throw error }
      guard let left = UnfinishedBuild.find(forOutput: output.path) else {
        throw CancellationError()
      }
      throw StoppedBuild(cause: CancellationError(), left: left)
    }
  }

  /// The layer on the page that shows the tiles beside them, when it was asked for.
  var page: (@Sendable (LayerDefinition) -> MapPage.Layer)? {
    guard request.output.preview else { return nil }
    let layer = layer
    return { layer.pageLayer($0) }
  }

  /// Everything that the output's bytes depend on.
  private var identity: BuildIdentity {
    tileIdentity.adding(layer.identity)
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
