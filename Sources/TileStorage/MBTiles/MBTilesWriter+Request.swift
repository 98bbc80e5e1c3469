extension MBTilesWriter {
  /// Starts what a request asks for.
  @Sendable static func open(
    _ request: WritingRequest, _ use: PartialOutputUse
  ) throws(TileStorageError) -> any PartialTileset {
    switch request.destination {
    case .output(let path, let replaces, _):
      try MBTilesWriter(path: path, overwrite: replaces, contentCapacity: nil, use: use)
    case .layer(let name, let tree, _):
      try MBTilesWriter(in: tree, named: "\(name).\(MBTilesFile.fileExtension)", use: use)
    }
  }
}
