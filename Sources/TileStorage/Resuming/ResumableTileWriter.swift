public import TileModel

/// A writer of any store whose partial output can be resumed after the process that made it is gone.
///
/// The end of a row of blocks names a position in the order of tiles. Once it is in the ``BlockLog``, a kill at any
/// moment leaves the work as of that position or of a later one.
public final class ResumableTileWriter: TileWriter, Sendable {
  private let store: any PartialTileset
  private let resumption: Resumption?
  private let isCancelled: @Sendable () -> Bool

  /// Opens a store.
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

  /// Whether its work can be resumed, which was asked for when it was created.
  public var isResumable: Bool { resumption != nil }

  /// The work of an earlier build that is resumed, or `nil`; read before the first tile is written.
  public var resumed: ResumedWork? { resumption?.resumed }

  /// Why what an earlier build left could not be used and was cleared away, in words, or `nil`.
  public var discardReason: String? { resumption?.discardReason }

  /// Adds a plane to the block log, from any thread; does nothing where work cannot be resumed.
  package func append(_ plane: CarriedPlane) throws(TileStorageError) {
    try resumption?.append(plane)
  }

  /// Notes the end of a row of blocks, after all tiles before it are written and before any other.
  package func endBlocks(at end: BlockPosition) throws(TileStorageError) {
    try resumption?.endBlocks(at: end)
  }

  /// Ends the writer and leaves its work to a later build, when a row of blocks is finished; otherwise
  /// does what ``abandon()`` does.
  ///
  /// - Returns: What was left, or `nil`.
  public func suspend() -> UnfinishedBuild? {
    guard let resumption else {
      store.abandon()
      return nil
    }
    return resumption.suspend()
  }

  /// Adds one encoded tile; addresses come in any order, each once.
  public func write(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError) {
    try store.write(tile, at: coordinate)
  }

  /// Adds one encoded tile as far as that belongs to one thread at a time.
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

  /// Removes every trace of unfinished work; does nothing after ``finish(_:)``.
  public func abandon() {
    if let resumption { resumption.abandon() } else { store.abandon() }
  }
}
