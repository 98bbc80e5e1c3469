public import TileLayers
public import TileModel

/// An event of a tile that a map requested as its camera moved.
///
/// It is not part of the SDK.
public struct GMSTileEvent: Equatable, Sendable {
  /// Kind of the event.
  public enum Kind: Equatable, Sendable {
    /// The tile came into view and was requested.
    case asked
    /// The layer has answered.
    ///
    /// `TileLayers.TileAnswer.unavailable(_:)` is retried when the map is next stepped.
    case answered(TileAnswer<EncodedTile>)
    /// The tile left the view before the layer's answer, and its request was cancelled.
    case dropped
  }

  /// The time of the map, as ``GMSMapView/advance(by:)`` counts it.
  public let time: Duration
  /// The layer's name, or the class name of an app's layer.
  public let layer: String
  /// The address.
  public let tile: TileCoordinate
  /// Kind of the event.
  public let kind: Kind
}

/// Requests for the tiles in a map camera's view.
@MainActor
final class TileLoading {
  private struct Loads {
    let layer: TileLayer
    let cacheEpoch: Int
    /// Tiles in view; `nil` for an answered one.
    var tasks: [TileCoordinate: Task<Void, Never>?] = [:]

    init(_ layer: TileLayer) { (self.layer, cacheEpoch) = (layer, layer.cacheEpoch) }

    func isSame(as other: Loads) -> Bool {
      layer === other.layer && cacheEpoch == other.cacheEpoch
    }
  }

  private var loads: [Loads] = []
  private var time = Duration.zero
  private(set) var events: [GMSTileEvent] = []

  func takeEvents() -> [GMSTileEvent] {
    defer { events = [] }
    return events
  }

  var pending: [Task<Void, Never>] { loads.flatMap { $0.tasks.values.compactMap(\.self) } }

  func update(
    _ layers: [SnapshotLayer], seenBy options: MapSnapshotter.Options, at time: Duration
  ) {
    self.time = time
    let former = loads
    loads = layers.map { item in
      let load = Loads(item.layer)
      return former.first { $0.isSame(as: load) } ?? load
    }
    for gone in former where !loads.contains(where: gone.isSame) {
      drop(gone.tasks, of: gone)
    }
    for (index, item) in layers.enumerated() {
      let seen = MapSnapshotter.tiles(of: item, seenWith: options)
      let visible = Set(seen)
      let gone = loads[index].tasks.filter { !visible.contains($0.key) }
      for tile in gone.keys { loads[index].tasks[tile] = nil }
      drop(gone, of: loads[index])
      for tile in seen where loads[index].tasks[tile] == nil { ask(tile, index) }
    }
  }

  private func ask(_ tile: TileCoordinate, _ index: Int) {
    let layer = loads[index].layer
    note(.asked, tile, of: loads[index])
    let task = Task { [weak self] in
      let answer = await layer.tile(at: tile)
      // The tile may have left the view and come back, with a request of its own.
      if !Task.isCancelled { self?.conclude(tile, of: layer, with: answer) }
    }
    loads[index].tasks.updateValue(task, forKey: tile)
  }

  private func conclude(
    _ tile: TileCoordinate, of layer: TileLayer, with answer: TileAnswer<EncodedTile>
  ) {
    guard let index = loads.firstIndex(where: { $0.layer === layer }),
      loads[index].tasks[tile] != nil
    else { return }
    note(.answered(answer), tile, of: loads[index])
    if case .unavailable = answer {
      loads[index].tasks[tile] = nil
    } else {
      loads[index].tasks.updateValue(nil, forKey: tile)
    }
  }

  private func drop(_ tasks: [TileCoordinate: Task<Void, Never>?], of loads: Loads) {
    for (tile, task) in tasks.sorted(by: { $0.key < $1.key }) {
      guard let task else { continue }
      task.cancel()
      note(.dropped, tile, of: loads)
    }
  }

  private func note(_ kind: GMSTileEvent.Kind, _ tile: TileCoordinate, of loads: Loads) {
    events.append(
      GMSTileEvent(time: time, layer: loads.layer.information.name, tile: tile, kind: kind))
  }
}
