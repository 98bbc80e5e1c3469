import TileModel

/// The places of a zoom at which the zoom above shows something.
struct ShownPlaces: Sendable {
  /// A place without a tile.
  struct Empty: Sendable {
    let tile: TileCoordinate
    /// Whether what is shown cannot be the ground of a format without transparency.
    let isCertain: Bool
  }

  /// The most places that are kept.
  private static let limit = 10_000

  /// The number of places with a tile.
  var filled = 0
  /// Places without one.
  private(set) var empty: [Empty] = []

  /// Notes a place without a tile.
  mutating func add(_ place: Empty) {
    if empty.count < Self.limit { empty.append(place) }
  }

  mutating func merge(_ other: ShownPlaces) {
    filled += other.filled
    empty += other.empty.prefix(Self.limit - empty.count)
  }
}
