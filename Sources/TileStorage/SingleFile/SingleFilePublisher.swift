import TileModel

/// How a store that is one file is written out, when all of its tiles have come.
struct SingleFilePublisher: Sendable {
  /// Everything that a file depends on besides its tiles and their definition.
  let identity: BuildIdentity
  /// What a file states beside its tiles, as ``TileReader/metadata``.
  let metadata: @Sendable (LayerDefinition, _ document: [UInt8]) -> [MetadataEntry]
  /// Writes the file; returns how many different images it has.
  let write: @Sendable (SingleFilePublication) throws(TileStorageError) -> Int
}

/// A file that is written out.
struct SingleFilePublication {
  /// All tiles, committed.
  let tiles: StagingDatabase
  /// What they are.
  let definition: LayerDefinition
  /// The layer definition as text.
  let document: [UInt8]
  /// The file, which does not exist.
  let path: String
  /// Asked for every tile.
  let isCancelled: () -> Bool
}
