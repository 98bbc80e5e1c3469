public import Mosaics
public import TileModel
public import TileStorage

/// A layer that was built.
public struct BuiltLayer: Sendable {
  /// The layer definition that was written.
  public let definition: LayerDefinition
  /// The contents of the store.
  public let summary: TilesetSummary
  /// The differences from the earlier tiles; `nil` unless the build was an update.
  public internal(set) var changes: TileChanges?
  /// The differences of the tiles of 512 samples; `nil` also without such tiles.
  public internal(set) var retinaChanges: TileChanges?
  /// Whether the output was complete already, so that nothing was made.
  public let wasComplete: Bool
  /// The images that are left out, wholly or in part, because they cannot be read.
  public internal(set) var skipped: [SkippedImage] = []

  package init(
    definition: LayerDefinition, summary: TilesetSummary, changes: TileChanges?,
    retinaChanges: TileChanges? = nil, wasComplete: Bool = false
  ) {
    self.definition = definition
    self.summary = summary
    self.changes = changes
    self.retinaChanges = retinaChanges
    self.wasComplete = wasComplete
  }
}
