public import TileImaging

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
