/// What bounds a picture.
enum SnapshotLimits {
  /// The most pixels along a side.
  static let maximumSide = 16_384
  /// The most columns and rows of tiles that are asked for around those in view.
  static let maximumTileBuffer = 16
  /// How many levels above its shallowest a layer is still drawn.
  static let reach = 4
}
