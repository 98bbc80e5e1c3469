import PreviewPage
import TileStorage

extension PyramidBuild {
  var layout: DirectoryTileWriter.Layout { layer.layout(hardLinks: request.output.hardLinks) }

  /// The properties of a finished output beyond the identity of the build.
  ///
  /// An unfinished build states those of its store itself.
  var completion: BuildIdentity {
    let output = request.output
    return output.kind.identity(of: layout).adding(output.completion)
  }

  func confirmed(
    _ complete: CompletedOutput, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BuiltLayer? {
    let output = request.output
    let stored = CompletedLayer(path: output.path, format: output.kind, layout: layout)
    return try output.unlessReplaced(isCancelled) {
      var contents: CompletedLayer.Contents?
      try complete.confirm(sidecar: stored.sidecar) {
        let found = try stored.confirm(
          in: complete, files: output.preview ? [MapPage.fileName] : [], isCancelled: isCancelled
        ) { layer.definition(of: $0) }
        if output.preview {
          let page = try MapPage([layer.pageLayer(found.definition)])
          try complete.confirm("\(output.path)/\(MapPage.fileName)", holds: Array(page.html.utf8))
        }
        contents = found
        return found.document
      }
      return contents.map {
        BuiltLayer(definition: $0.definition, summary: $0.summary, changes: nil, wasComplete: true)
      }
    }
  }
}

extension BuildOutput {
  package func check() throws(TileStorageError) {
    try TileOutput.check(path: path, kind: kind, overwrite: replaces, keepingOthers: keepsOthers)
  }

  package var completion: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("`preview`", preview ? "given" : "not given")
    return identity
  }

  package func unlessReplaced<Result>(
    _ isCancelled: () -> Bool, confirm: () throws -> Result?
  ) throws -> Result? {
    do {
      return try confirm()
    } catch {
      if isCancelled() { throw CancellationError() }
      guard replaces, let fault = error as? TileStorageError, fault.isFinding else { throw error }
      return nil
    }
  }
}
