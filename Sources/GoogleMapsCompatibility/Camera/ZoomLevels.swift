import TileModel

/// The lowest zoom of cameras, 2 unless ``GMSZoomLevels/supported`` was changed.
public var kGMSMinZoomLevel: Float { GMSZoomLevels.supported.lowerBound }

/// The highest zoom of cameras, 21 unless ``GMSZoomLevels/supported`` was changed.
public var kGMSMaxZoomLevel: Float { GMSZoomLevels.supported.upperBound }

/// The zooms that cameras can have.
///
/// It is not part of the SDK, where they are fixed.
public enum GMSZoomLevels {
  /// The zooms of the SDK.
  public static let standard: ClosedRange<Float> = 2...21

  private static let current = Guarded(standard)

  /// The zooms to which new cameras are clamped in all of the program, ``standard`` by default.
  ///
  /// Plans with more detail need more. It is set before the first camera and the first map, and clamped to
  /// 0...30.
  public static var supported: ClosedRange<Float> {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue.clamped(to: 0...30) } }
  }

  /// The lowest for NaN.
  static func clamp(_ zoom: Float) -> Float {
    let supported = supported
    return zoom.isNaN
      ? supported.lowerBound : min(max(zoom, supported.lowerBound), supported.upperBound)
  }
}
