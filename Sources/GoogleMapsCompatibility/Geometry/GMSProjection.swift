public import CoreLocationCompatibility
public import Foundation
package import TileLayers
import TileModel

/// The positions at the corners of a view, a trapezium for a tilted camera.
public struct GMSVisibleRegion: Sendable {
  /// At the bottom left.
  public var nearLeft: CLLocationCoordinate2D
  /// At the bottom right.
  public var nearRight: CLLocationCoordinate2D
  /// At the top left.
  public var farLeft: CLLocationCoordinate2D
  /// At the top right.
  public var farRight: CLLocationCoordinate2D

  /// Creates a region from its corners.
  public init(
    nearLeft: CLLocationCoordinate2D, nearRight: CLLocationCoordinate2D,
    farLeft: CLLocationCoordinate2D, farRight: CLLocationCoordinate2D
  ) {
    self.nearLeft = nearLeft
    self.nearRight = nearRight
    self.farLeft = farLeft
    self.farRight = farRight
  }
}

/// The projection of a map at one moment, unaffected by later changes of the camera.
public final class GMSProjection: Sendable {
  package let projection: ScreenProjection

  init(_ projection: ScreenProjection) { self.projection = projection }

  /// The point of a position, also outside the view.
  ///
  /// Both values are NaN when it is behind the camera.
  public func point(for coordinate: CLLocationCoordinate2D) -> CGPoint {
    projection.point(for: coordinate.geographic).map { CGPoint(x: $0.x, y: $0.y) }
      ?? CGPoint(x: CGFloat.nan, y: CGFloat.nan)
  }

  /// The position drawn at a point of the view, not valid for a point on or above the horizon.
  public func coordinate(for point: CGPoint) -> CLLocationCoordinate2D {
    projection.coordinate(at: point.screenPoint).map(CLLocationCoordinate2D.init)
      ?? kCLLocationCoordinate2DInvalid
  }

  /// The length in points of a short distance on the ground, before perspective.
  public func points(
    forMeters meters: CLLocationDistance, at coordinate: CLLocationCoordinate2D
  ) -> CGFloat { CGFloat(projection.points(forMetres: meters, at: coordinate.geographic)) }

  /// Whether a position is drawn inside the view's padding, edges included.
  public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    projection.contains(coordinate.geographic)
  }

  /// The corners of the view inside its padding, invalid when nothing of the map is visible.
  public func visibleRegion() -> GMSVisibleRegion {
    let region = projection.visibleRegion
    func corner(_ path: KeyPath<VisibleRegion, GeographicCoordinate>) -> CLLocationCoordinate2D {
      region.map { CLLocationCoordinate2D($0[keyPath: path]) } ?? kCLLocationCoordinate2DInvalid
    }
    return GMSVisibleRegion(
      nearLeft: corner(\.nearLeft), nearRight: corner(\.nearRight), farLeft: corner(\.farLeft),
      farRight: corner(\.farRight))
  }
}
