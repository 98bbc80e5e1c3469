import TileModel

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
  package func makeWriter(
    _ request: WritingRequest
  ) throws(TileStorageError) -> ResumableTileWriter {
    try ResumableTileWriter(
      request.resuming, isCancelled: request.isCancelled
    ) { use throws(TileStorageError) in try open(request, use) }
  }

  private func open(
    _ request: WritingRequest, _ use: PartialOutputUse
  ) throws(TileStorageError) -> any PartialTileset {
    switch (request.destination, file) {
    case (.output(let path, let replaces, _), _?):
      try SingleFileWriter(path: path, as: self, overwrite: replaces, use: use)
    case (.layer(let name, let tree, _), let file?):
      try SingleFileWriter(in: tree, named: "\(name).\(file.fileExtension)", use: use)
    case (.output(let path, let replaces, let keepsOthers), nil):
      try DirectoryTileWriter(
        path: path, layout: request.layout, overwrite: replaces, keepingOthers: keepsOthers,
        use: use)
    case (.layer(let name, let tree, let links), nil):
      try DirectoryTileWriter(
        in: tree, layout: request.layout, links: links, name: name, use: use)
    }
  }

  package func identity(of layout: DirectoryTileWriter.Layout) -> BuildIdentity {
    file.map { $0.publisher?.identity ?? BuildIdentity() }
      ?? DirectoryTileWriter.identity(of: layout)
  }
}
