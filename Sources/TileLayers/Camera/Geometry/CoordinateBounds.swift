public import TileModel

/// A rectangle in latitude and longitude that may be empty and may cross the antimeridian.
///
/// It runs eastward from its south-western to its north-eastern corner. Latitudes are limited to ±90,
/// longitudes are wrapped into [-180, 180], where both ends are kept so that the whole world is
/// -180...180.
public struct CoordinateBounds: Hashable, Sendable {
  /// The edges in degrees, `west > east` across the antimeridian, `nil` when the bounds are empty.
  public let edges: GeographicBounds?

  /// Creates bounds that hold no position.
  public init() { edges = nil }

  /// Creates bounds from their edges, eastward from `west` to `east`.
  ///
  /// They are empty when `south` is above `north` or an edge is not a finite number.
  public init(_ edges: GeographicBounds) {
    guard edges.south <= edges.north, edges.south.isFinite, edges.north.isFinite,
      edges.west.isFinite, edges.east.isFinite
    else {
      self.edges = nil
      return
    }
    let isWorld = edges.east - edges.west >= 360
    self.edges = GeographicBounds(
      west: isWorld ? -180 : Self.wrapped(edges.west), south: min(max(edges.south, -90), 90),
      east: isWorld ? 180 : Self.wrapped(edges.east), north: min(max(edges.north, -90), 90))
  }

  /// Creates the bounds of any two opposite corners, along the smaller span.
  ///
  /// Corners 180 degrees apart give bounds that do not cross the antimeridian.
  public init(_ corner: GeographicCoordinate, _ opposite: GeographicCoordinate) {
    let first = Self.wrapped(corner.longitude)
    let second = Self.wrapped(opposite.longitude)
    let (low, high) = (min(first, second), max(first, second))
    let crosses = high - low > 180
    self.init(
      GeographicBounds(
        west: crosses ? high : low, south: min(corner.latitude, opposite.latitude),
        east: crosses ? low : high, north: max(corner.latitude, opposite.latitude)))
  }

  /// Creates the bounds of positions taken in order, each extending them to the side that grows less.
  public init(enclosing coordinates: some Sequence<GeographicCoordinate>) {
    self = coordinates.reduce(CoordinateBounds()) { $0.including($1) }
  }

  /// Whether the bounds hold no position.
  public var isEmpty: Bool { edges == nil }

  /// The south-western corner, or `nil` when the bounds are empty.
  public var southWest: GeographicCoordinate? {
    edges.map { GeographicCoordinate(latitude: $0.south, longitude: $0.west) }
  }

  /// The north-eastern corner, or `nil` when the bounds are empty.
  public var northEast: GeographicCoordinate? {
    edges.map { GeographicCoordinate(latitude: $0.north, longitude: $0.east) }
  }

  /// The extent from west to east in degrees, 0...360, 0 when empty.
  public var longitudeSpan: Double { edges.map(Self.span) ?? 0 }

  /// Whether a position is inside or on an edge.
  public func contains(_ coordinate: GeographicCoordinate) -> Bool {
    guard let edges, edges.south <= coordinate.latitude, coordinate.latitude <= edges.north else {
      return false
    }
    return Self.meridians(of: edges, hold: coordinate.longitude)
  }

  /// Whether the two have a position in common.
  ///
  /// Touching edges count.
  public func intersects(_ other: CoordinateBounds) -> Bool {
    guard let edges, let others = other.edges, edges.south <= others.north,
      others.south <= edges.north
    else { return false }
    return Self.meridians(of: edges, hold: others.west)
      || Self.meridians(of: others, hold: edges.west)
  }

  /// The bounds extended to a position, toward the side that grows less.
  public func including(_ coordinate: GeographicCoordinate) -> CoordinateBounds {
    including(CoordinateBounds(coordinate, coordinate))
  }

  /// The smallest bounds that hold both.
  ///
  /// Empty ones add nothing.
  public func including(_ other: CoordinateBounds) -> CoordinateBounds {
    guard let edges else { return other }
    guard let others = other.edges else { return self }
    func eastward(_ first: GeographicBounds, _ second: GeographicBounds) -> (
      span: Double, west: Double, east: Double
    ) {
      let reach = Self.eastward(from: first.west, to: second.west) + Self.span(second)
      return reach > Self.span(first)
        ? (reach, first.west, second.east) : (Self.span(first), first.west, first.east)
    }
    let (one, two) = (eastward(edges, others), eastward(others, edges))
    let best = one.span <= two.span ? one : two
    let isWorld = best.span >= 360
    return CoordinateBounds(
      GeographicBounds(
        west: isWorld ? -180 : best.west, south: min(edges.south, others.south),
        east: isWorld ? 180 : best.east, north: max(edges.north, others.north)))
  }

  /// The position of the bounds closest to `coordinate`: itself when inside, or when they are empty.
  ///
  /// Closeness is by latitude and, the short way round, by longitude, separately.
  public func nearest(to coordinate: GeographicCoordinate) -> GeographicCoordinate {
    guard let edges else { return coordinate }
    var result = coordinate
    result.latitude = min(max(coordinate.latitude, edges.south), edges.north)
    if !Self.meridians(of: edges, hold: coordinate.longitude) {
      let beyondEast = Self.eastward(from: edges.east, to: coordinate.longitude)
      let beforeWest = Self.eastward(from: coordinate.longitude, to: edges.west)
      result.longitude = beyondEast <= beforeWest ? edges.east : edges.west
    }
    return result
  }

  /// Decided without rounding.
  private static func meridians(of edges: GeographicBounds, hold longitude: Double) -> Bool {
    func hold(_ longitude: Double) -> Bool {
      edges.west <= edges.east
        ? edges.west <= longitude && longitude <= edges.east
        : longitude >= edges.west || longitude <= edges.east
    }
    let wrapped = wrapped(longitude)
    return hold(wrapped) || (abs(wrapped) == 180 && hold(-wrapped))
  }

  private static func span(_ edges: GeographicBounds) -> Double {
    edges.east - edges.west >= 360 ? 360 : eastward(from: edges.west, to: edges.east)
  }

  private static func eastward(from start: Double, to end: Double) -> Double {
    Degrees.wrappedBearing(end - start)
  }

  private static func wrapped(_ longitude: Double) -> Double {
    (-180...180).contains(longitude) ? longitude : Degrees.wrappedLongitude(longitude)
  }
}
