import TileModel

/// A layer as a map shows it.
public struct SnapshotLayer: Sendable {
  /// The tiles.
  public var layer: TileLayer
  /// The drawing order; larger is above.
  public var zIndex: Int
  /// What the alpha of the tiles is multiplied with, 0...1.
  public var opacity: Double {
    didSet { precondition((0...1).contains(opacity), "an opacity is a share") }
  }

  /// Creates a layer; what is `nil` is taken from the layer's definition, or is 0 and 1 without one.
  public init(_ layer: TileLayer, zIndex: Int? = nil, opacity: Double? = nil) {
    self.layer = layer
    self.zIndex = zIndex ?? layer.information.definition?.zIndex ?? 0
    self.opacity = opacity ?? layer.information.definition?.opacity ?? 1
    precondition((0...1).contains(self.opacity), "an opacity is a share")
  }
}
