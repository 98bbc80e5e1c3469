public import Mosaics
public import TileModel
public import TileStorage

/// A layer that was built.
public struct BuiltLayer: Sendable {
  /// The layer definition that was written.
  public let definition: LayerDefinition
  /// What the store holds.
  public let summary: TilesetSummary
  /// How the tiles differ from the earlier ones; `nil` unless the build was an update.
  public internal(set) var changes: TileChanges?
  /// The same of the tiles of 512 samples beside those of 256; `nil` also where there are none.
  public internal(set) var retinaChanges: TileChanges?
  /// Whether the output was complete already, so that nothing was made.
  public let wasComplete: Bool
  /// The images that are left out, wholly or in part, because they cannot be read.
  public internal(set) var skipped: [SkippedImage] = []

  /// Puts the parts together.
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
