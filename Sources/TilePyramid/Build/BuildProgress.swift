/// How far a build has come.
public struct BuildProgress: Hashable, Sendable {
  /// What the build is doing.
  public enum Phase: String, Hashable, Sendable {
    /// Copying the image into the scratch file.
    case preparing
    /// Making tiles.
    case tiling
    /// Publishing the finished pyramid.
    case publishing
  }

  /// What the build is doing.
  public var phase: Phase
  /// How much of the phase is done, `0...1`.
  public var fraction: Double
  /// Tiles written so far.
  public var tileCount: Int
  /// Bytes of tiles written so far.
  public var byteCount: Int
  /// The zoom of the tile written last.
  public var zoom: Int?
  /// How many of the tiles written since the build began or was resumed lost transparency, which
  /// their format does not hold.
  public var flattenedTileCount = 0

  /// How much of the work an earlier build had done, `0...1`.
  public var startFraction = 0.0

  /// Creates a state of progress.
  public init(
    phase: Phase, fraction: Double, tileCount: Int = 0, byteCount: Int = 0, zoom: Int? = nil
  ) {
    self.phase = phase
    self.fraction = fraction
    self.tileCount = tileCount
    self.byteCount = byteCount
    self.zoom = zoom
  }
}
