// The Swift signatures of MapKit that generated code uses, as Xcode shows them, for type checks.
@_exported import Foundation

/// The signature of MapKit.
public struct CLLocationCoordinate2D {
  /// The signature of MapKit.
  public var latitude: Double
  /// The signature of MapKit.
  public var longitude: Double
  /// The signature of MapKit.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The signature of MapKit; only longitudes are projected.
public struct MKMapPoint {
  /// The signature of MapKit.
  public var x: Double
  /// The signature of MapKit.
  public var y: Double
  /// The signature of MapKit.
  public init(_ coordinate: CLLocationCoordinate2D) {
    x = (coordinate.longitude / 360 + 0.5) * 268_435_456
    y = -coordinate.latitude
  }
}

/// The signature of MapKit.
public struct MKMapRect {
  /// The signature of MapKit.
  public static let world = MKMapRect(x: 0, y: 0, width: 268_435_456, height: 268_435_456)
  /// The signature of MapKit.
  public var width: Double
  /// The signature of MapKit.
  public var height: Double
  /// The signature of MapKit.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// The signature of MapKit.
public struct MKTileOverlayPath {
  /// The signature of MapKit.
  public var x: Int
  /// The signature of MapKit.
  public var y: Int
  /// The signature of MapKit.
  public var z: Int
  /// The signature of MapKit.
  public var contentScaleFactor: CGFloat
  /// The signature of MapKit.
  public init(x: Int, y: Int, z: Int, contentScaleFactor: CGFloat) {
    self.x = x
    self.y = y
    self.z = z
    self.contentScaleFactor = contentScaleFactor
  }
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

/// The signature of UIKit, which MapKit brings with it on iOS.
public final class UIImage: NSObject, Sendable {
  /// The signature of UIKit.
  public convenience init?(data: Data) { self.init() }
  /// The signature of UIKit.
  public convenience init(cgImage: CGImage) { self.init() }
  /// The signature of UIKit.
  public var cgImage: CGImage? { nil }
  /// The signature of UIKit.
  public func pngData() -> Data? { nil }
}

/// The signature of MapKit; loads the text of the URL.
open class MKTileOverlay: NSObject {
  /// The signature of MapKit.
  open var tileSize = CGSize(width: 256, height: 256)
  /// The signature of MapKit.
  open var minimumZ = 0
  /// The signature of MapKit.
  open var maximumZ = 21
  /// The signature of MapKit.
  open var boundingMapRect: MKMapRect { .world }
  /// The signature of MapKit.
  public init(urlTemplate: String?) { super.init() }
  /// The signature of MapKit.
  open func url(forTilePath path: MKTileOverlayPath) -> URL { URL(fileURLWithPath: "/") }
  /// The signature of MapKit.
  open func loadTile(
    at path: MKTileOverlayPath, result: @escaping (Data?, (any Error)?) -> Void
  ) {
    result(Data(url(forTilePath: path).absoluteString.utf8), nil)
  }
  /// The signature of MapKit.
  open func loadTile(at path: MKTileOverlayPath) async throws -> Data {
    Data(url(forTilePath: path).absoluteString.utf8)
  }
}

/// The signature of MapKit.
@MainActor open class MKTileOverlayRenderer: NSObject {
  /// The signature of MapKit.
  open var alpha: CGFloat = 1
  /// The signature of MapKit.
  public init(tileOverlay overlay: MKTileOverlay) { super.init() }
}

/// The signature of MapKit.
public enum MKOverlayLevel: Sendable {
  /// The signature of MapKit.
  case aboveRoads
  /// The signature of MapKit.
  case aboveLabels
}

/// The signature of MapKit.
@MainActor open class MKMapView: NSObject {
  /// The signature of MapKit.
  public private(set) var overlays: [MKTileOverlay] = []
  /// The signature of MapKit.
  open func addOverlay(_ overlay: MKTileOverlay, level: MKOverlayLevel) { overlays.append(overlay) }
  /// The signature of MapKit.
  open func removeOverlay(_ overlay: MKTileOverlay) { overlays.removeAll { $0 === overlay } }
}
