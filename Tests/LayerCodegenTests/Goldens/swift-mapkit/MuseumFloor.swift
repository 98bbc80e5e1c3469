#if canImport(MapKit)
  import MapKit
#else
  import MapKitCompatibility
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
  func tileURL(x: Int, y: Int, zoom: Int) -> URL? {
    switch self {
    case .basement:
      MuseumBasementTiles.tileURL(x: x, y: y, zoom: zoom)
    case .groundFloor:
      MuseumGroundFloorTiles.tileURL(x: x, y: y, zoom: zoom)
    case .etage1Cafe:
      MuseumEtage1CafeTiles.tileURL(x: x, y: y, zoom: zoom)
    }
  }

  /// An overlay that shows the floor, enlarged for `overzoom` zooms beyond the deepest.
  func makeOverlay(overzoom: Int = 4) -> MKTileOverlay {
    switch self {
    case .basement: MuseumBasementTiles.makeOverlay(overzoom: overzoom)
    case .groundFloor: MuseumGroundFloorTiles.makeOverlay(overzoom: overzoom)
    case .etage1Cafe: MuseumEtage1CafeTiles.makeOverlay(overzoom: overzoom)
    }
  }
}

#if canImport(MapKit)
  /// Shows one floor at a time on a map.
  @MainActor final class MuseumFloorSwitch {
    /// The map.
    let map: MKMapView
    private let overzoom: Int
    private var overlay: MKTileOverlay?
    /// The floor on the map.
    private(set) var floor: MuseumFloor?

    /// Creates a switch that shows no floor.
    init(map: MKMapView, overzoom: Int = 4) {
      self.map = map
      self.overzoom = overzoom
    }

    /// Shows a floor in place of the one before, or none.
    func show(_ floor: MuseumFloor?) {
      if let overlay { map.removeOverlay(overlay) }
      overlay = floor?.makeOverlay(overzoom: overzoom)
      if let overlay { map.addOverlay(overlay, level: .aboveLabels) }
      self.floor = floor
    }
  }
#endif
