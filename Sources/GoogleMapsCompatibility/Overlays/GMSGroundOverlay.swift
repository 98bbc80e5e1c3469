public import CoreLocationCompatibility
public import Foundation
import TileImaging
import TileLayers
public import UIKitCompatibility

/// Default anchor of an image in its bounds, the middle.
public let kGMSGroundOverlayDefaultAnchor = CGPoint(x: 0.5, y: 0.5)

/// An image on the ground, of a size on the map.
open class GMSGroundOverlay: GMSOverlay {
  /// The image, `nil` for none.
  open var icon: UIImage?
  /// Factor of the image's alpha, 0...1, 1 by default.
  open var opacity: Float = 1
  /// The clockwise rotation about the anchor in degrees, 0 by default.
  open var bearing: CLLocationDirection = 0
  /// The point of the image at ``position``, from (0, 0) at its top left to (1, 1).
  ///
  /// Setting it moves the position and not the image.
  open var anchor = kGMSGroundOverlayDefaultAnchor
  /// Area of the image before its rotation, `nil` for none.
  open var bounds: GMSCoordinateBounds? {
    get {
      area.map {
        GMSCoordinateBounds(
          coordinate: CLLocationCoordinate2D($0.southWest.coordinate),
          coordinate: CLLocationCoordinate2D($0.northEast.coordinate))
      }
    }
    set { area = newValue.flatMap(Area.init) }
  }
  /// The geographic position of the anchor.
  ///
  /// Setting it moves the bounds.
  open var position: CLLocationCoordinate2D {
    get {
      area.map { CLLocationCoordinate2D($0.point(anchor).coordinate) }
        ?? kCLLocationCoordinate2DInvalid
    }
    set {
      guard let area, CLLocationCoordinate2DIsValid(newValue) else { return }
      let (from, to) = (area.point(anchor), MapPoint(newValue.geographic))
      self.area = area.moved(x: to.x - from.x, y: to.y - from.y)
    }
  }

  /// A rectangle of the map; `northEast` is east of `southWest` also across the antimeridian.
  private struct Area {
    var southWest: MapPoint
    var northEast: MapPoint

    init(southWest: MapPoint, northEast: MapPoint) {
      (self.southWest, self.northEast) = (southWest, northEast)
    }

    init?(_ bounds: GMSCoordinateBounds) {
      guard bounds.isValid else { return nil }
      southWest = MapPoint(bounds.southWest.geographic)
      northEast = MapPoint(bounds.northEast.geographic)
      if northEast.x < southWest.x { northEast.x += 2 }
    }

    func point(_ fraction: CGPoint) -> MapPoint {
      MapPoint(
        x: southWest.x + (northEast.x - southWest.x) * Double(fraction.x),
        y: northEast.y - (northEast.y - southWest.y) * Double(fraction.y))
    }

    func moved(x: Double, y: Double) -> Area {
      Area(
        southWest: MapPoint(x: southWest.x + x, y: southWest.y + y),
        northEast: MapPoint(x: northEast.x + x, y: northEast.y + y))
    }
  }

  private var area: Area?

  /// Creates an overlay that covers nothing.
  public override init() {}

  /// Creates an overlay that covers some bounds.
  public convenience init(bounds: GMSCoordinateBounds?, icon: UIImage?) {
    self.init()
    self.bounds = bounds
    self.icon = icon
  }

  /// Creates an overlay with the image's own size in points at a zoom, centred at a position.
  public convenience init(position: CLLocationCoordinate2D, icon: UIImage?, zoomLevel: CGFloat) {
    self.init()
    self.icon = icon
    guard let icon, CLLocationCoordinate2DIsValid(position) else { return }
    let (middle, halfWorld) = (
      MapPoint(position.geographic), CameraPosition.worldSize(atZoom: Double(zoomLevel)) / 2
    )
    let (width, height) = (
      Double(icon.size.width) / halfWorld, Double(icon.size.height) / halfWorld
    )
    area = Area(
      southWest: MapPoint(x: middle.x - width / 2, y: middle.y - height / 2),
      northEast: MapPoint(x: middle.x + width / 2, y: middle.y + height / 2))
  }

  /// A copy of the overlay that is on no map.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = withSharedValues(GMSGroundOverlay())
    (copy.icon, copy.opacity, copy.bearing) = (icon, opacity, bearing)
    (copy.anchor, copy.area) = (anchor, area)
    return copy
  }

  override func shapes(in projection: ScreenProjection) -> [SnapshotShape] {
    guard let area, let pixels = icon?.pixels,
      let origin = PathTrace([position], geodesic: false, in: projection).points.first?.offset
    else { return [] }
    let halfWorld = projection.position.worldSize / 2
    let size = (
      width: (area.northEast.x - area.southWest.x) * halfWorld,
      height: (area.northEast.y - area.southWest.y) * halfWorld
    )
    guard size.width > 0, size.height > 0 else { return [] }
    let fractions = (x: Double(anchor.x), y: Double(anchor.y))
    let (cosine, sine) = (cos(bearing * .pi / 180), sin(bearing * .pi / 180))
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map { corner in
      let east = (corner.0 - fractions.x) * size.width
      let north = (fractions.y - corner.1) * size.height
      return MapOffset(
        east: origin.east + east * cosine + north * sine,
        north: origin.north - east * sine + north * cosine)
    }
    let perPoint = (x: Double(pixels.width) / size.width, y: Double(pixels.height) / size.height)
    let transform = PlaneTransform(
      from: (origin.east, origin.north),
      to: (fractions.x * Double(pixels.width), fractions.y * Double(pixels.height)),
      first: (cosine * perPoint.x, -sine * perPoint.y),
      second: (-sine * perPoint.x, -cosine * perPoint.y))
    return [
      SnapshotShape(
        rings: [projection.outline(of: corners)], fillRule: .nonZero,
        paint: .image(pixels, transform, onMap: true),
        opacity: SnapshotLayer.opacity(clamping: Double(opacity)))
    ]
  }
}
