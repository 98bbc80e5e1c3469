// The Swift signatures of MapKit that generated code uses, as Xcode shows them, for type checks.
@_exported import Foundation

/// As in MapKit.
public struct CLLocationCoordinate2D {
  /// As in MapKit.
  public var latitude: Double
  /// As in MapKit.
  public var longitude: Double
  /// As in MapKit.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// As in MapKit; only longitudes are projected.
public struct MKMapPoint {
  /// As in MapKit.
  public var x: Double
  /// As in MapKit.
  public var y: Double
  /// As in MapKit.
  public init(_ coordinate: CLLocationCoordinate2D) {
    x = (coordinate.longitude / 360 + 0.5) * 268_435_456
    y = -coordinate.latitude
  }
}

/// As in MapKit.
public struct MKMapRect {
  /// As in MapKit.
  public static let world = MKMapRect(x: 0, y: 0, width: 268_435_456, height: 268_435_456)
  /// As in MapKit.
  public var width: Double
  /// As in MapKit.
  public var height: Double
  /// As in MapKit.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// As in MapKit.
public struct MKTileOverlayPath {
  /// As in MapKit.
  public var x: Int
  /// As in MapKit.
  public var y: Int
  /// As in MapKit.
  public var z: Int
  /// As in MapKit.
  public var contentScaleFactor: CGFloat
  /// As in MapKit.
  public init(x: Int, y: Int, z: Int, contentScaleFactor: CGFloat) {
    self.x = x
    self.y = y
    self.z = z
    self.contentScaleFactor = contentScaleFactor
  }
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

/// As in UIKit, which MapKit brings with it on iOS.
public final class UIImage: NSObject, Sendable {
  /// As in UIKit.
  public convenience init?(data: Data) { self.init() }
  /// As in UIKit.
  public convenience init(cgImage: CGImage) { self.init() }
  /// As in UIKit.
  public var cgImage: CGImage? { nil }
  /// As in UIKit.
  public func pngData() -> Data? { nil }
}

/// As in MapKit; loads the text of the URL.
open class MKTileOverlay: NSObject {
  /// As in MapKit.
  open var tileSize = CGSize(width: 256, height: 256)
  /// As in MapKit.
  open var minimumZ = 0
  /// As in MapKit.
  open var maximumZ = 21
  /// As in MapKit.
  open var boundingMapRect: MKMapRect { .world }
  /// As in MapKit.
  public init(urlTemplate: String?) { super.init() }
  /// As in MapKit.
  open func url(forTilePath path: MKTileOverlayPath) -> URL { URL(fileURLWithPath: "/") }
  /// As in MapKit.
  open func loadTile(
    at path: MKTileOverlayPath, result: @escaping (Data?, (any Error)?) -> Void
  ) {
    result(Data(url(forTilePath: path).absoluteString.utf8), nil)
  }
  /// As in MapKit.
  open func loadTile(at path: MKTileOverlayPath) async throws -> Data {
    Data(url(forTilePath: path).absoluteString.utf8)
  }
}

/// As in MapKit.
@MainActor open class MKTileOverlayRenderer: NSObject {
  /// As in MapKit.
  open var alpha: CGFloat = 1
  /// As in MapKit.
  public init(tileOverlay overlay: MKTileOverlay) { super.init() }
}

/// As in MapKit.
public enum MKOverlayLevel: Sendable {
  /// As in MapKit.
  case aboveRoads
  /// As in MapKit.
  case aboveLabels
}

/// As in MapKit.
@MainActor open class MKMapView: NSObject {
  /// As in MapKit.
  public private(set) var overlays: [MKTileOverlay] = []
  /// As in MapKit.
  open func addOverlay(_ overlay: MKTileOverlay, level: MKOverlayLevel) { overlays.append(overlay) }
  /// As in MapKit.
  open func removeOverlay(_ overlay: MKTileOverlay) { overlays.removeAll { $0 === overlay } }
}
