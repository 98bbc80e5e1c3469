import TileModel

/// Destination and options of a store to write.
package struct WritingRequest: Sendable {
  /// Publication target of a store.
  package enum Destination: Sendable {
    /// `replaces` permits replacing a store of this package, and `keepsOthers` carries foreign files over.
    case output(path: String, replaces: Bool, keepsOthers: Bool)
    case layer(name: String, OutputTree, SharedTileLinks)
  }

  package var destination: Destination
  package var layout: DirectoryTileWriter.Layout
  package var resuming: ResumePolicy?
  package var isCancelled: @Sendable () -> Bool

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
