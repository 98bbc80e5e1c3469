import TileModel
import TileStorage

/// Keeps tiles in memory, and can fail at a chosen tile.
final class MemoryTileWriter: TileWriter {
  private struct State {
    var tiles: [TileCoordinate: [UInt8]] = [:]
    var order: [TileCoordinate] = []
    var duplicates = 0
    var overlaps = 0
    var isBusy = false
  }

  /// The error of a planted failure.
  static let failure = TileStorageError.system(operation: "write", path: "memory", code: 28)

  private let state = Guarded(State())
  private let failingTile: Int?

  /// Creates an empty store that fails at the `failingTile`-th tile, counted from 0.
  init(failingTile: Int? = nil) { self.failingTile = failingTile }

  /// The tiles by address.
  var tiles: [TileCoordinate: [UInt8]] { state.withLock { $0.tiles } }
  /// The addresses in the order of writing.
  var order: [TileCoordinate] { state.withLock { $0.order } }
  /// The number of tiles written twice, and of overlapping calls.
  var violations: Int { state.withLock { $0.duplicates + $0.overlaps } }

  func write(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError) {
    let index = state.withLock { state in
      if state.isBusy { state.overlaps += 1 }
      state.isBusy = true
      return state.order.count
    }
    defer { state.withLock { $0.isBusy = false } }
    if index == failingTile { throw Self.failure }
    state.withLock { state in
      if state.tiles.updateValue(tile.bytes, forKey: coordinate) != nil { state.duplicates += 1 }
      state.order.append(coordinate)
    }
  }

  func commit() throws(TileStorageError) {}

  func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    TilesetSummary()
  }

  func abandon() {}
}
