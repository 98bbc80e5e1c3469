import TileModel

/// What is written.
package struct WritingRequest: Sendable {
  /// Where a store is published.
  package enum Place: Sendable {
    /// At a path of its own; `replaces` says whether a store of this package that is there is replaced,
    /// and `keepsOthers` whether what others put into it goes over into the new one.
    case output(path: String, replaces: Bool, keepsOthers: Bool)
    /// In a tree that is published as a whole, told from other layers by a name.
    case layer(name: String, OutputTree, SharedTileLinks)
  }

  /// Where.
  package var place: Place
  /// How tiles are laid out where they are files.
  package var layout: DirectoryTileWriter.Layout
  /// Whether unfinished work survives, and is resumed; `nil` for neither.
  package var checkpoints: CheckpointPolicy?
  /// Asked often while a store is published.
  package var isCancelled: @Sendable () -> Bool

  /// Asks for a store.
  package init(
    _ place: Place, layout: DirectoryTileWriter.Layout, checkpoints: CheckpointPolicy?,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.place = place
    self.layout = layout
    self.checkpoints = checkpoints
    self.isCancelled = isCancelled
  }
}

/// The writers of the formats that can be written.
enum StoreWriters {
  typealias Opener =
    @Sendable (WritingRequest) throws(TileStorageError) -> any ResumableTileWriter

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
  ) throws(TileStorageError) -> any ResumableTileWriter {
    guard let open = StoreWriters.all[self] else {
      let place =
        switch request.place {
        case .output(let path, _, _): path
        case .layer(let name, _, _): name
        }
      throw .formatNotWritten(path: place, ending: file.map { "." + $0.fileExtension } ?? rawValue)
    }
    return try open(request)
  }
}
