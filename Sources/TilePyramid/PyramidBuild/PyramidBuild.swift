import Drawings
import Foundation
public import Georeferencing
public import Mosaics
import PreviewPage
public import RasterSources
import TileModel
public import TileRendering
import TileStorage

/// A build of the tile pyramid of an image: it opens, georeferences, plans, renders, describes and
/// publishes.
///
/// ```swift
/// let build = try PyramidBuild("plan.png", placement: .corners(corners), output: .directory("tiles"))
/// let layer = try await build.run()
/// ```
///
/// Nothing appears at the output before all of it is complete. The layer definition and its digest
/// follow from the written tiles. A change of the image during the build ends it.
public struct PyramidBuild: Sendable {
  /// The version of the builder, to which unfinished builds are bound.
  public static let version = "0.2.0"

  /// The requested pyramid.
  public let request: PyramidRequest
  /// The image and its georeference.
  public let image: GeoreferencedImage
  /// The plan of tiles and of reading the image.
  public let plan: PyramidPlan
  /// The resources in use: those of the request, with fewer threads if all of them would exceed the
  /// memory.
  public let resources: BuildResources
  package var builder: PyramidBuilder
  let layer: LayerBuild
  private var kind = Kind.fresh
  let sources: InputFingerprints
  private let skippedImages: SkippedImages
  let cancellation = CancellationRelay()

  /// The use of an earlier build's output.
  enum Kind: Sendable {
    /// Every tile is made, except for the blocks of an unfinished build.
    case fresh
    /// The output is recorded as complete, and not confirmed yet.
    case confirmed(CompletedOutput)
    /// Unchanged tiles keep their bytes; of several images only changed parts are made if possible.
    case update(EarlierTiles, UpdateScope?)
  }

  /// Opens and georeferences an image and plans its pyramid; writes nothing.
  ///
  /// - Parameters:
  ///   - path: A PNG, JPEG, WebP, HEIC, AVIF, TIFF, JPEG 2000, PDF or SVG file.
  ///   - placement: The georeference of the image; `nil` to read it from sidecar files or tags.
  ///   - output: The destination of the tiles.
  /// - Throws: The errors of ``init(_:)``.
  public init(_ path: String, placement: Placement? = nil, output: BuildOutput) throws {
    try self.init(PyramidRequest(SourceImage(path, placement: placement), output: output))
  }

  /// Opens and georeferences an image and plans its pyramid; writes nothing.
  ///
  /// - Throws: `FailureReport`, `RasterError`, `GeoreferenceError`, `TileTemplateError` or `TileStorageError`. Typical causes are an output
  ///   that exists and may not be replaced, and an image inside it.
  public init(_ request: PyramidRequest) throws {
    let request = try request.readingHeights()
    self.request = request
    let output = request.output
    let templates = try request.checkedTemplates()
    try InputProtection.check(output: output.path, kind: output.kind, inputs: request.images.files)
    try InputProtection.check(output: output.path, kind: output.kind, inputs: request.otherInputs)
    var source = request.images
    source.image.samples.threads = source.isOneImage ? request.resources.threads : 1
    var sources = InputFingerprints()
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

  /// The tiles that an update makes again; `nil` when every tile is made.
  package var updatePlan: UpdatePlan? {
    guard case .update(_, let scope?) = kind, !scope.isOneImage || scope.isUnchanged else {
      return nil
    }
    return UpdatePlan(scope, of: plan)
  }

  /// The images that were left out so far, wholly or in part.
  public var skipped: [SkippedImage] { skippedImages.list }

  /// True when the output is recorded as made by this build, so that a run only confirms it.
  package var isRecordedComplete: Bool { if case .confirmed = kind { true } else { false } }

  /// Makes the pyramid and publishes it; cancelled with its task.
  ///
  /// A build that is cancelled, or fails for a transient reason, keeps its work beside the output.
  /// `UnfinishedBuild.find(forOutput:)` finds it, and a build with ``BuildOutput/resumes``
  /// continues it; an update leaves nothing. With ``BuildOutput/resumes`` a complete output is
  /// confirmed as a whole, and nothing is made.
  ///
  /// - Parameter report: Called for each event, on any thread, one call at a time.
  /// - Returns: The layer that was built.
  /// - Throws: `CancellationError`, ``StoppedBuild`` with any other cause that leaves the build
  ///   resumable, `FailureReport`, ``EmptyPyramidError``, `RasterError`, `ImageCodecError` or
  ///   `TileStorageError`.
  public func run(
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> BuiltLayer {
    try await CancellableWork.run { try run(report: report, isCancelled: $0) }
  }

  package func run(
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool
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

  /// Everything that the tiles depend on, except the images of the picture.
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
  ) throws -> any PartialTileset {
    let output = request.output
    // A stopped update begins again: only it knew the tiles that it changed.
    var policy =
      output.existing == .update
      ? nil
      : ResumePolicy(identity: identity, resumes: output.resumes, isCancelled: isCancelled)
    policy?.completion = completion
    do throws(TileStorageError) {
      return try output.makeWriter(layout: layout, resuming: policy, isCancelled: isCancelled)
    } catch {
      // Confirming the output of an earlier build changes nothing of it.
      guard isCancelled() else { throw error }
      guard let left = UnfinishedBuild.find(forOutput: output.path) else {
        throw CancellationError()
      }
      throw StoppedBuild(cause: CancellationError(), left: left)
    }
  }

  var page: (@Sendable (LayerDefinition) -> MapPage.Layer)? {
    guard request.output.preview else { return nil }
    let layer = layer
    return { layer.pageLayer($0) }
  }

  /// Everything that the output's bytes depend on.
  private var identity: BuildIdentity { tileIdentity.adding(layer.identity) }

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
