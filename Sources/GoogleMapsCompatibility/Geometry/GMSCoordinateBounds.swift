public import CoreLocationCompatibility
public import TileLayers

/// An immutable rectangle in latitude and longitude, which may cross the antimeridian.
public final class GMSCoordinateBounds: Hashable, Sendable {
  /// The bounds in terms of `TileLayers`.
  ///
  /// It is not part of the SDK.
  public let bounds: CoordinateBounds

  /// Creates bounds from those of `TileLayers`.
  ///
  /// It is not part of the SDK.
  public init(_ bounds: CoordinateBounds) { self.bounds = bounds }

  /// Creates bounds that hold no position and are not valid.
  public convenience init() { self.init(CoordinateBounds()) }

  /// Creates the bounds of any two opposite corners, along the smaller span.
  ///
  /// Exactly 180 degrees apart they do not cross the antimeridian. A corner that is not a number makes the
  /// bounds invalid.
  public convenience init(
    coordinate first: CLLocationCoordinate2D, coordinate second: CLLocationCoordinate2D
  ) {
    guard first.isFinite, second.isFinite else {
      self.init()
      return
    }
    self.init(CoordinateBounds(first.geographic, second.geographic))
  }

  /// Creates the bounds of a visible region.
  ///
  /// Four corners do not tell how far around the world they reach: the bounds are the narrowest that hold them.
  public convenience init(region: GMSVisibleRegion) {
    let corners = [region.farLeft, region.nearLeft, region.nearRight, region.farRight]
    guard corners.allSatisfy(\.isFinite) else {
      self.init()
      return
    }
    self.init(CoordinateBounds(enclosing: corners.map(\.geographic)))
  }

  /// Creates the bounds of the positions of a path, taken in order.
  public convenience init(path: GMSPath) { self.init(CoordinateBounds().including(path)) }

  /// Whether the bounds hold a position.
  public var isValid: Bool { !bounds.isEmpty }

  /// The north-eastern corner, invalid when the bounds are.
  public var northEast: CLLocationCoordinate2D {
    bounds.northEast.map(CLLocationCoordinate2D.init) ?? kCLLocationCoordinate2DInvalid
  }

  /// The south-western corner, invalid when the bounds are.
  public var southWest: CLLocationCoordinate2D {
    bounds.southWest.map(CLLocationCoordinate2D.init) ?? kCLLocationCoordinate2DInvalid
  }

  /// The bounds extended to a position, toward the side that grows less.
  public func includingCoordinate(_ coordinate: CLLocationCoordinate2D) -> GMSCoordinateBounds {
    guard coordinate.isFinite else { return self }
    return GMSCoordinateBounds(bounds.including(coordinate.geographic))
  }

  /// The smallest bounds that hold both.
  ///
  /// Invalid ones add nothing.
  public func includingBounds(_ other: GMSCoordinateBounds) -> GMSCoordinateBounds {
    GMSCoordinateBounds(bounds.including(other.bounds))
  }

  /// The bounds extended to the positions of a path, taken in order.
  public func includingPath(_ path: GMSPath) -> GMSCoordinateBounds {
    GMSCoordinateBounds(bounds.including(path))
  }

  /// Whether a position is inside or on an edge.
  public func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    coordinate.isFinite && bounds.contains(coordinate.geographic)
  }

  /// Whether the two have a position in common.
  ///
  /// Touching edges count.
  public func intersects(_ other: GMSCoordinateBounds) -> Bool {
    bounds.intersects(other.bounds)
  }

  /// Whether both have the same edges.
  public static func == (left: GMSCoordinateBounds, right: GMSCoordinateBounds) -> Bool {
    left.bounds == right.bounds
  }

  /// Hashes the edges.
  public func hash(into hasher: inout Hasher) { hasher.combine(bounds) }
}

extension CoordinateBounds {
  fileprivate func including(_ path: GMSPath) -> CoordinateBounds {
    path.coordinates.filter(\.isFinite).reduce(self) { $0.including($1.geographic) }
  }
}

extension CLLocationCoordinate2D {
  fileprivate var isFinite: Bool { latitude.isFinite && longitude.isFinite }
}
