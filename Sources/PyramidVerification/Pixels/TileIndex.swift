import TileModel
import TileStorage

/// The tiles of a store along a Z-shaped curve, so that all that lies under a tile is one stretch of
/// every deeper zoom.
struct TileIndex: Sendable {
  /// One tile: its place on the curve, and how the store finds it.
  struct Entry: Hashable, Sendable {
    let key: UInt64
    let locator: Int
  }

  /// The tiles of each zoom, by place; only the first of those that share an address.
  private(set) var levels: [[Entry]]
  /// The tiles that share an address with one in ``levels``.
  private(set) var duplicates: [StoredTile] = []

  init(_ tiles: [StoredTile]) {
    levels = Array(repeating: [], count: TileCoordinate.maximumZoom + 1)
    for tile in tiles {
      levels[tile.coordinate.zoom].append(
        Entry(key: Self.key(of: tile.coordinate), locator: tile.locator))
    }
    for zoom in levels.indices {
      levels[zoom].sort { ($0.key, $0.locator) < ($1.key, $1.locator) }
      var kept: [Entry] = []
      kept.reserveCapacity(levels[zoom].count)
      for entry in levels[zoom] {
        if kept.last?.key == entry.key {
          duplicates.append(
            StoredTile(Self.coordinate(zoom, entry.key), locator: entry.locator))
        } else {
          kept.append(entry)
        }
      }
      levels[zoom] = kept
    }
  }

  /// The zooms with tiles, ascending.
  var zooms: [Int] { levels.indices.filter { !levels[$0].isEmpty } }
  /// The number of addresses.
  var count: Int { levels.reduce(0) { $0 + $1.count } }

  /// The place of an address on the curve of its zoom.
  static func key(of tile: TileCoordinate) -> UInt64 {
    spread(UInt64(tile.x)) | spread(UInt64(tile.y)) << 1
  }

  /// The address at a place of the curve.
  static func coordinate(_ zoom: Int, _ key: UInt64) -> TileCoordinate {
    TileCoordinate(unchecked: zoom, x: Int(gather(key)), y: Int(gather(key >> 1)))
  }

  /// The tile at a place, if there is one.
  func entry(_ zoom: Int, _ key: UInt64) -> Entry? {
    let place = lowerBound(zoom, key)
    guard place < levels[zoom].count, levels[zoom][place].key == key else { return nil }
    return levels[zoom][place]
  }

  /// Whether there is a tile.
  func contains(_ tile: TileCoordinate) -> Bool { entry(tile.zoom, Self.key(of: tile)) != nil }

  /// Whether there is a tile at a place or anywhere below it.
  func holdsAnything(_ zoom: Int, _ key: UInt64, deepest: Int) -> Bool {
    guard zoom <= deepest else { return false }
    for level in zoom...deepest where !levels[level].isEmpty {
      let shift = UInt64(2 * (level - zoom))
      let place = lowerBound(level, key << shift)
      if place < levels[level].count, levels[level][place].key < (key + 1) << shift { return true }
    }
    return false
  }

  /// The places at `zoom` that hold or lie above a tile.
  func places(at zoom: Int) -> [UInt64] {
    var keys: [UInt64] = []
    for level in levels.indices where level >= zoom {
      let shift = UInt64(2 * (level - zoom))
      // Of one level they are in order.
      for entry in levels[level] where keys.last != entry.key >> shift {
        keys.append(entry.key >> shift)
      }
    }
    keys.sort()
    var count = 0
    for key in keys where count == 0 || keys[count - 1] != key {
      keys[count] = key
      count += 1
    }
    keys.removeSubrange(count...)
    return keys
  }

  private func lowerBound(_ zoom: Int, _ key: UInt64) -> Int {
    levels[zoom].withUnsafeBufferPointer { entries in
      var low = 0
      var high = entries.count
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].key < key { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// Puts a zero above each of the lower 31 bits.
  private static func spread(_ value: UInt64) -> UInt64 {
    var bits = value & 0x7FFF_FFFF
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }

  /// Undoes ``spread(_:)``.
  private static func gather(_ value: UInt64) -> UInt64 {
    var bits = value & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return (bits | bits >> 16) & 0x0000_0000_FFFF_FFFF
  }
}
