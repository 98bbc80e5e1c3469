#if !(os(iOS) || os(tvOS) || os(visionOS))
  public import Foundation

  /// The screen of the device, which tests may choose.
  @preconcurrency @MainActor
  public final class UIScreen {
    /// The only screen.
    public static let main = UIScreen()

    /// The pixels along one point, 1 by default.
    ///
    /// UIKit does not allow setting it.
    public var scale: CGFloat = 1
    /// The rectangle of the screen in points, by default that of an iPhone 14.
    ///
    /// UIKit does not allow setting it.
    public var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)

    private init() {}
  }
#endif
