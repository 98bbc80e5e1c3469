#if canImport(GoogleMaps)
  import GoogleMaps
#else
  import GoogleMapsCompatibility
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
  func tileURL(x: UInt, y: UInt, zoom: UInt, in variant: GalleryFloorVariant = .light) -> URL? {
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

  /// A layer that shows the floor once its `map` is set, enlarged for `overzoom` zooms beyond the deepest.
  @MainActor
  func makeLayer(in variant: GalleryFloorVariant = .light, overzoom: UInt = 4) -> GMSTileLayer {
    switch (self, variant) {
    case (.groundFloor, .light): GalleryGroundFloorTiles.makeLayer(overzoom: overzoom)
    case (.groundFloor, .dark): GalleryGroundFloorDarkTiles.makeLayer(overzoom: overzoom)
    case (.firstFloor, .light): GalleryFirstFloorTiles.makeLayer(overzoom: overzoom)
    case (.firstFloor, .dark): GalleryFirstFloorDarkTiles.makeLayer(overzoom: overzoom)
    }
  }
}

/// The looks in which floors can be shown.
nonisolated enum GalleryFloorVariant: String, CaseIterable, Sendable {
  case light
  case dark

  /// The variant for a style of the interface, such as `traitCollection.userInterfaceStyle` of a view.
  init(for style: UIUserInterfaceStyle) {
    self = style == .dark ? .dark : .light
  }
}

extension GalleryFloor {
  /// The floor that a level of the map's own is; `nil` for none.
  ///
  /// It is the one whose identifier or name is the level's short name or name, in capitals or not. Else it is
  /// the one in the same place from the top, where the map's building has as many levels as there are floors.
  @MainActor init?(_ level: GMSIndoorLevel, of building: GMSIndoorBuilding?) {
    let texts = [level.shortName, level.name].compactMap { $0?.lowercased() }
    let floors = Self.allCases
    let named = floors.first { floor in
      texts.contains(floor.rawValue.lowercased()) || texts.contains(floor.name.lowercased())
    }
    let levels = building?.levels ?? []
    let place = levels.firstIndex { $0 === level } ?? levels.count
    let placed = levels.count == floors.count ? floors.reversed().dropFirst(place).first : nil
    guard let floor = named ?? placed else { return nil }
    self = floor
  }
}

/// Shows one floor at a time on a map, that of the level which the map's own floor picker chooses.
@MainActor final class GalleryFloorSwitch: NSObject, GMSIndoorDisplayDelegate {
  /// The map.
  let map: GMSMapView
  private let overzoom: UInt
  private var layer: GMSTileLayer?
  /// The floor on the map.
  private(set) var floor: GalleryFloor?

  /// Creates a switch that shows the floor of the level that the map has, and becomes the delegate of the
  /// map's indoor display; keep it while it is to follow.
  init(map: GMSMapView, overzoom: UInt = 4) {
    self.map = map
    self.overzoom = overzoom
    super.init()
    map.isIndoorEnabled = true
    map.indoorDisplay.delegate = self
    follow()
  }

  /// Shows a floor in place of the one before, or none.
  ///
  /// Without a variant it is that of the style in which the map is shown. Where the style changes, as the
  /// view controller learns by `registerForTraitChanges([UITraitUserInterfaceStyle.self])` or, before
  /// iOS 17, in `traitCollectionDidChange`, call `show` again with the same floor.
  func show(_ floor: GalleryFloor?, in variant: GalleryFloorVariant? = nil) {
    let variant =
      variant ?? GalleryFloorVariant(for: map.traitCollection.userInterfaceStyle)
    layer?.map = nil
    layer = floor?.makeLayer(in: variant, overzoom: overzoom)
    layer?.map = map
    self.floor = floor
  }

  /// Shows the floor of the level that the map has now.
  nonisolated func didChangeActiveLevel(_ level: GMSIndoorLevel?) {
    MainActor.assumeIsolated { follow() }
  }

  /// Does nothing, since the level of another building is told too.
  nonisolated func didChangeActiveBuilding(_ building: GMSIndoorBuilding?) {}

  /// Shows none for a level that is no floor; where the map has no level, since no building is in its
  /// middle, the floor stays.
  private func follow() {
    guard let level = map.indoorDisplay.activeLevel else { return }
    show(GalleryFloor(level, of: map.indoorDisplay.activeBuilding))
  }
}
