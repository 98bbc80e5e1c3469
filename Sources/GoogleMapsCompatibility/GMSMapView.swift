/// The tile layers of a map; it draws nothing.
///
/// Layers join and leave by ``GMSTileLayer/map``, as in the SDK, and are kept while they are on the map.
@MainActor
open class GMSMapView {
  /// The layers on the map in the order of drawing.
  ///
  /// By ascending z-index, equal ones in the order in which they joined. Not part of the SDK.
  public var tileLayers: [GMSTileLayer] {
    // The index makes the sort stable.
    layers.enumerated()
      .sorted { ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset) }
      .map(\.element)
  }

  private var layers: [GMSTileLayer] = []

  /// Creates a map without layers.
  public init() {}

  func add(_ layer: GMSTileLayer) { layers.append(layer) }

  func remove(_ layer: GMSTileLayer) { layers.removeAll { $0 === layer } }
}
