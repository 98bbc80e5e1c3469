/// A cached block, as its cache's eviction sees it; guarded by the cache's lock.
protocol EvictableBlock: AnyObject {
  var pins: Int { get }
  /// True if the block was used since the last round of the clock.
  var wasUsed: Bool { get set }
}

/// Clock algorithm: evicts the next block that is neither pinned nor used since the last round.
struct BlockClock {
  private var hand = 0

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
