import TileModel

/// The addresss of a zoom at which the zoom above shows something.
struct ShownAddresses: Sendable {
  /// A address without a tile.
  struct Empty: Sendable {
    let tile: TileCoordinate
    /// Whether what is shown cannot be the background of a format without transparency.
    let isCertain: Bool
  }

  /// The most addresss that are kept.
  private static let limit = 10_000

  /// The number of addresss with a tile.
  var filled = 0
  /// Addresses without one.
  private(set) var empty: [Empty] = []

  /// Notes a address without a tile.
  mutating func add(_ address: Empty) {
    if empty.count < Self.limit { empty.append(address) }
  }

  mutating func merge(_ other: ShownAddresses) {
    filled += other.filled
    empty += other.empty.prefix(Self.limit - empty.count)
  }
}
