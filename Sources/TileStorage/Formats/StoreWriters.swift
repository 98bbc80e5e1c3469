import TileModel

/// Rules for writing stores of a format.
struct StoreWriterRules: Sendable {
  /// Starts a store.
  let open: Opener
  let identity: @Sendable (DirectoryTileWriter.Layout) -> BuildIdentity
  let metadata: @Sendable (LayerDefinition, _ document: [UInt8]) -> [MetadataEntry]

  typealias Opener =
    @Sendable (
      WritingRequest, PartialOutputUse
    ) throws(TileStorageError) -> any PartialTileset

  fileprivate static func file(
    _ format: StoreFormat, _ publisher: SingleFilePublisher
  ) -> StoreWriterRules {
    StoreWriterRules(
      open: { (request, use) throws(TileStorageError) in
        try SingleFileWriter.open(request, use, as: format)
      },
      identity: { _ in publisher.identity }, metadata: publisher.metadata)
  }
}

/// The writers of the formats that can be written.
enum StoreWriters {
  static let all: [StoreFormat: StoreWriterRules] = {
    var all = SingleFilePublishers.all.reduce(into: [StoreFormat: StoreWriterRules]()) {
      $0[$1.key] = .file($1.key, $1.value)
    }
    all[.directory] = StoreWriterRules(
      open: DirectoryTileWriter.open, identity: { DirectoryTileWriter.identity(of: $0) },
      metadata: { _, _ in [] })
    return all
  }()
}

extension StoreFormat {
  package func makeWriter(
    _ request: WritingRequest
  ) throws(TileStorageError) -> ResumableTileWriter {
    guard let rules = StoreWriters.all[self] else {
      let location =
        switch request.destination {
        case .output(let path, _, _): path
        case .layer(let name, _, _): name
        }
      throw .formatNotWritten(
        path: location, ending: file.map { "." + $0.fileExtension } ?? rawValue)
    }
    return try ResumableTileWriter(
      request.resuming, isCancelled: request.isCancelled
    ) { use throws(TileStorageError) in try rules.open(request, use) }
  }

  package func identity(of layout: DirectoryTileWriter.Layout) -> BuildIdentity {
    StoreWriters.all[self]?.identity(layout) ?? BuildIdentity()
  }
}
