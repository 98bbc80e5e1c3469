import TileLayers
import TileModel

extension GMSMapView {
  /// Tile layers on the map in drawing order.
  ///
  /// The order is by z-index, then by joining. It is not part of the SDK.
  public var tileLayers: [GMSTileLayer] { drawnMembers.compactMap { $0 as? GMSTileLayer } }

  /// Overlays on the map in drawing order.
  ///
  /// The order is by z-index, then by joining. Markers follow, from north to south within a z-index. It is
  /// not part of the SDK.
  public var overlays: [GMSOverlay] { drawnMembers.compactMap { $0 as? GMSOverlay } }

  var shownFloor: SnapshotLayer? {
    guard isIndoorEnabled, let floor = indoorDisplay.activeLevel?.layer else { return nil }
    return SnapshotLayer(
      floor, zIndex: 0, displaySize: TileDisplaySize(pixels: floor.information.tileSize.rawValue))
  }

  var drawnMembers: [any MapLayer] {
    // The index makes the sort stable.
    members.withLock { $0 }.enumerated().map { index, member in
      let marker = member.layer as? GMSMarker
      return (
        key: (marker == nil ? 0 : 1, member.layer.zIndex, -(marker?.position.latitude ?? 0), index),
        layer: member.layer
      )
    }.sorted { $0.key < $1.key }.map(\.layer)
  }

  func makeSnapshotter() -> MapSnapshotter {
    var layers = shownFloor.map { [$0] } ?? []
    var shapes: [(layersBelow: Int, shape: SnapshotShape)] = []
    let projection = controller.projection
    for member in drawnMembers {
      switch member {
      case let layer as GMSTileLayer: layers.append(layer.shown)
      case let overlay as GMSOverlay:
        shapes += overlay.shapes(in: projection).map { (layers.count, $0) }
      default: break
      }
    }
    var snapshotter = MapSnapshotter(layers)
    snapshotter.shapes = shapes
    return snapshotter
  }
}
