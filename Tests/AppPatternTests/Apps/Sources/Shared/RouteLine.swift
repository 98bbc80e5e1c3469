import GoogleMaps

/// A marker with what the app knows of its place.
class PlaceMarker: GMSMarker {
  let name: String

  init(name: String, latitude: Double, longitude: Double) {
    self.name = name
    super.init()
    position = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    groundAnchor = CGPoint(x: 0.5, y: 0.5)
    title = name
  }
}

/// A line that takes its two markers with it, by overriding how it joins a map.
final class RouteLine: GMSPolyline {
  let start: PlaceMarker
  let end: PlaceMarker
  private(set) var moves = 0

  init(from start: PlaceMarker, to end: PlaceMarker) {
    self.start = start
    self.end = end
    super.init()
    let locations = GMSMutablePath()
    for marker in [start, end] { locations.add(marker.position) }
    path = locations
    strokeWidth = 30
  }

  override var map: GMSMapView? {
    didSet {
      moves += 1
      start.map = map
      end.map = map
    }
  }

  var color: UIColor {
    get { strokeColor }
    set { strokeColor = newValue }
  }

  /// Dashes of a hundred kilometres that have marched on by some metres.
  func march(by metres: CLLocationDistance) {
    guard let path = path, path.length(of: .geodesic) > 0 else { return }
    let styles = [UIColor.red, .clear].map { GMSStrokeStyle.solidColor($0) }
    spans = GMSStyleSpansOffset(path, styles, [NSNumber(value: 100_000)], .geodesic, -metres)
  }

  /// Whether the line ends within some metres along it, and a position is on it.
  func reaches(_ metres: CLLocationDistance, _ position: CLLocationCoordinate2D) -> Bool {
    guard let path = path?.mutableCopy() as? GMSMutablePath else { return false }
    path.insert(start.position, at: 0)
    path.removeCoordinate(at: 1)
    return path.segments(forLength: metres, kind: .rhumb) >= 1
      && GMSGeometryIsLocationOnPathTolerance(position, path, geodesic, 1)
  }
}

/// A map of a building that is its own delegate.
final class PlanMapView: GMSMapView, GMSMapViewDelegate {
  let building: String
  private(set) var chosen: [String] = []
  private(set) var paddingChanges = 0

  init(building: String) {
    self.building = building
    let options = GMSMapViewOptions()
    options.frame = CGRect(x: 0, y: 0, width: 512, height: 512)
    options.camera = GMSCameraPosition(latitude: 0, longitude: 0, zoom: 2)
    super.init(options: options)
    delegate = self
    isIndoorEnabled = false
  }

  override init(frame: CGRect) {
    building = ""
    super.init(frame: frame)
  }

  required init?(coder: NSCoder) {
    building = ""
    super.init(coder: coder)
  }

  override var padding: UIEdgeInsets {
    didSet { paddingChanges += 1 }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    settings.compassButton = isTall
  }

  var isTall: Bool { bounds.height > bounds.width }

  func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool {
    if let marker = marker as? PlaceMarker { chosen.append(marker.name) }
    return true
  }
}

/// A layer whose order follows its map, and that knows its floor.
class FloorLayer: GMSTileLayer {
  var floor = 0 {
    didSet { clearTileCache() }
  }

  override var map: GMSMapView? {
    willSet { zIndex = newValue == nil ? 0 : 100 }
  }

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: GMSTileReceiver) {
    receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: kGMSTileLayerNoTile)
  }
}
