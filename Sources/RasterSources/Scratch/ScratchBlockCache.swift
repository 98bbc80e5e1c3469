import TileModel

/// Cache of a bounded number of blocks of a scratch file.
///
/// Thread-safe.
final class ScratchBlockCache: Sendable {
  private struct State {
    var blocks: [ScratchBlock] = []
    var slots: [Int: Int] = [:]
    var clock = BlockClock()
    var isStored: [Bool]
  }

  let capacity: Int
  private let file: ScratchFile
  private let state: Guarded<State>

  init(file: ScratchFile, blockCount: Int, capacity: Int) {
    self.file = file
    self.capacity = max(1, capacity)
    state = Guarded(State(isStored: [Bool](repeating: false, count: blockCount)))
  }

  func withBlock(
    _ key: Int, isWriting: Bool, _ body: (UnsafeMutablePointer<UInt8>) -> Void
  ) throws(RasterError) {
    let (block, isStored) = try pin(key)
    let outcome = block.lock.withLock { _ -> Result<Void, RasterError> in
      do throws(RasterError) {
        try load(block, key: key, isStored: isStored)
      } catch {
        return .failure(error)
      }
      body(block.samples)
      if isWriting { block.isDirty = true }
      return .success(())
    }
    state.withLock { _ in block.pins -= 1 }
    try outcome.get()
  }

  /// Returns false after calling `ifAbsent`, when the block is not in memory.
  ///
  /// `ifAbsent` may write to the file when `isWriting`: no thread loads the block in that time.
  func withBlockIfCached(
    _ key: Int, isWriting: Bool, _ ifCached: (UnsafeMutablePointer<UInt8>) -> Void,
    ifAbsent: (_ isStored: Bool) throws(RasterError) -> Void
  ) throws(RasterError) {
    let outcome = state.withLock { state -> Result<Bool, RasterError> in
      if state.slots[key] != nil { return .success(true) }
      do throws(RasterError) {
        try ifAbsent(state.isStored[key])
      } catch {
        return .failure(error)
      }
      if isWriting { state.isStored[key] = true }
      return .success(false)
    }
    if try outcome.get() { try withBlock(key, isWriting: isWriting, ifCached) }
  }

  /// No thread may be writing at the same time.
  func flush() throws(RasterError) {
    let outcome = state.withLock { state -> Result<Void, RasterError> in
      do throws(RasterError) {
        for block in state.blocks where block.pins == 0 { try store(block, &state) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  private func load(_ block: ScratchBlock, key: Int, isStored: Bool) throws(RasterError) {
    if block.isLoaded { return }
    if isStored {
      try file.read(
        into: block.samples, count: ScratchBlock.byteCount, at: key * ScratchBlock.byteCount)
    } else {
      block.samples.initialize(repeating: 0, count: ScratchBlock.byteCount)
    }
    block.isLoaded = true
  }

  private func pin(_ key: Int) throws(RasterError) -> (block: ScratchBlock, isStored: Bool) {
    typealias Pinned = (block: ScratchBlock, isStored: Bool)
    let outcome = state.withLock { state -> Result<Pinned, RasterError> in
      do throws(RasterError) {
        let block = try insert(key, &state)
        block.pins += 1
        block.wasUsed = true
        return .success((block, state.isStored[key]))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  private func insert(_ key: Int, _ state: inout State) throws(RasterError) -> ScratchBlock {
    if let slot = state.slots[key] { return state.blocks[slot] }
    if state.blocks.count >= capacity, let slot = state.clock.victim(in: state.blocks) {
      let block = state.blocks[slot]
      try store(block, &state)
      state.slots[block.key] = nil
      state.slots[key] = slot
      block.key = key
      block.isLoaded = false
      return block
    }
    let block = ScratchBlock(key: key)
    state.slots[key] = state.blocks.count
    state.blocks.append(block)
    return block
  }

  private func store(_ block: ScratchBlock, _ state: inout State) throws(RasterError) {
    if !block.isDirty { return }
    try file.write(
      block.samples, count: ScratchBlock.byteCount, at: block.key * ScratchBlock.byteCount)
    block.isDirty = false
    state.isStored[block.key] = true
  }
}

/// The memory of one block of a scratch raster.
///
/// SAFETY: `@unchecked Sendable` because each member has a guard. `key`, `pins` and `wasUsed` are touched
/// only while the cache's lock is held, and `samples` and `isLoaded` only while `lock` is held. `isDirty`
/// is set by a thread that holds `lock` and has the block pinned. The cache reads and clears it only when
/// there are no pins.
final class ScratchBlock: EvictableBlock, @unchecked Sendable {
  static let side = 256
  static let rowBytes = 4 * side
  static let byteCount = side * rowBytes

  let lock = Guarded<Void>(())
  /// Row-major RGBA8.
  let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: ScratchBlock.byteCount)
  var isLoaded = false
  var isDirty = false
  var key: Int
  var pins = 0
  var wasUsed = true

  init(key: Int) { self.key = key }

  deinit { samples.deallocate() }
}
