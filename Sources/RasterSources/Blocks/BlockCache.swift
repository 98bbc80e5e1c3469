import TileModel

/// Cache of a bounded number of blocks: decoded ones, or those of a scratch file.
///
/// Thread-safe. The clock algorithm evicts the next block that is neither pinned nor used since the last
/// round.
final class BlockCache: Sendable {
  private struct State {
    var blocks: [CachedBlock] = []
    var slots: [Int: Int] = [:]
    var hand = 0
    var isStored: [Bool]

    mutating func victim() -> Int? {
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

  /// Exceeded only while more blocks are in use at once.
  private let capacity: Int
  private let blockBytes: Int
  private let file: ScratchFile?
  private let state: Guarded<State>

  /// Blocks that were written are kept in `file`, one behind the other.
  init(blockBytes: Int, blockCount: Int, capacity: Int, file: ScratchFile? = nil) {
    self.blockBytes = blockBytes
    self.file = file
    self.capacity = max(1, capacity)
    state = Guarded(State(isStored: [Bool](repeating: false, count: blockCount)))
  }

  /// Loads a missing block first, from the file or else by `load`, while other threads that need it wait.
  func withBlock(
    _ key: Int, isWriting: Bool = false,
    load: (UnsafeMutablePointer<UInt8>) throws(RasterError) -> Void,
    body: (UnsafeMutablePointer<UInt8>) -> Void
  ) throws(RasterError) {
    let (block, isStored) = try state.withLock { (state) throws(RasterError) in
      let block = try insert(key, &state)
      block.pins += 1
      block.wasUsed = true
      return (block, state.isStored[key])
    }
    defer { state.withLock { _ in block.pins -= 1 } }
    try block.lock.withLock { _ throws(RasterError) in
      if !block.isLoaded {
        if isStored, let file {
          try file.read(into: block.samples, count: blockBytes, at: key * blockBytes)
        } else {
          try load(block.samples)
        }
      }
      block.isLoaded = true
      body(block.samples)
      if isWriting { block.isDirty = true }
    }
  }

  /// No thread may be writing at the same time.
  func flush() throws(RasterError) {
    try state.withLock { (state) throws(RasterError) in
      for block in state.blocks where block.pins == 0 { try store(block, &state) }
    }
  }

  private func insert(_ key: Int, _ state: inout State) throws(RasterError) -> CachedBlock {
    if let slot = state.slots[key] { return state.blocks[slot] }
    if state.blocks.count >= capacity, let slot = state.victim() {
      let block = state.blocks[slot]
      try store(block, &state)
      state.slots[block.key] = nil
      state.slots[key] = slot
      block.key = key
      block.isLoaded = false
      return block
    }
    let block = CachedBlock(key: key, byteCount: blockBytes)
    state.slots[key] = state.blocks.count
    state.blocks.append(block)
    return block
  }

  private func store(_ block: CachedBlock, _ state: inout State) throws(RasterError) {
    guard block.isDirty, let file else { return }
    try file.write(block.samples, count: blockBytes, at: block.key * blockBytes)
    block.isDirty = false
    state.isStored[block.key] = true
  }
}

/// The memory of one block.
///
/// SAFETY: `@unchecked Sendable` because each member has a guard. `key`, `pins` and `wasUsed` are touched
/// only while the cache's lock is held, and `samples` only while `lock` is held. `isLoaded` and `isDirty` are
/// touched by a thread that holds `lock` and has the block pinned, or by the cache when there are no pins.
private final class CachedBlock: @unchecked Sendable {
  let lock = Guarded<Void>(())
  /// Row-major RGBA8.
  let samples: UnsafeMutablePointer<UInt8>
  var isLoaded = false
  var isDirty = false
  var key: Int
  var pins = 0
  var wasUsed = true

  init(key: Int, byteCount: Int) {
    self.key = key
    samples = .allocate(capacity: byteCount)
  }

  deinit { samples.deallocate() }
}
