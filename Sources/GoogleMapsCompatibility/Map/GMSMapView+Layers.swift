import TileLayers
import TileModel

extension GMSMapView {
  /// The tile layers on the map in the order of drawing.
  ///
  /// By ascending z-index, equal ones in the order in which they joined. Not part of the SDK.
  public var tileLayers: [GMSTileLayer] { drawnMembers.compactMap { $0 as? GMSTileLayer } }

  /// The overlays on the map in the order of drawing.
  ///
  /// By ascending z-index, equal ones in the order in which they joined; then the markers, of equal ones
  /// the northern before the southern. Not part of the SDK.
  public var overlays: [GMSOverlay] { drawnMembers.compactMap { $0 as? GMSOverlay } }

  /// The floor that is drawn below everything else.
  var shownFloor: SnapshotLayer? {
    guard isIndoorEnabled, let floor = indoorDisplay.activeLevel?.layer else { return nil }
    return SnapshotLayer(
      floor, zIndex: 0,
      displaySize: TileDisplaySize(pixels: floor.information.tileSize.rawValue))
  }

  /// What is on the map, from below.
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

  /// Draws what is on the map: its layers, and between them the overlays.
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
