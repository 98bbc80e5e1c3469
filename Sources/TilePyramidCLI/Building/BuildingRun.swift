import BuildingManifest
import Foundation
import PreviewPage
import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TileStorage

/// Builds the floors of a building into one tree.
struct BuildingRun {
  let request: BuildingRequest
  let building: PlacedBuilding
  let plans: [PyramidPlan]
  let builder: BuildingBuilder
  private let earlier: EarlierFloors?
  /// The state of the manifest, and of each floor's image, before they were opened.
  private let manifestFingerprint: SourceFingerprint
  private let fingerprints: [SourceFingerprint]
  var manifest: BuildingManifest { request.manifest }

  /// Opens and places every image and plans; writes nothing.
  init(_ request: BuildingRequest) throws {
    self.request = request
    try InputProtection.check(
      output: request.output, kind: .directory, inputs: request.manifest.inputs)
    manifestFingerprint = try SourceFingerprint(path: request.manifest.path)
    // Taken before the images are opened, so that no change after that goes unnoticed.
    let fingerprints = request.manifest.floors.map { floor in
      Result { () throws(RasterError) in try SourceFingerprint(path: floor.image) }
    }
    building = try PlacedBuilding(request.manifest)
    self.fingerprints = try fingerprints.map { try $0.get() }
    plans = try building.floors.map { placed in
      do {
        return try PyramidPlan(
          for: placed.raster, georeference: placed.placement.georeference,
          options: placed.floor.options)
      } catch {
        throw FloorFailure(floor: placed.floor.id, image: placed.floor.image, cause: error)
      }
    }
    try TileOutput.check(
      path: request.output, kind: .directory, overwrite: request.replaces,
      keepingOthers: request.keepOthers)
    let earlier =
      request.update
      ? try EarlierFloors(
        of: request, floors: building.floors.map(\.floor), plans: plans) : nil
    self.earlier = earlier
    let scratch = request.running.temporaryFolder ?? FileManager.default.temporaryDirectory.path
    builder = BuildingBuilder(
      floors: zip(building.floors, plans).map { placed, plan in
        var floor = FloorBuild(
          id: placed.floor.id, source: placed.raster, plan: plan, encoding: placed.floor.encoding)
        floor.earlier = earlier?.tiles[placed.floor.id]
        return floor
      },
      resources: BuildResources(
        threads: request.running.threads, memoryLimit: request.running.memoryLimit,
        scratch: ScratchDirectory(path: scratch)))
    // What a layer definition cannot state is refused before any tile is made.
    for index in plans.indices {
      try LayerFileError.check(
        definition(floor: index, of: PyramidRecord()), for: building.floors[index].floor.image)
    }
  }

  /// Says on standard error what deserves a look.
  func warn() {
    for placed in building.floors {
      for warning in placed.placement.warnings {
        StandardError.warn("floor \(placed.floor.id): \(warning)")
      }
      for warning in PlacedSource.warnings(of: placed.raster) {
        StandardError.warn("floor \(placed.floor.id): \(warning)")
      }
    }
    if request.running.dryRun {
      for (placed, plan) in zip(building.floors, plans) {
        guard let background = placed.floor.encoding.background,
          !placed.raster.isOpaque || !plan.fillsTiles
        else { continue }
        StandardError.warn(
          "floor \(placed.floor.id): \(PlanText.lostTransparency(tiles: nil, background))")
      }
    }
    if let zoom = plans.map(\.deepest.zoom).max(),
      let warning = ConsumerLimit.warning(deepestZoom: zoom)
    {
      StandardError.warn(warning)
    }
  }

  /// Makes the building.
  ///
  /// - Returns: What was made, and how well floors agree, in lines, after what an update changed.
  /// - Throws: What the libraries throw, ``Interruption`` when the user stopped it, or
  ///   ``StoppedBuild`` when what was done can be gone on with; then nothing was published.
  func make() throws -> String {
    try building.checkAgreement()
    return try InterruptionWatch.deferring(makeFloors)
  }

  private func makeFloors() throws -> String {
    let display = ProgressDisplay(style: request.running.progress)
    let resumes = request.running.resume
    let tree = try OutputTree(
      path: request.output, overwrite: request.replaces, keepingOthers: request.keepOthers,
      adopting: resumes)
    // An update that was stopped begins again: which tiles it changed is known only to itself.
    let policy =
      request.update
      ? nil
      : CheckpointPolicy(
        identity: identity, adoptsSavedWork: resumes,
        isCancelled: { InterruptionWatch.interruption != nil })
    let checkpoint = policy.map { TreeCheckpoint(of: tree, identity: $0.identity) }
    let remains = resumes ? try checkpoint?.load() : nil
    if case .damaged(let reason) = remains { BuildRun.warnOfDamage(reason) }
    let saved: Double? = if case .part(let fraction) = remains { fraction } else { nil }
    BuildRun.sayWhereItBegins(at: saved, request.running)
    let last = Guarded(BuildProgress(phase: .tiling, fraction: saved ?? 0))
    do {
      let links = SharedTileLinks()
      let results = try builder.build(
        makeWriter: { floor in
          // Floors begin on several threads.
          try last.withLock { try checkpoint?.note(fraction: $0.fraction) }
          let writer = try makeWriter(floor: floor, in: tree, links: links, checkpoints: policy)
          if let reason = writer.discardedWork {
            BuildRun.warnOfDamage(
              reason, in: "what was left of floor \(building.floors[floor].floor.id)")
          }
          return writer
        },
        describe: { definition(floor: $0, of: $1) },
        progress: { progress in
          last.withLock { $0 = progress }
          display.show(
            ProgressSnapshot(progress, seconds: display.seconds, startFraction: saved ?? 0))
        },
        isCancelled: { InterruptionWatch.interruption != nil })
      if let interruption = InterruptionWatch.interruption { throw interruption }
      try confirmImages()
      let document = document(of: results)
      // An earlier build may have been stopped between these and its end.
      if resumes {
        for name in [BuildingDocument.fileName, MapPage.fileName] { try tree.remove(name) }
      }
      try tree.place(try encoded(document), named: BuildingDocument.fileName)
      if request.preview {
        try tree.place(try page(of: results, in: document), named: MapPage.fileName)
      }
      // The earlier tiles are gone once the new ones are published.
      let changes = try earlier?.changes(
        to: results.enumerated().map { index, result in
          definition(floor: index, of: result.record)
        })
      BuildRun.warn(of: try tree.publish())
      let summary = summary(of: results, seconds: display.seconds)
      let lost = last.withLock { $0.flattenedTileCount }
      if lost > 0 {
        StandardError.warn(
          PlanText.lostTransparency(tiles: lost, .white, isResumed: saved != nil))
      }
      let text = changes.map { "\($0)\n\(summary)" } ?? summary
      display.finish(
        ProgressSnapshot(
          fraction: 1, zoom: plans.map(\.deepest.zoom).max() ?? 0,
          tiles: results.reduce(0) { $0 + $1.summary.tileCount },
          bytes: results.reduce(0) { $0 + $1.summary.tileBytes }, seconds: display.seconds))
      return text
    } catch {
      display.stop()
      let cause = cause(of: error)
      let done = last.withLock { $0 }
      guard let checkpoint, saved != nil || done.fraction > 0,
        BuildRun.canGoOn(after: (cause as? FloorFailure)?.cause ?? cause)
      else {
        tree.abandon()
        throw cause
      }
      throw StoppedBuild(
        cause: cause, left: checkpoint.suspend(fraction: done.fraction),
        arguments: try ProgramArguments.all())
    }
  }

  /// What made a build fail: a signal or an image that changed shows in one error or another.
  private func cause(of error: any Error) -> any Error {
    if let interruption = InterruptionWatch.interruption { return interruption }
    do {
      try confirmImages()
    } catch let change as FloorFailure where change.isChangeOfImage {
      return change
    } catch {}
    return error
  }

  /// Everything that the output's bytes depend on.
  private var identity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("the version of the program", ProgramVersion.text)
    identity.add("the manifest", manifestFingerprint.text)
    identity.add("--hard-links", request.hardLinks ? "given" : "not given")
    for (placed, fingerprint) in zip(building.floors, fingerprints) {
      identity.add("the image of floor \(placed.floor.id)", fingerprint.text)
    }
    identity.add(builder.identity)
    return identity
  }

  /// Confirms that the images are those that were opened.
  private func confirmImages() throws {
    for (placed, fingerprint) in zip(building.floors, fingerprints) {
      do {
        try fingerprint.confirm(path: placed.floor.image)
      } catch {
        throw FloorFailure(floor: placed.floor.id, image: placed.floor.image, cause: error)
      }
    }
  }

  private func makeWriter(
    floor index: Int, in tree: OutputTree, links: SharedTileLinks, checkpoints: CheckpointPolicy?
  ) throws -> any ResumableTileWriter {
    let floor = building.floors[index].floor
    switch manifest.store {
    case .mbtiles:
      return try MBTilesWriter(in: tree, named: "\(floor.id).mbtiles", checkpoints: checkpoints)
    case .directory:
      return try DirectoryTileWriter(
        in: tree,
        layout: DirectoryTileWriter.Layout(
          template: floor.template, scheme: manifest.scheme, hardLinks: request.hardLinks,
          layerFile: Self.layerFile(of: floor)),
        links: links, name: floor.id, checkpoints: checkpoints)
    }
  }

  private static func layerFile(of floor: BuildingManifest.Floor) -> String {
    "\(floor.id).layer.json"
  }

  private func definition(floor index: Int, of record: PyramidRecord) -> LayerDefinition {
    let (placed, plan) = (building.floors[index], plans[index])
    let floor = placed.floor
    return LayerDefinition(
      name: "\(manifest.name), \(floor.name)",
      description: floor.description ?? manifest.description, attribution: floor.attribution,
      version: manifest.version, kind: floor.kind,
      format: floor.encoding.baseFormat,
      tileSize: plan.options.tileSize, scheme: manifest.scheme,
      urlTemplate: floor.urlTemplate
        ?? (manifest.store == .directory ? floor.template.relativeURL : nil),
      bounds: plan.bounds, outline: placed.placement.outline(of: plan.size),
      controlPoints: placed.controlPoints, floor: floor.layerFloor, zIndex: floor.zIndex,
      opacity: floor.opacity,
      overviewResampling: PlacedSource.overviewText(placed.raster, plan.options),
      background: floor.encoding.background.map { "\($0)FF" }, digest: record.digest,
      coverage: record.coverage,
      jpegCoverage: floor.encoding.isHybrid ? record.jpegCoverage : nil)
  }

  private func document(of results: [BuildingBuilder.FloorResult]) -> BuildingDefinition {
    BuildingDefinition(
      name: manifest.name, description: manifest.description, attribution: manifest.attribution,
      floors: zip(building.floors, results).map { placed, result in
        BuildingDefinition.Floor(
          placed.floor.layerFloor, layer: Self.layerFile(of: placed.floor),
          digest: result.record.digest)
      })
  }

  private func encoded(_ document: BuildingDefinition) throws -> [UInt8] {
    do throws(LayerDocumentError) {
      return try BuildingDocument(document, files: request.preview ? [MapPage.fileName] : [])
        .encoded()
    } catch {
      throw LayerFileError.invalid(path: "\(request.output)/\(BuildingDocument.fileName)", error)
    }
  }

  /// The page that shows all floors, with the tiles where they are in the tree.
  private func page(
    of results: [BuildingBuilder.FloorResult], in document: BuildingDefinition
  ) throws -> [UInt8] {
    let layers = results.enumerated().map { index, result in
      let definition = definition(floor: index, of: result.record)
      let template = building.floors[index].floor.template.relativeURL
      return MapPage.Layer(
        definition, tiles: template.withVersionToken(definition.versionToken))
    }
    return Array(try MapPage(layers, building: document).html.utf8)
  }
}

extension BuildingManifest.Floor {
  /// The storey as layers name it.
  var layerFloor: LayerDefinition.Floor {
    LayerDefinition.Floor(id: id, level: level, name: name)
  }
}

extension FloorFailure {
  /// Whether the floor's image is another one than when it was opened.
  fileprivate var isChangeOfImage: Bool {
    switch cause as? RasterError {
    case .changed, .vanished: true
    default: false
    }
  }
}

extension ProgressSnapshot {
  /// A state of progress whose fraction covers all of the work.
  fileprivate init(_ progress: BuildProgress, seconds: Double, startFraction: Double) {
    self.init(
      fraction: progress.fraction, zoom: progress.zoom ?? 0, tiles: progress.tileCount,
      bytes: progress.byteCount, seconds: seconds, startFraction: startFraction)
  }
}
