public import Foundation
public import TileLayers

/// The listener of a map's building and floor, with empty default methods.
@preconcurrency @MainActor
public protocol GMSIndoorDisplayDelegate: AnyObject {
  /// Another building is shown, or none.
  func didChangeActiveBuilding(_ building: GMSIndoorBuilding?)
  /// Another floor is shown, or none.
  func didChangeActiveLevel(_ level: GMSIndoorLevel?)
}

extension GMSIndoorDisplayDelegate {
  /// Does nothing.
  public func didChangeActiveBuilding(_ building: GMSIndoorBuilding?) {}
  /// Does nothing.
  public func didChangeActiveLevel(_ level: GMSIndoorLevel?) {}
}

/// The building and floor that a map shows below its layers and overlays.
@preconcurrency @MainActor
public final class GMSIndoorDisplay: NSObject {
  /// Listener of changes.
  public weak var delegate: (any GMSIndoorDisplayDelegate)?
  /// The building shown, `nil` by default.
  ///
  /// It stays when the camera moves, while the SDK's follows the camera.
  public private(set) var activeBuilding: GMSIndoorBuilding?
  /// The floor shown, `nil` for none.
  ///
  /// A floor of another building is ignored.
  public var activeLevel: GMSIndoorLevel? {
    get { shownLevel }
    set {
      guard newValue !== shownLevel else { return }
      if let newValue, activeBuilding?.levels.contains(newValue) != true { return }
      shownLevel = newValue
      delegate?.didChangeActiveLevel(newValue)
    }
  }

  private var shownLevel: GMSIndoorLevel?

  nonisolated override init() {}

  /// Shows a building at its entrance's floor.
  ///
  /// The delegate is told of the building, then of the floor. It is not part of the SDK, whose buildings
  /// are Google's.
  ///
  /// - Parameter building: The building, whose floors are all opened, or `nil` for none.
  /// - Throws: `TileLayers.TileLayerError` when a floor cannot be opened. Nothing changes then.
  public func show(_ building: BuildingLayers?) async throws(TileLayerError) {
    var next: GMSIndoorBuilding?
    if let building { next = try await GMSIndoorBuilding(building) }
    guard next != nil || activeBuilding != nil else { return }
    activeBuilding = next
    shownLevel = nil
    delegate?.didChangeActiveBuilding(next)
    guard let next, next.levels.indices.contains(Int(next.defaultLevelIndex)) else {
      delegate?.didChangeActiveLevel(nil)
      return
    }
    activeLevel = next.levels[Int(next.defaultLevelIndex)]
  }
}
