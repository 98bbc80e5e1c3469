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

/// How many physical pixels of a screen a tile is displayed on along each side, as the Google Maps SDK
/// takes `GMSTileLayer.tileSize`.
///
/// A tile is never displayed on more than the 256 points that it has in the SDK's grid, so the side is
/// `min(pixels, 256 × scale)` and the level is `round(zoom + log2(256 × scale / side))`. The SDK's headers
/// state pixels and no rule; this one fits the requests of a public app on a phone of three pixels a
/// point at zoom 13: level 14 for 512, and level 13 for 1536 and for 3072.
public struct TileDisplaySize: Hashable, Sendable {
  /// The side of a tile in pixels that the layer prefers; at least 1.
  public let pixels: Int

  /// Creates a size; less than 1 pixel counts as 256, the default of the SDK.
  public init(pixels: Int) { self.pixels = pixels < 1 ? 256 : pixels }

  /// The side in pixels on a screen at a whole zoom, 1 to ``maximumSide``.
  func side(scale: Double) -> Int {
    let cell = (CameraPosition.worldSizeAtZoomZero * scale).rounded()
    return min(pixels, Int(min(max(cell, 1), Double(Self.maximumSide))))
  }

  /// The longest side, that of a screen of 16 pixels a point.
  static let maximumSide = 4096
}
