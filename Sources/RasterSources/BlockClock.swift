/// A block that a cache keeps, as far as its eviction depends on it; guarded by the cache's lock.
protocol EvictableBlock: AnyObject {
  /// How many threads use the block now; only an unused one is evicted.
  var pins: Int { get }
  /// Whether the block was used since the clock last came by.
  var wasUsed: Bool { get set }
}

/// Chooses which block of a cache makes room for another: the next that is not in use and was not used
/// since the last time round (the clock algorithm).
struct BlockClock {
  /// The position that is looked at next.
  private var hand = 0

  /// The position of the block to evict, or `nil` when all are in use.
  mutating func victim(in blocks: [some EvictableBlock]) -> Int? {
    for _ in 0..<2 * blocks.count {
      let slot = hand
      hand = (hand + 1) % blocks.count
      let block = blocks[slot]
      if block.pins > 0 { continue }
      if !block.wasUsed { return slot }
      block.wasUsed = false
    }
    return nil
  }
}
