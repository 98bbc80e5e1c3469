// The Swift signatures of the Google Maps SDK for iOS 8 that generated code uses, isolated to no actor
// as those of Objective-C are, for type checks.
import Foundation

/// As in the SDK.
public typealias GMSTileURLConstructor = (UInt, UInt, UInt) -> URL?

/// As in UIKit, which the SDK brings with it.
public enum UIUserInterfaceStyle: Int { case unspecified, light, dark }

/// As in UIKit.
public final class UITraitCollection: NSObject {
  /// As in UIKit.
  public var userInterfaceStyle: UIUserInterfaceStyle { .unspecified }
}

/// As in the SDK.
public final class GMSIndoorLevel: NSObject {
  /// As in the SDK.
  public var name: String? { nil }
  /// As in the SDK.
  public var shortName: String? { nil }
}

/// As in the SDK.
public final class GMSIndoorBuilding: NSObject {
  /// As in the SDK.
  public var levels: [GMSIndoorLevel] { [] }
}

/// As in the SDK.
public protocol GMSIndoorDisplayDelegate: NSObjectProtocol {
  /// As in the SDK.
  func didChangeActiveBuilding(_ building: GMSIndoorBuilding?)
  /// As in the SDK.
  func didChangeActiveLevel(_ level: GMSIndoorLevel?)
}

/// As in the SDK.
public final class GMSIndoorDisplay: NSObject {
  /// As in the SDK.
  public weak var delegate: (any GMSIndoorDisplayDelegate)?
  /// As in the SDK.
  public var activeBuilding: GMSIndoorBuilding? { nil }
  /// As in the SDK.
  public var activeLevel: GMSIndoorLevel?
}

/// As in the SDK.
open class GMSMapView: NSObject {
  /// As in the SDK.
  open var isIndoorEnabled = true
  /// As in the SDK.
  public let indoorDisplay = GMSIndoorDisplay()
  /// As in UIKit.
  open var traitCollection: UITraitCollection { UITraitCollection() }
}

/// As in the SDK.
open class GMSTileLayer: NSObject {
  /// As in the SDK.
  open weak var map: GMSMapView?
  /// As in the SDK.
  open var zIndex: Int32 = 0
  /// As in the SDK.
  open var tileSize = 256
  /// As in the SDK.
  open var opacity: Float = 1
  /// As in the SDK.
  open func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {}
  /// As in the SDK.
  open func clearTileCache() {}
}

/// As in the SDK.
public protocol GMSTileReceiver: NSObjectProtocol {
  /// As in the SDK.
  func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?)
}

/// As in Core Graphics.
public final class CGImage: Sendable {
  /// As in Core Graphics.
  public var width: Int { 256 }
  /// As in Core Graphics.
  public var height: Int { 256 }
  /// As in Core Graphics.
  public func cropping(to rect: CGRect) -> CGImage? { nil }
}

/// As in UIKit, which the SDK brings with it.
public final class UIImage: NSObject, Sendable {
  /// As in UIKit.
  public convenience init?(data: Data) { self.init() }
  /// As in UIKit.
  public convenience init(cgImage: CGImage) { self.init() }
  /// As in UIKit.
  public var cgImage: CGImage? { nil }
}

/// As in the SDK.
public let kGMSTileLayerNoTile = UIImage()

/// As in the SDK.
open class GMSSyncTileLayer: GMSTileLayer {
  /// As in the SDK.
  open func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? { nil }
}

/// As in the SDK.
open class GMSURLTileLayer: GMSTileLayer {
  /// As in the SDK.
  public convenience init(urlConstructor: @escaping GMSTileURLConstructor) { self.init() }
}
