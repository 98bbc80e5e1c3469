/// The writers of the formats that can be written.
enum StoreWriters {
  typealias Opener =
    @Sendable (
      WritingRequest, PartialOutputUse
    ) throws(TileStorageError) -> any PartialTileset

  /// What opens a writer, for each format.
  static let all: [StoreFormat: Opener] = [
    .directory: DirectoryTileWriter.open, .mbtiles: MBTilesWriter.open,
  ]
}

extension StoreFormat {
  /// Starts a store of the format.
  ///
  /// - Throws: ``TileStorageError/formatNotWritten(path:ending:)`` for a format that is only read, or why
  ///   the store cannot be started.
  package func makeWriter(
    _ request: WritingRequest
  ) throws(TileStorageError) -> ResumableTileWriter {
    guard let open = StoreWriters.all[self] else {
      let location =
        switch request.destination {
        case .output(let path, _, _): path
        case .layer(let name, _, _): name
        }
      throw .formatNotWritten(
        path: location, ending: file.map { "." + $0.fileExtension } ?? rawValue)
    }
    return try ResumableTileWriter(
      request.checkpoints, isCancelled: request.isCancelled
    ) { use throws(TileStorageError) in try open(request, use) }
  }
}
