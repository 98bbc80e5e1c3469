import Foundation
import GoogleMapsCompatibility
import Testing
import TileImaging

@MainActor
@Suite("Copies of overlays")
struct OverlayCopyTests {
  private func map() -> GMSMapView {
    GMSMapView(
      frame: CGRect(x: 0, y: 0, width: 256, height: 256),
      camera: GMSCameraPosition(latitude: 0, longitude: 0, zoom: 3))
  }

  private func path(_ positions: [(Double, Double)]) -> GMSPath {
    let path = GMSMutablePath()
    for position in positions { path.addLatitude(position.0, longitude: position.1) }
    return path
  }

  private var icon: UIImage {
    let pixels: [UInt8] = (0..<64).flatMap { (index: UInt8) -> [UInt8] in
      [index * 4, 255 - index * 4, 90, 255]
    }
    return UIImage(samples: RGBAImage(width: 8, height: 8, samples: pixels))
  }

  /// Expects that a copy has the shared values, is on no map and looks the same on another one.
  private func copy<Overlay: GMSOverlay>(_ overlay: Overlay) async throws -> Overlay {
    overlay.title = "Title"
    overlay.isTappable.toggle()
    overlay.zIndex = 3
    overlay.userData = "data"
    let (first, second) = (map(), map())
    overlay.map = first
    let copy = try #require(overlay.copy() as? Overlay)
    #expect(copy !== overlay && copy.map == nil && overlay.map === first)
    #expect(copy.title == "Title" && copy.isTappable == overlay.isTappable)
    #expect(copy.zIndex == 3 && copy.userData as? String == "data")
    copy.map = second
    let (image, same) = (try await first.snapshot(), try await second.snapshot())
    #expect(image.samples == same.samples && Set(image.samples).count > 2)
    return copy
  }

  @Test("A copied line has its own path, width and styles")
  func line() async throws {
    let line = GMSPolyline(path: path([(0, -20), (10, 20), (-10, 0)]))
    line.strokeWidth = 7
    line.strokeColor = .green
    line.geodesic = true
    #expect(try await copy(line).strokeColor == .green)
    line.spans = [GMSStyleSpan(color: .red), GMSStyleSpan(style: .gradient(from: .red, to: .blue))]
    let copied = try await copy(line)
    copied.strokeWidth = 1
    copied.path = nil
    #expect(line.strokeWidth == 7 && line.path?.count() == 3 && copied.geodesic)
  }

  @Test("A copied area has its own outline, hole and colours")
  func area() async throws {
    let area = GMSPolygon(path: path([(-20, -20), (-20, 20), (20, 20), (20, -20)]))
    area.holes = [path([(-5, -5), (-5, 5), (5, 5), (5, -5)])]
    area.strokeWidth = 3
    area.strokeColor = .red
    area.fillColor = .green
    area.geodesic = true
    let copied = try await copy(area)
    copied.holes = nil
    #expect(area.holes?.count == 1 && copied.geodesic && copied.strokeWidth == 3)
  }

  @Test("A copied circle has its own middle, radius and colours")
  func circle() async throws {
    let circle = GMSCircle(
      position: CLLocationCoordinate2D(latitude: 5, longitude: 6), radius: 1_000_000)
    circle.strokeWidth = 3
    circle.strokeColor = .red
    circle.fillColor = .green
    let copied = try await copy(circle)
    copied.radius = 1
    #expect(circle.radius == 1_000_000 && copied.position.longitude == 6)
  }

  @Test("A copied ground overlay has its own bounds, anchor and rotation")
  func groundOverlay() async throws {
    let overlay = GMSGroundOverlay(
      position: CLLocationCoordinate2D(latitude: 5, longitude: 6), icon: icon, zoomLevel: 0)
    overlay.anchor = CGPoint(x: 0.25, y: 0.75)
    overlay.bearing = 30
    overlay.opacity = 0.5
    let bounds = overlay.bounds
    let copied = try await copy(overlay)
    #expect(copied.bounds == bounds && copied.anchor == overlay.anchor)
    copied.position = CLLocationCoordinate2D(latitude: -20, longitude: 40)
    #expect(overlay.bounds == bounds && copied.bounds != bounds)
  }

  @Test("A copied marker has all that the marker has")
  func marker() async throws {
    let marker = GMSMarker(position: CLLocationCoordinate2D(latitude: 5, longitude: 6))
    marker.snippet = "Snippet"
    marker.icon = icon
    marker.iconView = UIView()
    marker.tracksViewChanges = false
    marker.tracksInfoWindowChanges = true
    marker.groundAnchor = CGPoint(x: 0.2, y: 0.3)
    marker.infoWindowAnchor = CGPoint(x: 0.4, y: 0.6)
    marker.appearAnimation = .fadeIn
    marker.isDraggable = true
    marker.isFlat = true
    marker.rotation = 40
    marker.opacity = 0.5
    let copied = try await copy(marker)
    #expect(copied.snippet == "Snippet" && copied.iconView === marker.iconView)
    #expect(!copied.tracksViewChanges && copied.tracksInfoWindowChanges)
    #expect(copied.infoWindowAnchor == marker.infoWindowAnchor && copied.isDraggable)
    #expect(copied.appearAnimation == .fadeIn && GMSMarkerAnimation.pop.rawValue == 1)
    copied.rotation = 0
    #expect(marker.rotation == 40)
    #expect(map().preferredFrameRate == .maximum)
  }
}
