#if canImport(GoogleMaps)
  import GoogleMaps
#else
  import GoogleMapsCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> etage1Cafe

/// The floors of "Museum", by their identifiers.
nonisolated enum MuseumFloor: String, CaseIterable, Sendable {
  /// "Basement".
  case basement = "-1"
  /// "Ground floor".
  case groundFloor = "0"
  /// "Étage 1 "Café"".
  case etage1Cafe = "1a"

  /// The number of the storey, 0 at the ground, when known.
  var level: Int? {
    switch self {
    case .basement: -1
    case .groundFloor: 0
    case .etage1Cafe: nil
    }
  }

  /// The name shown to people.
  var name: String {
    switch self {
    case .basement: "Basement"
    case .groundFloor: "Ground floor"
    case .etage1Cafe: "Étage 1 \"Café\""
    }
  }

  /// The URL of a tile of the floor, or `nil` when there is no such tile.
  func tileURL(x: UInt, y: UInt, zoom: UInt) -> URL? {
    switch self {
    case .basement:
      MuseumBasementTiles.tileURL(x: x, y: y, zoom: zoom)
    case .groundFloor:
      MuseumGroundFloorTiles.tileURL(x: x, y: y, zoom: zoom)
    case .etage1Cafe:
      MuseumEtage1CafeTiles.tileURL(x: x, y: y, zoom: zoom)
    }
  }

  /// A layer that shows the floor once its `map` is set, enlarged for `overzoom` zooms beyond the deepest.
  @MainActor
  func makeLayer(overzoom: UInt = 4) -> GMSTileLayer {
    switch self {
    case .basement: MuseumBasementTiles.makeLayer(overzoom: overzoom)
    case .groundFloor: MuseumGroundFloorTiles.makeLayer(overzoom: overzoom)
    case .etage1Cafe: MuseumEtage1CafeTiles.makeLayer(overzoom: overzoom)
    }
  }
}

/// Shows one floor at a time on a map.
@MainActor final class MuseumFloorSwitch {
  /// The map.
  let map: GMSMapView
  private let overzoom: UInt
  private var layer: GMSTileLayer?
  /// The floor on the map.
  private(set) var floor: MuseumFloor?

  /// Creates a switch that shows no floor, on a map without floors of its own.
  init(map: GMSMapView, overzoom: UInt = 4) {
    self.map = map
    self.overzoom = overzoom
    map.isIndoorEnabled = false
  }

  /// Shows a floor in place of the one before, or none.
  func show(_ floor: MuseumFloor?) {
    layer?.map = nil
    layer = floor?.makeLayer(overzoom: overzoom)
    layer?.map = map
    self.floor = floor
  }
}
