import TileModel

/// Cache of a bounded number of decoded blocks.
///
/// Thread-safe.
final class DecodedBlockCache: Sendable {
  private struct State {
    var blocks: [DecodedBlock] = []
    var slots: [Int: Int] = [:]
    var clock = BlockClock()
  }

  private let blockBytes: Int
  /// Exceeded only while more blocks are in use at once.
  private let capacity: Int
  private let state = Guarded(State())

  init(blockBytes: Int, capacity: Int) {
    self.blockBytes = blockBytes
    self.capacity = max(1, capacity)
  }

  /// Loads a missing block first, while other threads that need it wait.
  func withBlock(
    _ key: Int, load: (UnsafeMutablePointer<UInt8>) throws(RasterError) -> Void,
    body: (UnsafeMutablePointer<UInt8>) -> Void
  ) throws(RasterError) {
    let block = state.withLock { state -> DecodedBlock in
      let block = insert(key, &state)
      block.pins += 1
      block.wasUsed = true
      return block
    }
    let outcome = block.lock.withLock { _ -> Result<Void, RasterError> in
      do throws(RasterError) {
        if !block.isLoaded { try load(block.samples) }
      } catch {
        return .failure(error)
      }
      block.isLoaded = true
      body(block.samples)
      return .success(())
    }
    state.withLock { _ in block.pins -= 1 }
    try outcome.get()
  }

  private func insert(_ key: Int, _ state: inout State) -> DecodedBlock {
    if let slot = state.slots[key] { return state.blocks[slot] }
    if state.blocks.count >= capacity, let slot = state.clock.victim(in: state.blocks) {
      let block = state.blocks[slot]
      state.slots[block.key] = nil
      state.slots[key] = slot
      block.key = key
      block.isLoaded = false
      return block
    }
    let block = DecodedBlock(key: key, byteCount: blockBytes)
    state.slots[key] = state.blocks.count
    state.blocks.append(block)
    return block
  }
}

/// The memory of one block.
///
/// SAFETY: `@unchecked Sendable` because each member has a guard. `key`, `pins` and `wasUsed` are touched
/// only while the cache's lock is held, and `samples` only while `lock` is held. `isLoaded` is touched by
/// a thread that holds `lock` and has the block pinned, or by the cache when there are no pins.
private final class DecodedBlock: EvictableBlock, @unchecked Sendable {
  let lock = Guarded<Void>(())
  let samples: UnsafeMutablePointer<UInt8>
  var isLoaded = false
  var key: Int
  var pins = 0
  var wasUsed = true

  init(key: Int, byteCount: Int) {
    self.key = key
    samples = .allocate(capacity: byteCount)
  }

  deinit { samples.deallocate() }
}
