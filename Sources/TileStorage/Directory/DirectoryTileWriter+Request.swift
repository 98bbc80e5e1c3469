extension DirectoryTileWriter {
  /// Starts the store of a request.
  @Sendable static func open(
    _ request: WritingRequest, _ use: PartialOutputUse
  ) throws(TileStorageError) -> any PartialTileset {
    switch request.destination {
    case .output(let path, let replaces, let keepsOthers):
      try DirectoryTileWriter(
        path: path, layout: request.layout, overwrite: replaces, keepingOthers: keepsOthers,
        use: use)
    case .layer(let name, let tree, let links):
      try DirectoryTileWriter(
        in: tree, layout: request.layout, links: links, name: name, use: use)
    }
  }
}
