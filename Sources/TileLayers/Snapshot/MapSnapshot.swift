public import TileImaging

/// A picture of layers.
public struct MapSnapshot: Sendable {
  /// The picture, straight alpha.
  public let image: RGBAImage
  /// The number of tiles of all layers that are in it, 0 where the camera
  /// sees none.
  public let tileCount: Int
}
