public import TileImaging
import TileModel

/// A picture of layers.
public struct MapSnapshot: Sendable {
  /// The picture, straight alpha.
  public let image: RGBAImage
  /// The number of tiles of all layers that are in it, 0 where the camera
  /// sees none.
  public let tileCount: Int
  /// Why parts were left blank, for a picture that allows gaps: one error for each tile that was
  /// unavailable, damaged or not square; layers from below, the tiles of each by zoom, row and column.
  public let gaps: [MapSnapshotError]
}

/// What bounds a picture.
enum SnapshotLimits {
  /// The most pixels along a side.
  static let maximumSide = 16_384
  /// The most columns and rows of tiles that are asked for around those in view.
  static let maximumTileBuffer = 16
  /// How many levels above its shallowest a layer is still drawn.
  static let reach = 4
}

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
