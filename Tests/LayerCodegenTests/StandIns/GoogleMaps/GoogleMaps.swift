// The Swift signatures of the Google Maps SDK for iOS 8 that generated code uses, isolated to no actor
// as those of Objective-C are, for type checks.
import Foundation

/// As in the SDK.
public typealias GMSTileURLConstructor = (UInt, UInt, UInt) -> URL?

/// As in the SDK.
open class GMSMapView: NSObject {}

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
}

/// As in UIKit, which the SDK brings with it.
public final class UIImage: NSObject, Sendable {
  /// As in UIKit.
  public convenience init?(data: Data) { self.init() }
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
