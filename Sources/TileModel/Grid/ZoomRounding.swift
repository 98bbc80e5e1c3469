/// The choice between the levels around a resolution that none matches.
public enum ZoomRounding: String, Hashable, Sendable, CaseIterable {
  /// The shallowest level that loses no detail.
  case up
  /// The level whose resolution is nearest by ratio.
  case nearest
  /// The deepest level that invents no detail.
  case down
}

extension TileGrid {
  /// The level at which to show an image of a given resolution.
  ///
  /// `up` is the first level with samples of at most `resolution × (1 + tolerance)`. `down` is the
  /// last one with samples of at least `resolution ÷ (1 + tolerance)`. `nearest` takes the smaller
  /// ratio and ignores the tolerance. The result is clamped to the levels that exist.
  ///
  /// - Parameters:
  ///   - resolution: The size of one sample in projected metres, greater than 0.
  ///   - rounding: The choice between the neighbours.
  ///   - tolerance: The relative difference that counts as equal; 0.05 is 5 %.
  /// - Returns: A level, `0...TileCoordinate.maximumZoom`.
  public func zoom(
    forResolution resolution: Double, rounding: ZoomRounding, tolerance: Double = 0.05
  ) -> Int {
    precondition(resolution > 0, "a resolution is greater than 0")
    let levels = 0...TileCoordinate.maximumZoom
    switch rounding {
    case .up:
      let limit = resolution * (1 + tolerance)
      return levels.first { self.resolution(atZoom: $0) <= limit } ?? levels.upperBound
    case .nearest:
      let limit = resolution * 2.0.squareRoot()
      return levels.first { self.resolution(atZoom: $0) < limit } ?? levels.upperBound
    case .down:
      let limit = resolution / (1 + tolerance)
      return levels.last { self.resolution(atZoom: $0) >= limit } ?? levels.lowerBound
    }
  }
}
