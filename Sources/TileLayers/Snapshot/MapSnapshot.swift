public import TileImaging
import TileModel

/// A picture of layers.
public struct MapSnapshot: Sendable {
  /// The picture, straight alpha.
  public let image: RGBAImage
  /// The number of tiles of all layers that are in it, 0 where the camera
  /// sees none.
  public let tileCount: Int
  /// Errors behind blank parts, for a picture that allows gaps.
  ///
  /// There is one for each tile that was unavailable, damaged or not square. Layers come from below, tiles
  /// by zoom, row and column.
  public let gaps: [MapSnapshotError]
  package let missingTileCount: Int
}

/// Limits of a picture.
enum SnapshotLimits {
  /// In pixels.
  static let maximumSide = 16_384
  /// Columns and rows of prefetched tiles around the view.
  static let maximumTileBuffer = 16
  /// Levels above its shallowest at which a layer is still drawn.
  static let reach = 4
}

/// A layer as a map shows it.
public struct SnapshotLayer: Sendable {
  /// The tiles.
  public var layer: TileLayer
  /// The drawing order.
  ///
  /// Larger is above.
  public var zIndex: Int
  /// The factor of the tiles' alpha, 0...1.
  public var opacity: Double {
    didSet { precondition((0...1).contains(opacity), "an opacity is a fraction") }
  }

  /// Display size of tiles.
  ///
  /// `nil` displays each sample of a tile on a pixel where it can.
  public var displaySize: TileDisplaySize?

  /// Creates a layer.
  ///
  /// A `nil` z-index or opacity is that of the layer's definition, or else 0 and 1.
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

  func side(scale: Double) -> Int {
    displaySize?.side(scale: scale) ?? layer.information.tileSize.rawValue
  }

  /// Clamps to 0...1; 0 for NaN.
  package static func opacity(clamping number: Double) -> Double {
    number.isNaN ? 0 : min(max(number, 0), 1)
  }
}

/// The side of a displayed tile in physical pixels, as in `GMSTileLayer.tileSize` of the Google Maps SDK.
///
/// A tile is displayed on at most its 256 points in the SDK's grid. The side is `min(pixels, 256 × scale)`,
/// and the level is `round(zoom + log2(256 × scale / side))`. The SDK's headers state pixels and no rule.
/// This one fits the requests of a public app on a phone of three pixels a point at zoom 13: level 14 for
/// 512, and level 13 for 1536 and for 3072.
public struct TileDisplaySize: Hashable, Sendable {
  /// The preferred side of a tile in pixels, at least 1.
  public let pixels: Int

  /// Creates a size.
  ///
  /// Less than 1 pixel counts as 256, the default of the SDK.
  public init(pixels: Int) { self.pixels = pixels < 1 ? 256 : pixels }

  func side(scale: Double) -> Int {
    let cell = (CameraPosition.worldSizeAtZoomZero * scale).rounded()
    return min(pixels, Int(min(max(cell, 1), Double(Self.maximumSide))))
  }

  /// At 16 pixels a point.
  static let maximumSide = 4096
}
