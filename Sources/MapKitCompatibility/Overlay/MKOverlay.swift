#if !canImport(Darwin)
  public import CoreLocationCompatibility
  public import Foundation

  /// An object with a position on a map.
  public protocol MKAnnotation: NSObjectProtocol {
    /// The position.
    var coordinate: CLLocationCoordinate2D { get }
  }

  /// An object that covers an area of a map.
  public protocol MKOverlay: MKAnnotation {
    /// The area, outside which nothing is drawn.
    var boundingMapRect: MKMapRect { get }
    /// Whether the map below need not be drawn.
    var canReplaceMapContent: Bool { get }
  }
#endif
