#if canImport(MapKit)
  import MapKit
#else
  import MapKitCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

/// The floors of "Gallery", by their identifiers.
nonisolated enum GalleryFloor: String, CaseIterable, Sendable {
  /// "Ground floor".
  case groundFloor = "L0"
  /// "First floor".
  case firstFloor = "L1"

  /// The number of the storey, 0 at the ground, when known.
  var level: Int? {
    switch self {
    case .groundFloor: 0
    case .firstFloor: 1
    }
  }

  /// The name shown to people.
  var name: String {
    switch self {
    case .groundFloor: "Ground floor"
    case .firstFloor: "First floor"
    }
  }

  /// The URL of a tile of the floor, or `nil` when there is no such tile.
  func tileURL(x: Int, y: Int, zoom: Int, in variant: GalleryFloorVariant = .light) -> URL? {
    switch (self, variant) {
    case (.groundFloor, .light):
      GalleryGroundFloorTiles.tileURL(x: x, y: y, zoom: zoom)
    case (.groundFloor, .dark):
      GalleryGroundFloorDarkTiles.tileURL(x: x, y: y, zoom: zoom)
    case (.firstFloor, .light):
      GalleryFirstFloorTiles.tileURL(x: x, y: y, zoom: zoom)
    case (.firstFloor, .dark):
      GalleryFirstFloorDarkTiles.tileURL(x: x, y: y, zoom: zoom)
    }
  }

  /// An overlay that shows the floor, enlarged for `overzoom` zooms beyond the deepest.
  func makeOverlay(in variant: GalleryFloorVariant = .light, overzoom: Int = 4) -> MKTileOverlay {
    switch (self, variant) {
    case (.groundFloor, .light): GalleryGroundFloorTiles.makeOverlay(overzoom: overzoom)
    case (.groundFloor, .dark): GalleryGroundFloorDarkTiles.makeOverlay(overzoom: overzoom)
    case (.firstFloor, .light): GalleryFirstFloorTiles.makeOverlay(overzoom: overzoom)
    case (.firstFloor, .dark): GalleryFirstFloorDarkTiles.makeOverlay(overzoom: overzoom)
    }
  }
}

/// The looks in which floors can be shown.
nonisolated enum GalleryFloorVariant: String, CaseIterable, Sendable {
  case light
  case dark

  #if canImport(UIKit)
    /// The variant for a style of the interface, such as `traitCollection.userInterfaceStyle` of a view.
    init(for style: UIUserInterfaceStyle) {
      self = style == .dark ? .dark : .light
    }
  #endif
}

#if canImport(MapKit)
  /// Shows one floor at a time on a map.
  @MainActor final class GalleryFloorSwitch {
    /// The map.
    let map: MKMapView
    private let overzoom: Int
    private var overlay: MKTileOverlay?
    /// The floor on the map.
    private(set) var floor: GalleryFloor?

    /// Creates a switch that shows no floor.
    init(map: MKMapView, overzoom: Int = 4) {
      self.map = map
      self.overzoom = overzoom
    }

    /// Shows a floor in place of the one before, or none.
    ///
    /// On iOS `GalleryFloorVariant(for: map.traitCollection.userInterfaceStyle)` is the variant of the
    /// style in which the map is shown. Where that changes, as the view controller learns by
    /// `registerForTraitChanges([UITraitUserInterfaceStyle.self])` or, before iOS 17, in
    /// `traitCollectionDidChange`, call `show` again with the same floor.
    func show(_ floor: GalleryFloor?, in variant: GalleryFloorVariant = .light) {
      if let overlay { map.removeOverlay(overlay) }
      overlay = floor?.makeOverlay(in: variant, overzoom: overzoom)
      if let overlay { map.addOverlay(overlay, level: .aboveLabels) }
      self.floor = floor
    }
  }
#endif
