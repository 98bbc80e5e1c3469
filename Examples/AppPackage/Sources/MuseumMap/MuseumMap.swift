#if canImport(GoogleMaps)
  import GoogleMaps
#else
  import GoogleMapsCompatibility
#endif

/// The floors of the museum on a map, one at a time.
@MainActor
public final class MuseumMap {
  // These two types are generated from Museum/building.yml.
  private let floors: MuseumFloorSwitch

  /// Shows the ground floor.
  public init(on map: GMSMapView) {
    floors = MuseumFloorSwitch(map: map)
    floors.show(.groundFloor)
  }

  /// The storeys that a picker offers, from the lowest.
  public var storeys: [Int] { MuseumFloor.allCases.compactMap(\.level).sorted() }

  /// Shows a storey, or no floor where the museum has none.
  public func show(storey: Int) {
    floors.show(MuseumFloor.allCases.first { $0.level == storey })
  }
}
