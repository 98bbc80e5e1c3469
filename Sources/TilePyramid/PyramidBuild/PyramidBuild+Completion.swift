import PreviewPage
import TileModel
import TileStorage

extension PyramidBuild {
  /// How tiles of a folder are named.
  var layout: DirectoryTileWriter.Layout { layer.layout(hardLinks: request.output.hardLinks) }

  /// What the finished output depends on besides the identity of the build.
  ///
  /// An unfinished build says of its store what it needs itself.
  var completion: BuildIdentity {
    let output = request.output
    return output.kind.identity(of: layout).adding(output.completion)
  }

  /// Confirms that an output is what this build would make.
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
          try complete.confirm(
            "\(output.path)/\(MapPage.fileName)", holds: Array(page.html.utf8))
        }
        contents = found
        return found.document
      }
      return contents.map {
        BuiltLayer(
          definition: $0.definition, summary: $0.summary, changes: nil, wasComplete: true)
      }
    }
  }
}

extension BuildOutput {
  /// Checks that the output may be written.
  package func check() throws(TileStorageError) {
    try TileOutput.check(
      path: path, kind: kind, overwrite: replaces, keepingOthers: keepsOthers)
  }

  /// What the finished output depends on that an unfinished one does not.
  package var completion: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("`preview`", preview ? "given" : "not given")
    return identity
  }

  /// Confirms a complete output.
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
