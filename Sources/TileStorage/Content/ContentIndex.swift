import Hashing

/// Remembers which contents were stored where, in bounded memory.
///
/// Two generations of at most `capacity` entries each: when the younger is full it becomes the
/// older, and what was found in neither is forgotten. A content that recurs is kept for as long as
/// it recurs within `capacity` others; a forgotten one is stored once more, which costs space only.
struct ContentIndex<Place> {
  private let capacity: Int
  private var younger: [Hash128: Place] = [:]
  private var older: [Hash128: Place] = [:]

  /// 2^19 entries a generation take about 50 MB and span gigabytes of tiles.
  init(capacity: Int = 1 << 19) { self.capacity = max(1, capacity) }

  /// The place remembered for a content.
  mutating func place(of content: Hash128) -> Place? {
    if let place = younger[content] { return place }
    guard let place = older[content] else { return nil }
    remember(content, at: place)
    return place
  }

  /// Remembers a place, replacing an earlier one of the same content.
  mutating func remember(_ content: Hash128, at place: Place) {
    if younger.count >= capacity {
      older = younger
      younger = [:]
    }
    younger[content] = place
  }
}
