import TileModel

/// Publication of a single-file store after its last tile.
struct SingleFilePublisher: Sendable {
  /// Inputs of a file's bytes other than its tiles and definition.
  let identity: BuildIdentity
  /// The metadata of the file as its reader lists it, by which a finished output is confirmed.
  let metadata: @Sendable (LayerDefinition, _ document: [UInt8]) -> [MetadataEntry]
  let write: @Sendable (SingleFilePublication) throws(TileStorageError) -> Int
}

/// Inputs of a single-file publication.
struct SingleFilePublication {
  /// Committed.
  let tiles: StagingDatabase
  let definition: LayerDefinition
  let document: [UInt8]
  /// Must not exist.
  let path: String
  /// Called for every tile.
  let isCancelled: () -> Bool
}
