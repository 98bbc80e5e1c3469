import Mosaics
import PreviewPage
import TileModel
import TileStorage

extension PyramidBuild {
  func update() throws -> Kind {
    let output = request.output
    let cancellation = cancellation
    let store =
      try TileOutput.holdsTiles(output.path)
      ? openTileStore(output.path, isCancelled: { cancellation.isRequested }) : nil
    let earlier = try layer.earlierTiles(in: store, at: output.path)
    return .update(
      earlier,
      UpdateScope(
        of: image, file: request.images.isOneImage ? sources.identity : nil, plan: plan,
        identity: updateIdentity.adding(completion),
        earlier: (store?.definition?.digest).map { (output.path, $0) }))
  }

  /// The layer in the output, when all inputs are unchanged and no tile is missing; `nil` when work
  /// is left.
  func unchanged(_ earlier: EarlierTiles, _ scope: UpdateScope?) throws -> BuiltLayer? {
    guard let scope, scope.isUnchanged, let summary = scope.summary, let store = earlier.store,
      let stored = store.definition
    else { return nil }
    let definition = layer.definition(of: PyramidRecord()).withTiles(of: stored)
    let output = request.output
    let place = CompletedLayer(path: output.path, format: output.kind, layout: layout)
    guard try place.states(definition, files: output.preview ? [MapPage.fileName] : []) else {
      return nil
    }
    func changes(_ reader: (any TileReader)?, _ coverage: TileCoverage?) throws -> TileChanges? {
      var changes = TileChanges()
      guard let coverage else { return changes }
      changes.keptCount = try reader?.coordinates().count { coverage.contains($0) } ?? 0
      return changes.keptCount == coverage.tileCount ? changes : nil
    }
    guard let own = try changes(store, stored.coverage),
      let retina = try changes(store.retina, stored.retina?.coverage)
    else { return nil }
    return BuiltLayer(
      definition: definition, summary: summary, changes: own,
      retinaChanges: stored.retina == nil ? nil : retina)
  }

  func fill(
    _ work: BuildWork, keeping earlier: EarlierTiles?, _ scope: UpdateScope?,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltLayer {
    let earlier = earlier?.afresh()
    var log: BlockLog?
    defer { log?.removeDraft() }
    var changes: (standard: TileChanges?, retina: TileChanges?)
    do {
      var built = try work.run {
        var builder = builder
        builder.earlier = earlier
        if let scope, let earlier {
          let begun = try scope.beginLog(forOutput: request.output.path)
          if !scope.isOneImage {
            builder.blocks = UnchangedBlocks(scope, earlier: earlier, log: begun)
          }
          log = begun
        }
        return layer.definition(
          of: try builder.build(
            into: work.writer, progress: work.progress, isCancelled: isCancelled))
      } confirm: { definition in
        // The earlier tiles are gone once the new ones are published.
        changes = (
          try earlier?.changes(to: definition.coverage), try earlier?.retinaChanges(to: definition)
        )
        guard let scope, let earlier else { return }
        if scope.log != nil, try !earlier.wereAsDefined(before: definition) {
          throw EarlierTilesError(reason: "the tiles are not those that its definition states")
        }
      }
      (built.changes, built.retinaChanges) = changes
      built.skipped = skipped
      // An update must try images that are left out in this build again.
      if let log, let scope, built.skipped.isEmpty {
        log.end(
          BlockPosition(step: 0, band: 0, fraction: 1),
          scope.words(of: built.definition.digest, built.summary))
      }
      return built
    } catch TileStorageError.outputChanged(_, let found) where scope?.log != nil {
      throw EarlierTilesError(reason: found)
    }
  }
}

extension LayerDefinition {
  fileprivate func withTiles(of other: LayerDefinition) -> LayerDefinition {
    var layer = self
    (layer.digest, layer.coverage, layer.formatCoverage) = (
      other.digest, other.coverage, other.formatCoverage
    )
    if let retina = other.retina {
      layer.retina?.digest = retina.digest
      layer.retina?.coverage = retina.coverage
      layer.retina?.formatCoverage = retina.formatCoverage
    }
    return layer
  }
}
