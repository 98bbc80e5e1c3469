#if canImport(MapKit)
  import MapKit
#else
  import MapKitCompatibility
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
  func tileURL(x: Int, y: Int, zoom: Int) -> URL? {
    switch self {
    case .a:
      AnnexATiles.tileURL(x: x, y: y, zoom: zoom)
    case .b:
      AnnexBTiles.tileURL(x: x, y: y, zoom: zoom)
    }
  }

  /// An overlay that shows the floor, enlarged for `overzoom` zooms beyond the deepest.
  func makeOverlay(overzoom: Int = 4) -> MKTileOverlay {
    switch self {
    case .a: AnnexATiles.makeOverlay(overzoom: overzoom)
    case .b: AnnexBTiles.makeOverlay(overzoom: overzoom)
    }
  }
}

#if canImport(MapKit)
  /// Shows one floor at a time on a map.
  @MainActor final class AnnexFloorSwitch {
    /// The map.
    let map: MKMapView
    private let overzoom: Int
    private var overlay: MKTileOverlay?
    /// The floor on the map.
    private(set) var floor: AnnexFloor?

    /// Creates a switch that shows no floor.
    init(map: MKMapView, overzoom: Int = 4) {
      self.map = map
      self.overzoom = overzoom
    }

    /// Shows a floor in place of the one before, or none.
    func show(_ floor: AnnexFloor?) {
      if let overlay { map.removeOverlay(overlay) }
      overlay = floor?.makeOverlay(overzoom: overzoom)
      if let overlay { map.addOverlay(overlay, level: .aboveLabels) }
      self.floor = floor
    }
  }
#endif
