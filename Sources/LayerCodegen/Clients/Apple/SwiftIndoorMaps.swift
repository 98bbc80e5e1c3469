import TileModel

/// What Swift for the Google Maps SDK for iOS does about the floors that the map itself shows.
///
/// The SDK tells a delegate which level its picker chose, by names that Google gave; it lists the levels of a
/// building from the top.
enum SwiftIndoorMaps {
  /// What a comment says of the switch's initializer.
  static func creation(_ indoor: IndoorMaps?) -> String {
    switch indoor {
    case nil: "/// Creates a switch that shows no floor."
    case .off: "/// Creates a switch that shows no floor, on a map without floors of its own."
    case .follow:
      """
      /// Creates a switch that shows the floor of the level that the map has, and becomes the delegate of the
        /// map's indoor display; keep it while it is to follow.
      """
    }
  }

  /// The last statements of that initializer.
  static func settings(_ indoor: IndoorMaps?) -> String {
    switch indoor {
    case nil: ""
    case .off: "\n    map.isIndoorEnabled = false"
    case .follow:
      """

          super.init()
          map.isIndoorEnabled = true
          map.indoorDisplay.delegate = self
          follow()
      """
    }
  }

  /// The methods of the delegate.
  ///
  /// They belong to no actor, as those of the SDK's protocol may, which the SDK calls on the main thread.
  static func delegate(_ building: ClientBuilding) -> String {
    """


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
        show(\(building.typeName)(level, of: map.indoorDisplay.activeBuilding))
      }
    """
  }

  /// The initializer that finds the floor of a level.
  static func matching(_ building: ClientBuilding) -> String {
    """
    extension \(building.typeName) {
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
    """
  }
}
