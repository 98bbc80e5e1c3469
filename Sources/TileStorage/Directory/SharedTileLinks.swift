import TileModel

/// Which contents the files of a tree already hold, so that tiles of several layers, such as the
/// floors of a building, share files.
///
/// Writers on several threads may use one instance: each looks up, links and writes a tile as one
/// step.
public final class SharedTileLinks: @unchecked Sendable {
  // SAFETY: the index is used under the lock alone.

  private let lock = Guarded(())
  private var paths = ContentIndex<String>(capacity: 1 << 18)

  /// Creates an empty index.
  public init() {}

  /// Runs `body` alone with the paths by content.
  func withPaths<Result>(
    _ body: (inout ContentIndex<String>) throws(TileStorageError) -> Result
  ) throws(TileStorageError) -> Result {
    try lock.withLock { _ throws(TileStorageError) in try body(&paths) }
  }
}
