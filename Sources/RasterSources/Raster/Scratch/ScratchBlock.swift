import TileModel

/// The memory of one block of a scratch raster.
///
/// SAFETY: `@unchecked Sendable` because three groups of members have each their own guard: `key`,
/// `pins` and `wasUsed` are touched only while the cache's lock is held; `samples` and `isLoaded` only
/// while `lock` is held; `isDirty` is set while `lock` is held by a thread that has the block pinned,
/// and read and cleared by the cache only when there are no pins.
final class ScratchBlock: EvictableBlock, @unchecked Sendable {
  /// Columns and rows of a block.
  static let side = 256
  /// The bytes of a row of a block.
  static let rowBytes = 4 * side
  /// The bytes of a block.
  static let byteCount = side * rowBytes

  /// Guards the samples.
  let lock = Guarded<Void>(())
  /// Row-major RGBA8.
  let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: ScratchBlock.byteCount)
  /// Whether ``samples`` holds the block, rather than what the memory held before.
  var isLoaded = false
  /// Whether ``samples`` differs from the file.
  var isDirty = false
  /// The number of the block held.
  var key: Int
  /// How many threads use the block now; only an unused one is evicted.
  var pins = 0
  /// Whether the block was used since the cache last looked at it.
  var wasUsed = true

  init(key: Int) { self.key = key }

  deinit { samples.deallocate() }
}
