import Hashing

/// Remembers which contents were stored where, in bounded memory.
///
/// Two generations of at most `capacity` entries each: when the younger is full it becomes the
/// older, and what was found in neither is forgotten. A content that recurs is kept for as long as
/// it recurs within `capacity` others; a forgotten one is stored once more, which costs space only.
struct ContentIndex<Location> {
  /// How many contents are remembered at least.
  let capacity: Int
  private var younger: [Hash128: Location] = [:]
  private var older: [Hash128: Location] = [:]

  /// 2^19 entries a generation take about 50 MB and span gigabytes of tiles.
  init(capacity: Int = 1 << 19) { self.capacity = max(1, capacity) }

  /// The position remembered for a content.
  mutating func location(of content: Hash128) -> Location? {
    if let location = younger[content] { return location }
    guard let location = older[content] else { return nil }
    remember(content, at: location)
    return location
  }

  /// Remembers a position, replacing an earlier one of the same content.
  mutating func remember(_ content: Hash128, at location: Location) {
    if younger.count >= capacity {
      older = younger
      younger = [:]
    }
    younger[content] = location
  }
}
