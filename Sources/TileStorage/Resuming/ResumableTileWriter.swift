public import TileModel

/// A writer of any store with a partial output that a later process can resume.
///
/// The end of a row of blocks names a position in the order of tiles. Once it is in the ``BlockLog``, a kill at any
/// moment leaves the work as of that position or of a later one.
public final class ResumableTileWriter: TileWriter, Sendable {
  private let store: any PartialTileset
  private let resumption: Resumption?
  private let isCancelled: @Sendable () -> Bool

  package init(
    _ policy: ResumePolicy?, isCancelled: (@Sendable () -> Bool)? = nil,
    open: (PartialOutputUse) throws(TileStorageError) -> any PartialTileset
  ) throws(TileStorageError) {
    let store = try open(PartialOutputUse(policy))
    self.store = store
    let never: @Sendable () -> Bool = { false }
    self.isCancelled = isCancelled ?? policy?.isCancelled ?? never
    if let policy {
      resumption = try Resumption(of: store, policy)
    } else {
      resumption = nil
    }
  }

  /// Whether its work can be resumed, as requested at its creation.
  public var isResumable: Bool { resumption != nil }

  /// The resumed work of an earlier build, or `nil`.
  ///
  /// It is read before the first tile is written.
  public var resumed: ResumedWork? { resumption?.resumed }

  /// The reason why an earlier partial output was removed, or `nil`.
  public var discardReason: String? { resumption?.discardReason }

  /// Called by any thread; does nothing for an output that cannot be resumed.
  package func append(_ plane: CarriedPlane) throws(TileStorageError) {
    try resumption?.append(plane)
  }

  /// Follows all tiles of the row, and precedes all others.
  package func endBlocks(at end: BlockPosition) throws(TileStorageError) {
    try resumption?.endBlocks(at: end)
  }

  /// Leaves the work to a later build after a finished row of blocks, otherwise abandons it.
  ///
  /// - Returns: The unfinished build, or `nil`.
  public func suspend() -> UnfinishedBuild? {
    guard let resumption else {
      store.abandon()
      return nil
    }
    return resumption.suspend()
  }

  /// Adds one encoded tile.
  ///
  /// Addresses come in any order, each once.
  public func write(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError) {
    try store.write(tile, at: coordinate)
  }

  /// Begins adding one encoded tile, on one thread at a time.
  public func begin(
    _ tile: TileFile, at coordinate: TileCoordinate
  ) throws(TileStorageError) -> Remainder? { try store.begin(tile, at: coordinate) }

  /// Makes all work so far survive a kill, where the store can.
  public func commit() throws(TileStorageError) { try store.commit() }

  /// Adds a file beside the tiles, which is published with them.
  public func place(_ bytes: [UInt8], named name: String) throws(TileStorageError) {
    try store.place(bytes, named: name)
  }

  /// Publishes the tileset under its final name, in one step.
  public func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    try store.finish(
      definition, isCancelled: isCancelled,
      record: { (document, path) throws(TileStorageError) in
        try resumption?.record(document, of: path)
      },
      atPublication: { () throws(TileStorageError) in try resumption?.end() })
  }

  /// Removes every trace of unfinished work, and does nothing after ``finish(_:)``.
  public func abandon() {
    if let resumption { resumption.abandon() } else { store.abandon() }
  }
}
