import TileModel

/// A layer as a map shows it.
public struct SnapshotLayer: Sendable {
  /// The tiles.
  public var layer: TileLayer
  /// The drawing order; larger is above.
  public var zIndex: Int
  /// What the alpha of the tiles is multiplied with, 0...1.
  public var opacity: Double {
    didSet { precondition((0...1).contains(opacity), "an opacity is a fraction") }
  }

  /// How large tiles are displayed; `nil` displays each sample of a tile on a pixel where it can.
  public var displaySize: TileDisplaySize?

  /// Creates a layer; a z-index or an opacity that is `nil` is taken from the layer's definition, or is 0
  /// and 1 without one.
  public init(
    _ layer: TileLayer, zIndex: Int? = nil, opacity: Double? = nil,
    displaySize: TileDisplaySize? = nil
  ) {
    self.layer = layer
    self.displaySize = displaySize
    self.zIndex = zIndex ?? layer.information.definition?.zIndex ?? 0
    self.opacity = opacity ?? layer.information.definition?.opacity ?? 1
    precondition((0...1).contains(self.opacity), "an opacity is a fraction")
  }

  /// The side in samples to which tiles are scaled for a picture of some pixels a point.
  func side(scale: Double) -> Int {
    displaySize?.side(scale: scale) ?? layer.information.tileSize.rawValue
  }

  /// The opacity closest to a number, 0...1; 0 for NaN.
  package static func opacity(clamping number: Double) -> Double {
    number.isNaN ? 0 : min(max(number, 0), 1)
  }
}
