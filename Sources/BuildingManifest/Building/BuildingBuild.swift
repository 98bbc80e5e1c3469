import Mosaics
import PreviewPage
import RasterSources
import TileModel
package import TilePyramid
import TileStorage

/// Makes the tile pyramids of all floors of a building in one folder.
///
/// ```swift
/// let manifest = try BuildingManifest(path: "building.yml")
/// let building = try await BuildingBuild(manifest, output: .directory("tiles")).run()
/// ```
///
/// All floors appear together when the last one is complete. Definitions and digests follow from the
/// tiles that were written. An image that changes during the build ends it.
package struct BuildingBuild: Sendable {
  package let building: GeoreferencedBuilding
  /// The tiles of each floor, in the order of the floors.
  package let plans: [PyramidPlan]
  /// The output, with hard links when it or the manifest asks for them.
  package let output: BuildOutput
  /// The means for all floors together: those allowed, with fewer threads where these would take more
  /// memory.
  package let resources: BuildResources
  package let builder: BuildingBuilder
  let layers: [LayerBuild]
  /// It is yet to be confirmed.
  private var complete: CompletedOutput?
  private let earlier: EarlierFloors?
  private let cancellation = CancellationRelay()
  private let manifestFingerprint: SourceFingerprint
  let sources: InputFingerprints

  package var manifest: BuildingManifest { building.manifest }

  /// Writes nothing.
  ///
  /// The output is a folder, also where the manifest asks for stores in one file in it.
  package init(
    _ manifest: BuildingManifest, output: BuildOutput, resources: BuildResources = BuildResources()
  ) throws {
    let store = manifest.store
    guard !output.kind.isFile else {
      throw FailureReport(
        .badInput, "a building needs a folder for its floors", at: output.path,
        expected: "a folder; store in the manifest puts one file per floor in it",
        nextStep: "name a folder")
    }
    if output.hardLinks, store.isFile {
      throw FailureReport.noEffect(
        "`hardLinks`", reason: "the manifest says store: \(store.rawValue)")
    }
    var output = output
    try output.check(store: store)
    output.hardLinks = output.hardLinks || manifest.hardLinks
    self.output = output
    try InputProtection.check(output: output.path, kind: .directory, inputs: try manifest.inputs)
    manifestFingerprint = try SourceFingerprint(path: manifest.path)
    var sources = InputFingerprints()
    var fault: (any Error)?
    var files: [String: SourceFile] = [:]
    for floor in manifest.floors where floor.parts.isEmpty {
      do {
        let file = try SourceFile(path: floor.image)
        try sources.add(file, floor: floor.id)
        // A building may have more floors than a process may have files open.
        file.closeWhenUnused()
        files[floor.id] = file
      } catch {
        fault = fault ?? error
      }
    }
    // Names the line of the manifest for an image that cannot be read.
    building = try GeoreferencedBuilding(manifest, files: files, threads: resources.threads) {
      sources.add($1, $2, floor: $0.id)
    }
    if let fault { throw fault }
    self.sources = sources
    let layers = try building.floors.map { floor in
      try Self.layer(
        of: floor, in: manifest, store: store,
        sources: floor.images == nil ? nil : sources.documentSources(ofFloor: floor.floor.id),
        resources: resources)
    }
    self.layers = layers
    plans = layers.map(\.plan)
    if !output.resumes { try output.check() }
    let cancellation = cancellation
    let earlier =
      output.existing == .update
      ? try EarlierFloors(
        at: output.path, layers: layers, isCancelled: { cancellation.isRequested }) : nil
    self.earlier = earlier
    let log = earlier == nil ? nil : UpdatedFloors(forOutput: output.path)
    let floors = zip(building.floors, layers).enumerated().map { index, floor in
      var build = FloorBuild(
        id: floor.0.floor.id, source: floor.0.raster, plan: floor.1.plan,
        encoding: floor.1.encoding)
      build.earlier = earlier?.tiles[index]
      if let key = floor.0.floor.key(build, sources) {
        build.isUnchanged = earlier?.holds(index, madeOf: key, in: log) ?? false
      }
      return build
    }
    self.resources = resources.fitting {
      BuildingBuilder(floors: floors, resources: $0).memoryNeeded
    }
    builder = BuildingBuilder(floors: floors, resources: self.resources)
    for layer in layers { try layer.checkDefinition(for: layer.plan.path) }
    guard output.resumes else { return }
    complete = try CompletedOutput.find(
      forOutput: output.path, of: identity.adding(completion), replaces: output.replaces)
    if complete == nil { try output.check() }
  }

  package var isRecordedComplete: Bool { complete != nil }

  private static func layer(
    of georeferenced: GeoreferencedFloor, in manifest: BuildingManifest, store: StoreFormat,
    sources: LayerDefinition.Sources?, resources: BuildResources
  ) throws -> LayerBuild {
    let floor = georeferenced.floor
    var description = floor.settings.layer
    let variant = floor.layerFloor.isAlternative ? floor.variant : nil
    description.name = "\(manifest.name), \(floor.name)" + (variant.map { ", \($0.name)" } ?? "")
    description.description = description.description ?? manifest.description
    description.attribution = description.attribution ?? georeferenced.images?.attribution
    description.floor = floor.layerFloor
    description.urlTemplate = floor.urlTemplate
    description.retinaURLTemplate = floor.retinaURLTemplate
    do {
      return try LayerBuild(
        of: GeoreferencedImage(raster: georeferenced.raster, resolved: georeferenced.resolved),
        options: floor.settings.options, encoding: floor.encoding, store: store,
        templates: floor.templates, scheme: manifest.scheme, description: description,
        controlPoints: georeferenced.controlPoints, sources: sources, resources: resources)
    } catch {
      throw FloorFailure(floor: floor.id, image: floor.image, cause: error)
    }
  }

  /// Makes all floors and publishes them together.
  ///
  /// A build that is cancelled, or fails for a reason that may pass, keeps what it did beside the output, and a build
  /// that `resumes` carries it on; an update leaves nothing. A build that `resumes` confirms a complete output, and
  /// makes nothing.
  package func run(
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> BuiltBuilding {
    cancellation.ask(isCancelled)
    try building.checkAgreement()
    if let complete, let built = try confirmed(complete, isCancelled) {
      report(.progress(built.progress(after: BuildProgress(phase: .publishing, fraction: 1))))
      return built
    }
    // An update that was stopped begins again: which tiles it changed is known only to itself.
    let policy =
      output.existing == .update
      ? nil
      : ResumePolicy(identity: identity, resumes: output.resumes, isCancelled: isCancelled)
    var treePolicy = policy
    treePolicy?.completion = completion
    // The floors have logs of their own; that of the tree tells how much of all is done.
    let tree = try OutputTree(
      path: output.path, overwrite: output.replaces, keepingOthers: output.keepsOthers,
      adopting: output.resumes
    ).resuming(treePolicy)
    if let reason = tree.discardReason { report(.discarded(reason: reason, floor: nil)) }
    let saved = tree.resumed?.fraction
    report(.began(resumedAt: saved, tileCount: nil))
    let last = Guarded(BuildProgress(phase: .tiling, fraction: saved ?? 0))
    return try publish(tree, last: last, report: report, isCancelled: isCancelled) { makeWriter in
      try builder.build(
        makeWriter: { index in
          // Floors begin on several threads.
          try last.withLock {
            try tree.endBlocks(at: BlockPosition(step: 0, band: 0, fraction: $0.fraction))
          }
          let writer = try makeWriter(index, policy)
          if let reason = writer.discardReason {
            last.withLock { _ in
              report(.discarded(reason: reason, floor: building.floors[index].floor.id))
            }
          }
          return writer
        },
        describe: { layers[$0].definition(of: $1) },
        progress: { progress in
          var progress = progress
          progress.startFraction = saved ?? 0
          last.withLock {
            $0 = progress
            report(.progress(progress))
          }
        }, isCancelled: isCancelled)
    }
  }

  private typealias MakeWriter =
    @Sendable (_ index: Int, ResumePolicy?) throws(TileStorageError) -> any PartialTileset

  /// Publishes a tree that is filled with the tiles of all floors; otherwise leaves it to a later build, or abandons it.
  private func publish(
    _ tree: OutputTree, last: Guarded<BuildProgress>,
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool,
    fill: (@escaping MakeWriter) throws -> [BuildingBuilder.FloorResult]
  ) throws -> BuiltBuilding {
    do {
      let links = SharedTileLinks()
      let results = try fill { (index, policy) throws(TileStorageError) in
        let floor = building.floors[index].floor
        return try manifest.store.makeWriter(
          WritingRequest(
            .layer(name: floor.id, tree, links),
            layout: layers[index].layout(hardLinks: output.hardLinks, layerFile: floor.layerFile),
            resuming: policy, isCancelled: isCancelled))
      }
      if isCancelled() { throw CancellationError() }
      try sources.confirm()
      let (built, document) = try describe(results, in: tree)
      let leftOver = try tree.publish(recording: document)
      if output.existing == .update { noteFloors(results) }
      report(.progress(built.progress(after: last.withLock { $0 })))
      return built.leaving(leftOver)
    } catch {
      let cause = sources.cause(of: error, isCancelled: isCancelled())
      let done = last.withLock { $0.fraction }
      guard tree.resumed != nil || done > 0, InputFingerprints.allowsResuming(after: cause),
        let left = tree.suspend(fraction: done)
      else {
        tree.abandon()
        throw cause
      }
      throw StoppedBuild(cause: cause, left: left)
    }
  }

  private func noteFloors(_ results: [BuildingBuilder.FloorResult]) {
    let floors = zip(zip(building.floors, builder.floors), results).compactMap { floor, result in
      floor.0.floor.key(floor.1, sources).map { (result.record.digest, $0) }
    }
    UpdatedFloors.write(floors, forOutput: output.path)
  }

  private var identity: BuildIdentity {
    var identity = tileIdentity
    identity.add("`hardLinks`", output.hardLinks ? "given" : "not given")
    return identity
  }

  var tileIdentity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("the version of the program", PyramidBuild.version)
    identity.add("the manifest", manifestFingerprint.text)
    identity.add(sources.identity)
    for (floor, layer) in zip(building.floors, layers) where floor.images != nil {
      identity.add("where each image of floor \(floor.floor.id) is", layer.image.placesFingerprint)
    }
    for floor in building.floors { identity.add(floor.floor.readingIdentity) }
    identity.add(builder.identity)
    return identity
  }

  var shardedFloors: [ShardedLayer] {
    zip(building.floors, layers).map { floor, layer in
      ShardedLayer(
        layer,
        builder: PyramidBuilder(
          source: floor.raster, plan: layer.plan, encoding: layer.encoding, resources: resources),
        sources: sources, identity: tileIdentity, floor: floor.floor.id)
    }
  }

  func merge(
    _ shards: [[(planned: PyramidShard, file: ShardFile)]],
    report: @escaping @Sendable (BuildEvent) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltBuilding {
    let tree = try OutputTree(
      path: output.path, overwrite: output.replaces, keepingOthers: output.keepsOthers,
      adopting: false)
    let last = Guarded(BuildProgress(phase: .publishing, fraction: 1))
    return try publish(tree, last: last, report: report, isCancelled: isCancelled) { makeWriter in
      try shardedFloors.enumerated().map { index, layer in
        let writer = try makeWriter(index, nil)
        do {
          let (record, _) = try layer.merge(
            shards[index], into: writer, report: report, isCancelled: isCancelled)
          return BuildingBuilder.FloorResult(
            record: record, summary: try writer.finish(layers[index].definition(of: record)))
        } catch {
          writer.abandon()
          throw error
        }
      }
    }
  }

  private func describe(
    _ results: [BuildingBuilder.FloorResult], in tree: OutputTree
  ) throws -> (building: BuiltBuilding, document: [UInt8]) {
    let definitions = zip(layers, results).map { $0.definition(of: $1.record) }
    let definition = definition(of: definitions)
    // An earlier build may have been stopped between these and its end.
    if output.resumes {
      for name in [BuildingDocument.fileName, MapPage.fileName] { try tree.remove(name) }
    }
    let document = try encoded(definition)
    try tree.place(document, named: BuildingDocument.fileName)
    if output.preview {
      try tree.place(try page(of: definition, definitions), named: MapPage.fileName)
    }
    // The earlier tiles are gone once the new ones are published.
    let floors = try definitions.indices.map { index in
      BuiltLayer(
        definition: definitions[index], summary: results[index].summary,
        changes: try earlier?.tiles[index].changes(to: definitions[index].coverage),
        retinaChanges: try earlier?.tiles[index].retinaChanges(to: definitions[index]))
    }
    let built = BuiltBuilding(
      definition: definition, floors: floors, removedFloors: try earlier?.removed() ?? [])
    return (built, document)
  }

  func definition(of floors: [LayerDefinition]) -> BuildingDefinition {
    BuildingDefinition(
      name: manifest.name, description: manifest.description, attribution: manifest.attribution,
      floors: zip(building.floors, floors).map { georeferenced, layer in
        BuildingDefinition.Floor(
          georeferenced.floor.layerFloor,
          layer: manifest.store.documentName(ofLayer: georeferenced.floor.id), digest: layer.digest)
      })
  }

  func page(of definition: BuildingDefinition, _ floors: [LayerDefinition]) throws -> [UInt8] {
    let page = try MapPage(zip(layers, floors).map { $0.pageLayer($1) }, building: definition)
    return Array(page.html.utf8)
  }

  func encoded(_ definition: BuildingDefinition) throws(TileStorageError) -> [UInt8] {
    return try rethrowing(
      try BuildingDocument(definition, files: output.preview ? [MapPage.fileName] : []).encoded()
    ) { TileStorageError.layerDocument($0, path: "\(output.path)/\(BuildingDocument.fileName)") }
  }
}
