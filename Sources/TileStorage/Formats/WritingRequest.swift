import TileModel

/// What is written.
package struct WritingRequest: Sendable {
  /// Where a store is published.
  package enum Destination: Sendable {
    /// At a path of its own; `replaces` says whether a store of this package that is there is replaced,
    /// and `keepsOthers` whether what others put into it is carried over into the new one.
    case output(path: String, replaces: Bool, keepsOthers: Bool)
    /// In a tree that is published as a whole, told from other layers by a name.
    case layer(name: String, OutputTree, SharedTileLinks)
  }

  /// Where.
  package var destination: Destination
  /// How tiles are laid out where they are files.
  package var layout: DirectoryTileWriter.Layout
  /// Whether unfinished work survives, and is resumed; `nil` for neither.
  package var resuming: ResumePolicy?
  /// Asked often while a store is published.
  package var isCancelled: @Sendable () -> Bool

  /// Asks for a store.
  package init(
    _ destination: Destination, layout: DirectoryTileWriter.Layout, resuming: ResumePolicy?,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.destination = destination
    self.layout = layout
    self.resuming = resuming
    self.isCancelled = isCancelled
  }
}
