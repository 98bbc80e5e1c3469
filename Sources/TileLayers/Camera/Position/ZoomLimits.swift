/// The zooms that a view allows, in levels: at zoom z the world is 256 × 2^z points wide.
public struct ZoomLimits: Hashable, Sendable {
  /// Every zoom of the tile grid, 0...30.
  public static let supported = ZoomLimits(0...30)

  /// The lowest zoom allowed.
  public let minimum: Double
  /// The highest zoom allowed.
  public let maximum: Double

  /// Creates limits; what is beyond 0...30 is cut off.
  public init(_ zooms: ClosedRange<Double>) {
    let allowed = zooms.clamped(to: 0...30)
    minimum = allowed.lowerBound
    maximum = allowed.upperBound
  }

  /// The allowed zoom closest to `zoom`; the lowest for NaN.
  public func clamp(_ zoom: Double) -> Double {
    zoom.isNaN ? minimum : min(max(zoom, minimum), maximum)
  }
}
