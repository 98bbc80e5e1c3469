// The Swift signatures of the Google Maps SDK for iOS 8 that generated code uses, isolated to no actor
// as those of Objective-C are, for type checks.
import Foundation

/// The signature of the SDK.
public typealias GMSTileURLConstructor = (UInt, UInt, UInt) -> URL?

/// The signature of UIKit, which the SDK brings with it.
public enum UIUserInterfaceStyle: Int { case unspecified, light, dark }

/// The signature of UIKit.
public final class UITraitCollection: NSObject {
  /// The signature of UIKit.
  public var userInterfaceStyle: UIUserInterfaceStyle { .unspecified }
}

/// The signature of the SDK.
public final class GMSIndoorLevel: NSObject {
  /// The signature of the SDK.
  public var name: String? { nil }
  /// The signature of the SDK.
  public var shortName: String? { nil }
}

/// The signature of the SDK.
public final class GMSIndoorBuilding: NSObject {
  /// The signature of the SDK.
  public var levels: [GMSIndoorLevel] { [] }
}

/// The signature of the SDK.
public protocol GMSIndoorDisplayDelegate: NSObjectProtocol {
  /// The signature of the SDK.
  func didChangeActiveBuilding(_ building: GMSIndoorBuilding?)
  /// The signature of the SDK.
  func didChangeActiveLevel(_ level: GMSIndoorLevel?)
}

/// The signature of the SDK.
public final class GMSIndoorDisplay: NSObject {
  /// The signature of the SDK.
  public weak var delegate: (any GMSIndoorDisplayDelegate)?
  /// The signature of the SDK.
  public var activeBuilding: GMSIndoorBuilding? { nil }
  /// The signature of the SDK.
  public var activeLevel: GMSIndoorLevel?
}

/// The signature of the SDK.
open class GMSMapView: NSObject {
  /// The signature of the SDK.
  open var isIndoorEnabled = true
  /// The signature of the SDK.
  public let indoorDisplay = GMSIndoorDisplay()
  /// The signature of UIKit.
  open var traitCollection: UITraitCollection { UITraitCollection() }
}

/// The signature of the SDK.
open class GMSTileLayer: NSObject {
  /// The signature of the SDK.
  open weak var map: GMSMapView?
  /// The signature of the SDK.
  open var zIndex: Int32 = 0
  /// The signature of the SDK.
  open var tileSize = 256
  /// The signature of the SDK.
  open var opacity: Float = 1
  /// The signature of the SDK.
  open func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {}
  /// The signature of the SDK.
  open func clearTileCache() {}
}

/// The signature of the SDK.
public protocol GMSTileReceiver: NSObjectProtocol {
  /// The signature of the SDK.
  func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?)
}

/// The signature of Core Graphics.
public final class CGImage: Sendable {
  /// The signature of Core Graphics.
  public var width: Int { 256 }
  /// The signature of Core Graphics.
  public var height: Int { 256 }
  /// The signature of Core Graphics.
  public func cropping(to rect: CGRect) -> CGImage? { nil }
}

/// The signature of UIKit, which the SDK brings with it.
public final class UIImage: NSObject, Sendable {
  /// The signature of UIKit.
  public convenience init?(data: Data) { self.init() }
  /// The signature of UIKit.
  public convenience init(cgImage: CGImage) { self.init() }
  /// The signature of UIKit.
  public var cgImage: CGImage? { nil }
}

/// The signature of the SDK.
public let kGMSTileLayerNoTile = UIImage()

/// The signature of the SDK.
open class GMSSyncTileLayer: GMSTileLayer {
  /// The signature of the SDK.
  open func tileFor(x: UInt, y: UInt, zoom: UInt) -> UIImage? { nil }
}

/// The signature of the SDK.
open class GMSURLTileLayer: GMSTileLayer {
  /// The signature of the SDK.
  public convenience init(urlConstructor: @escaping GMSTileURLConstructor) { self.init() }
}
