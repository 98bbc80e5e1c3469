/// Destination and options of a store to write.
package struct WritingRequest: Sendable {
  /// Publication target of a store.
  package enum Destination: Sendable {
    /// `replaces` permits replacing a store of this package, and `keepsOthers` carries foreign files over.
    case output(path: String, replaces: Bool, keepsOthers: Bool)
    case layer(name: String, OutputTree, SharedTileLinks)
  }

  package var destination: Destination
  package var layout: DirectoryTileWriter.Layout
  package var resuming: ResumePolicy?
  package var isCancelled: @Sendable () -> Bool

  package init(
    _ destination: Destination, layout: DirectoryTileWriter.Layout, resuming: ResumePolicy?,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.destination = destination
    self.layout = layout
    self.resuming = resuming
    self.isCancelled = isCancelled
  }
}

extension StoreFormat {
  /// Starts the store of a request, or resumes it.
  package func makeWriter(
    _ request: WritingRequest
  ) throws(TileStorageError) -> any PartialTileset {
    try open(request, PartialOutputUse(request.resuming)).resuming(request.resuming)
  }

  private func open(
    _ request: WritingRequest, _ use: PartialOutputUse
  ) throws(TileStorageError) -> any PartialTileset {
    guard let file else {
      return switch request.destination {
      case .output(let path, let replaces, let keepsOthers):
        try DirectoryTileWriter(
          path: path, layout: request.layout, overwrite: replaces, keepingOthers: keepsOthers,
          use: use)
      case .layer(let name, let tree, let links):
        try DirectoryTileWriter(
          in: tree, layout: request.layout, links: links, name: name, use: use)
      }
    }
    let writer =
      switch request.destination {
      case .output(let path, let replaces, _):
        try SingleFileWriter(path: path, as: self, overwrite: replaces, use: use)
      case .layer(let name, let tree, _):
        try SingleFileWriter(in: tree, named: "\(name).\(file.fileExtension)", use: use)
      }
    writer.isCancelled = request.isCancelled
    return writer
  }

  package func identity(of layout: DirectoryTileWriter.Layout) -> BuildIdentity {
    file.map { $0.publisher?.identity ?? BuildIdentity() }
      ?? DirectoryTileWriter.identity(of: layout)
  }
}
