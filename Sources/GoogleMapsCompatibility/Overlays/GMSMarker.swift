public import CoreLocationCompatibility
public import Foundation
import TileImaging
import TileLayers
public import UIKitCompatibility

/// Default anchor of a marker's image, the middle of the lower edge.
public let kGMSMarkerDefaultGroundAnchor = CGPoint(x: 0.5, y: 1)
/// Default anchor of the information window in a marker's image, the middle of the upper edge.
public let kGMSMarkerDefaultInfoWindowAnchor = CGPoint(x: 0.5, y: 0)

/// Animation of a marker's appearance, which a picture does not show.
public enum GMSMarkerAnimation: UInt, Sendable {
  /// At once.
  case none = 0
  /// Grows from the ground.
  case pop = 1
  /// Fades in.
  case fadeIn = 2
}

/// An image at a position, with the same size at every zoom.
///
/// Markers are above all other overlays, sorted by z-index, then from north to south.
open class GMSMarker: GMSOverlay {
  /// The position, (0, 0) by default.
  open var position = CLLocationCoordinate2D(latitude: 0, longitude: 0)
  /// The text below the title, `nil` by default, without effect.
  open var snippet: String?
  /// The image, `nil` by default for a red pin.
  open var icon: UIImage?
  /// A view in place of the image, `nil` by default, without effect.
  open var iconView: UIView?
  /// Whether changes of `iconView` are followed, `true` by default, without effect.
  open var tracksViewChanges = true
  /// Whether changes of the information window are followed, `false` by default, without effect.
  open var tracksInfoWindowChanges = false
  /// The point of the image at the position, from (0, 0) at its top left to (1, 1).
  ///
  /// The default is ``kGMSMarkerDefaultGroundAnchor``.
  open var groundAnchor = kGMSMarkerDefaultGroundAnchor
  /// The point of the image where the information window begins, without effect.
  open var infoWindowAnchor = kGMSMarkerDefaultInfoWindowAnchor
  /// Animation of the marker's appearance, none by default, without effect.
  open var appearAnimation = GMSMarkerAnimation.none
  /// Whether the user may move the marker, `false` by default, without effect.
  open var isDraggable = false
  /// Whether the image lies on the ground, and rotates and tilts with it, `false` by default.
  ///
  /// A flat image has its size at the camera's target, and perspective beyond.
  open var isFlat = false
  /// The clockwise rotation about the anchor in degrees, of a flat image from north, 0 by default.
  open var rotation: CLLocationDegrees = 0
  /// Factor of the image's alpha, 0...1, 1 by default.
  open var opacity: Float = 1

  #if !canImport(Darwin)
    /// The marker as values that can be set by key.
    @preconcurrency @MainActor
    open var layer: GMSMarkerLayer { markerLayer }
    @MainActor private lazy var markerLayer = GMSMarkerLayer(marker: self)
  #endif

  /// Creates a marker.
  public override init() {
    super.init()
    isTappable = true
  }

  /// Creates a marker at a position.
  public convenience init(position: CLLocationCoordinate2D) {
    self.init()
    self.position = position
  }

  /// A pin of a colour, red for `nil`.
  open class func markerImage(with color: UIColor?) -> UIImage {
    PinImage.image(color: (color ?? .red).pixelColor)
  }

  /// A copy of the marker that is on no map.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = withSharedValues(GMSMarker(position: position))
    (copy.snippet, copy.icon, copy.iconView) = (snippet, icon, iconView)
    copy.tracksViewChanges = tracksViewChanges
    copy.tracksInfoWindowChanges = tracksInfoWindowChanges
    (copy.groundAnchor, copy.infoWindowAnchor) = (groundAnchor, infoWindowAnchor)
    (copy.appearAnimation, copy.isDraggable) = (appearAnimation, isDraggable)
    (copy.isFlat, copy.rotation, copy.opacity) = (isFlat, rotation, opacity)
    return copy
  }

  override func shapes(in projection: ScreenProjection) -> [SnapshotShape] {
    let icon = icon ?? Self.markerImage(with: nil)
    guard let pixels = icon.pixels,
      let offset = PathTrace([position], geodesic: false, in: projection).points.first?.offset,
      let center = projection.point(at: offset)
    else { return [] }
    let anchor = (Double(groundAnchor.x), Double(groundAnchor.y))
    let size = (width: Double(icon.size.width), height: Double(icon.size.height))
    let (cosine, sine) = (cos(rotation * .pi / 180), sin(rotation * .pi / 180))
    // Down the image is south on the ground, and y downward on the screen.
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map { corner in
      let x = (corner.0 - anchor.0) * size.width
      let y = (corner.1 - anchor.1) * size.height
      return (right: x * cosine - y * sine, down: x * sine + y * cosine)
    }
    let perPoint = (x: Double(pixels.width) / size.width, y: Double(pixels.height) / size.height)
    let down = isFlat ? -1.0 : 1
    let transform = PlaneTransform(
      from: isFlat ? (offset.east, offset.north) : (center.x, center.y),
      to: (anchor.0 * Double(pixels.width), anchor.1 * Double(pixels.height)),
      first: (cosine * perPoint.x, -sine * perPoint.y),
      second: (sine * perPoint.x * down, cosine * perPoint.y * down))
    let ring =
      isFlat
      ? projection.outline(
        of: corners.map { MapOffset(east: offset.east + $0.right, north: offset.north - $0.down) })
      : corners.map { ScreenPoint(x: center.x + $0.right, y: center.y + $0.down) }
    return [
      SnapshotShape(
        rings: [ring], fillRule: .nonZero, paint: .image(pixels, transform, onMap: isFlat),
        opacity: SnapshotLayer.opacity(clamping: Double(opacity)), isOnMap: isFlat)
    ]
  }
}

#if !canImport(Darwin)
  extension GMSMarker: LayerMarker {}
#endif
