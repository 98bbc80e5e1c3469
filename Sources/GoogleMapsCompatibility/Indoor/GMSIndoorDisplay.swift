public import Foundation
public import TileLayers

/// Is told which building and floor a map shows; every method does nothing unless implemented.
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

/// Which building and floor a map shows, below its layers and overlays.
@preconcurrency @MainActor
public final class GMSIndoorDisplay: NSObject {
  /// Is told of changes.
  public weak var delegate: (any GMSIndoorDisplayDelegate)?
  /// The building shown; `nil` at first.
  ///
  /// It stays wherever the camera is, while the SDK's follows the camera.
  public private(set) var activeBuilding: GMSIndoorBuilding?
  /// The floor shown; `nil` shows none.
  ///
  /// Setting one that the building does not have is ignored.
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

  /// Shows a building, at its entrance's floor; not part of the SDK, whose buildings are Google's.
  ///
  /// The delegate is told of the building, then of the floor.
  ///
  /// - Parameter building: The building, every floor of which is opened; `nil` shows none.
  /// - Throws: `TileLayers.TileLayerError` when a floor cannot be opened; then nothing changes.
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
