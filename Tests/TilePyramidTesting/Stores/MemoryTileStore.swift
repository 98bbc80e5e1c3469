public import TileModel
public import TileStorage

/// A store in memory, for tests: it is written by a build, read by layers, and changed at will.
///
/// It takes and gives unchecked bytes: a tile may be damaged or none at all.
public final class MemoryTileStore: TileWriter, TileReader {
  private struct State {
    var tiles: [TileCoordinate: [UInt8]]
    var order: [TileCoordinate] = []
    var definition: LayerDefinition?
    var metadata: [MetadataEntry] = []
    var isAbandoned = false
    var readFailure: TileStorageError?
    var writeFailure: (error: TileStorageError, after: Int)?
  }

  private let state: Guarded<State>

  /// Creates a store that holds tiles.
  public init(
    _ tiles: [TileCoordinate: [UInt8]] = [:], definition: LayerDefinition? = nil,
    metadata: [MetadataEntry] = []
  ) {
    state = Guarded(State(tiles: tiles, definition: definition, metadata: metadata))
  }

  /// Every tile; may be changed.
  public var tiles: [TileCoordinate: [UInt8]] {
    get { state.withLock { $0.tiles } }
    set { state.withLock { $0.tiles = newValue } }
  }

  /// The addresses in the order in which they were written.
  public var order: [TileCoordinate] { state.withLock { $0.order } }

  /// Whether the work was abandoned.
  public var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// The planted error of reading a tile; `nil` for none.
  public var readFailure: TileStorageError? {
    get { state.withLock { $0.readFailure } }
    set { state.withLock { $0.readFailure = newValue } }
  }

  /// Makes the tile after the next `count` ones fail to be written, as on a full disk.
  public func failWriting(_ error: TileStorageError, after count: Int) {
    state.withLock { $0.writeFailure = (error, $0.order.count + count) }
  }

  // MARK: TileWriter

  /// Adds a tile.
  ///
  /// - Throws: `TileStorageError.duplicateTile(_:path:)`, or what ``failWriting(_:after:)`` set.
  public func write(
    _ tile: TileFile, at coordinate: TileCoordinate
  ) throws(TileStorageError) {
    let failure = state.withLock { state -> TileStorageError? in
      if let planned = state.writeFailure, state.order.count >= planned.after {
        return planned.error
      }
      guard state.tiles[coordinate] == nil else {
        return .duplicateTile(coordinate, path: "memory")
      }
      state.tiles[coordinate] = tile.bytes
      state.order.append(coordinate)
      return nil
    }
    if let failure { throw failure }
  }

  /// Does nothing.
  public func commit() throws(TileStorageError) {}

  /// Keeps the definition.
  public func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    state.withLock { state in
      state.definition = definition
      let bytes = state.tiles.values.reduce(0) { $0 + $1.count }
      return TilesetSummary(
        tileCount: state.tiles.count, distinctTileCount: Set(state.tiles.values).count,
        tileBytes: bytes, storedBytes: bytes)
    }
  }

  /// Notes that the work was abandoned, and drops the tiles.
  public func abandon() {
    state.withLock { state in
      guard state.definition == nil else { return }
      state.isAbandoned = true
      state.tiles = [:]
    }
  }

  // MARK: TileReader

  /// The format of the definition, or of the first tile.
  public var format: TileFormat? {
    state.withLock { state in
      state.definition?.format
        ?? state.tiles.min { $0.key < $1.key }.flatMap { TileFormat(signatureOf: $0.value) }
    }
  }

  /// The definition that the store was created or finished with.
  public var definition: LayerDefinition? { state.withLock { $0.definition } }

  /// The metadata that the store was created with.
  public var metadata: [MetadataEntry] { state.withLock { $0.metadata } }

  /// The tile at an address.
  ///
  /// - Throws: ``readFailure``.
  public func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    let result = state.withLock { state -> Result<[UInt8]?, TileStorageError> in
      state.readFailure.map { .failure($0) } ?? .success(state.tiles[coordinate])
    }
    return try result.get()
  }

  /// The addresses, sorted.
  public func coordinates() throws(TileStorageError) -> [TileCoordinate] {
    state.withLock { $0.tiles.keys.sorted() }
  }
}
