#if canImport(GoogleMaps)
  import GoogleMaps
#else
  import GoogleMapsCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

/// The floors of "Annex", by their identifiers.
nonisolated enum AnnexFloor: String, CaseIterable, Sendable {
  /// "A".
  case a = "A"
  /// "B".
  case b = "B"

  /// The number of the storey, 0 at the ground, when known.
  var level: Int? {
    switch self {
    case .a: nil
    case .b: nil
    }
  }

  /// The name shown to people.
  var name: String {
    switch self {
    case .a: "A"
    case .b: "B"
    }
  }

  /// The URL of a tile of the floor, or `nil` when there is no such tile.
  func tileURL(x: UInt, y: UInt, zoom: UInt) -> URL? {
    switch self {
    case .a:
      AnnexATiles.tileURL(x: x, y: y, zoom: zoom)
    case .b:
      AnnexBTiles.tileURL(x: x, y: y, zoom: zoom)
    }
  }

  /// A layer that shows the floor once its `map` is set, enlarged for `overzoom` zooms beyond the deepest.
  @MainActor
  func makeLayer(overzoom: UInt = 4) -> GMSTileLayer {
    switch self {
    case .a: AnnexATiles.makeLayer(overzoom: overzoom)
    case .b: AnnexBTiles.makeLayer(overzoom: overzoom)
    }
  }
}

/// Shows one floor at a time on a map.
@MainActor final class AnnexFloorSwitch {
  /// The map.
  let map: GMSMapView
  private let overzoom: UInt
  private var layer: GMSTileLayer?
  /// The floor on the map.
  private(set) var floor: AnnexFloor?

  /// Creates a switch that shows no floor, on a map without floors of its own.
  init(map: GMSMapView, overzoom: UInt = 4) {
    self.map = map
    self.overzoom = overzoom
    map.isIndoorEnabled = false
  }

  /// Shows a floor in place of the one before, or none.
  func show(_ floor: AnnexFloor?) {
    layer?.map = nil
    layer = floor?.makeLayer(overzoom: overzoom)
    layer?.map = map
    self.floor = floor
  }
}
