import Foundation
import GoogleMapsCompatibility
import Testing
import TileLayers

/// Writes down what a map tells it.
private final class Diary: GMSMapViewDelegate {
  var lines: [String] = []

  func mapView(_ mapView: GMSMapView, willMove gesture: Bool) { lines.append("will \(gesture)") }

  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition) {
    lines.append("change \(position.zoom)")
  }

  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition) {
    lines.append("idle \(position.zoom)")
  }
}

@MainActor
@Suite("Maps")
struct GMSMapViewTests {
  private let vancouver = CLLocationCoordinate2D(latitude: 49.26, longitude: -123.11)
  private let calgary = CLLocationCoordinate2D(latitude: 51.05, longitude: -114.05)

  private func map(_ camera: GMSCameraPosition) -> GMSMapView {
    GMSMapView(frame: CGRect(x: 10, y: 20, width: 400, height: 300), camera: camera)
  }

  private func sydney(bearing: Double = 0) -> GMSMapView {
    map(
      GMSCameraPosition(
        latitude: -33.8683, longitude: 151.2086, zoom: 6, bearing: bearing, viewingAngle: 0))
  }

  @Test("A map begins with the camera and the limits of the SDK")
  func defaults() {
    let options = GMSMapViewOptions()
    options.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    options.camera = .camera(withLatitude: -33.8683, longitude: 151.2086, zoom: 16)
    let map = GMSMapView(options: options)
    #expect(map.camera == options.camera)
    #expect(map.frame == options.frame)
    #expect(map.bounds == CGRect(x: 0, y: 0, width: 3, height: 4))
    #expect(map.minZoom == kGMSMinZoomLevel)
    #expect(map.maxZoom == kGMSMaxZoomLevel)
    #expect(map.mapType == .normal)
    #expect(GMSMapViewType.none.rawValue == 5)
    #expect(map.cameraTargetBounds == nil)
    #expect(GMSMapView(frame: .zero).camera.zoom == kGMSMinZoomLevel)
  }

  @Test("Vancouver and Calgary fill the view, inside its padding and the insets")
  func fit() throws {
    let map = sydney(bearing: 50)
    map.padding = UIEdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
    let bounds = GMSCoordinateBounds(coordinate: vancouver, coordinate: calgary)
    let insets = UIEdgeInsets(top: 5, left: 6, bottom: 7, right: 8)
    let camera = try #require(map.camera(for: bounds, insets: insets))
    #expect(camera.bearing == 0)
    #expect(camera.viewingAngle == 0)
    map.camera = camera
    let west = map.projection.point(for: bounds.southWest)
    let east = map.projection.point(for: bounds.northEast)
    // The width decides; half a millipoint is far below what can be seen.
    #expect(abs(west.x - 26) < 5e-4)
    #expect(abs(east.x - 352) < 5e-4)
    #expect(east.y > 15)
    #expect(west.y < 263)
    #expect(map.camera(for: GMSCoordinateBounds(), insets: .zero) == nil)
  }

  @Test("Fitting leaves 64 points by default, and no room gives the lowest zoom")
  func fitUpdates() throws {
    let bounds = GMSCoordinateBounds(coordinate: vancouver, coordinate: calgary)
    let insets = UIEdgeInsets(top: 64, left: 64, bottom: 64, right: 64)
    let expected = try #require(sydney().camera(for: bounds, insets: insets))
    for update in [
      GMSCameraUpdate.fit(bounds), .fit(bounds, withPadding: 64), .fit(bounds, with: insets),
    ] {
      let map = sydney()
      map.moveCamera(update)
      #expect(map.camera == expected)
    }
    let map = sydney()
    map.moveCamera(.fit(bounds, withPadding: 150))
    #expect(map.camera.zoom == map.minZoom)
  }

  @Test("Each camera update changes what it names")
  func updates() {
    let map = sydney()
    let start = map.camera
    map.moveCamera(.zoomIn())
    #expect(map.camera.zoom == 7)
    map.moveCamera(.zoomOut())
    #expect(map.camera == start)
    map.moveCamera(.zoom(by: 2.5))
    #expect(map.camera.zoom == 8.5)
    map.moveCamera(.zoom(to: 99))
    #expect(map.camera.zoom == 21)
    map.moveCamera(.setTarget(vancouver))
    #expect(map.camera.target.latitude == vancouver.latitude)
    #expect(map.camera.zoom == 21)
    map.moveCamera(.setTarget(calgary, zoom: 9))
    #expect(map.camera.target.longitude == calgary.longitude)
    #expect(map.camera.zoom == 9)
    map.moveCamera(.setCamera(start))
    #expect(map.camera == start)
    let corner = CGPoint(x: 30, y: 40)
    let coordinate = map.projection.coordinate(for: corner)
    map.moveCamera(.zoom(by: 3, at: corner))
    let after = map.projection.point(for: coordinate)
    #expect(abs(after.x - 30) < 1e-6)
    #expect(abs(after.y - 40) < 1e-6)
  }

  @Test("Scrolling moves the camera right and down as the view is rotated")
  func scrolling() {
    let map = sydney()
    let coordinate = map.projection.coordinate(for: CGPoint(x: 400, y: 250))
    map.moveCamera(.scrollBy(x: 200, y: 100))
    #expect(abs(map.camera.target.latitude - coordinate.latitude) < 1e-9)
    #expect(abs(map.camera.target.longitude - coordinate.longitude) < 1e-9)
    // With east on top, up is east.
    let rotated = sydney(bearing: 90)
    let before = rotated.camera.target
    rotated.moveCamera(.scrollBy(x: 0, y: -100))
    #expect(rotated.camera.target.longitude > before.longitude)
    #expect(abs(rotated.camera.target.latitude - before.latitude) < 1e-9)
  }

  @Test("The camera moves to the nearest zoom of new limits, 4 to 10 under 10...15")
  func zoomLimits() {
    let map = map(GMSCameraPosition(latitude: 41.887, longitude: -87.622, zoom: 4))
    map.setMinZoom(10, maxZoom: 15)
    #expect(map.camera.zoom == 10)
    map.setMinZoom(12, maxZoom: map.maxZoom)
    #expect(map.camera.zoom == 12)
    #expect(map.minZoom == 12)
    #expect(map.maxZoom == 15)
    map.camera = GMSCameraPosition(latitude: 0, longitude: 0, zoom: 20)
    #expect(map.camera.zoom == 15)
    map.setMinZoom(0, maxZoom: 30)
    #expect(map.minZoom == 2)
    #expect(map.maxZoom == 21)
  }

  @Test("Target bounds hold the target, and the view still shows what is beyond")
  func targetBounds() {
    let map = sydney()
    let bounds = GMSCoordinateBounds(coordinate: vancouver, coordinate: calgary)
    map.cameraTargetBounds = bounds
    #expect(bounds.contains(map.camera.target))
    map.camera = GMSCameraPosition(target: calgary, zoom: 6)
    map.moveCamera(.scrollBy(x: 5000, y: -5000))
    #expect(map.camera.target.latitude == calgary.latitude)
    #expect(map.camera.target.longitude == calgary.longitude)
    #expect(map.projection.contains(CLLocationCoordinate2D(latitude: 51.5, longitude: -113)))
    map.cameraTargetBounds = nil
    map.moveCamera(.scrollBy(x: 50, y: 0))
    #expect(!bounds.contains(map.camera.target))
  }

  @Test("Every animation ends where its value says and tells of each position in order")
  func animations() {
    let map = sydney()
    let diary = Diary()
    map.delegate = diary
    map.animationDuration = .seconds(1)
    map.animate(toZoom: 8)
    #expect(map.camera.zoom == 6)
    map.advance(by: .milliseconds(500))
    #expect(map.camera.zoom > 6 && map.camera.zoom < 8)
    let half = map.camera.zoom
    map.advance(by: .milliseconds(500))
    #expect(diary.lines == ["will false", "change \(half)", "change 8.0", "idle 8.0"])
    map.animate(toLocation: vancouver)
    map.finishAnimation()
    #expect(map.camera.target.latitude == vancouver.latitude)
    map.animate(toBearing: 270)
    map.finishAnimation()
    #expect(map.camera.bearing == 270)
    map.animate(toViewingAngle: 45)
    map.finishAnimation()
    #expect(map.camera.viewingAngle == 30)
    map.animate(with: .zoomIn())
    map.finishAnimation()
    #expect(map.camera.zoom == 9)
    let goal = GMSCameraPosition(latitude: 1, longitude: 2, zoom: 3)
    map.animate(to: goal)
    map.finishAnimation()
    #expect(map.camera == goal)
    #expect(map.motion.isIdle)
  }

  @Test("Setting the camera tells that it moves, where it is and that it rests")
  func delegate() {
    let map = sydney()
    let diary = Diary()
    map.delegate = diary
    map.camera = GMSCameraPosition(latitude: 0, longitude: 0, zoom: 5)
    #expect(diary.lines == ["will false", "change 5.0", "idle 5.0"])
  }

  @Test("Positions that the limits make equal are drawn alike")
  func equality() {
    let map = sydney()
    map.setMinZoom(10, maxZoom: 15)
    func position(_ zoom: Float) -> GMSCameraPosition {
      GMSCameraPosition(latitude: 0, longitude: 0, zoom: zoom)
    }
    #expect(map.areEqual(forRendering: position(4), position: position(10)))
    #expect(!map.areEqual(forRendering: position(11), position: position(10)))
  }

  @Test("A projection stays what it was and knows the corners of the view")
  func projection() {
    let map = sydney()
    let projection = map.projection
    let target = map.camera.target
    let middle = projection.point(for: target)
    #expect(middle == CGPoint(x: 200, y: 150))
    map.moveCamera(.zoomIn())
    #expect(projection.point(for: target) == middle)
    let region = projection.visibleRegion()
    let corner = projection.point(for: region.nearLeft)
    #expect(abs(corner.x) < 1e-6)
    #expect(abs(corner.y - 300) < 1e-6)
    let bounds = GMSCoordinateBounds(region: region)
    #expect(bounds.contains(target))
    #expect(region.farLeft.latitude > region.nearLeft.latitude)
    let zoom = GMSCameraPosition.zoom(at: target, forMeters: 1000, perPoints: 50)
    map.moveCamera(.zoom(to: zoom))
    // A Float's zoom is exact to a millionth.
    #expect(abs(map.projection.points(forMeters: 1000, at: target) - 50) < 1e-3)
  }

  @Test("A point above the horizon has no position, and a position behind the camera no point")
  func horizon() {
    let map = GMSMapView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 100),
      camera: GMSCameraPosition(
        latitude: 0, longitude: 0, zoom: 16, bearing: 0, viewingAngle: 65))
    let sky = map.projection.coordinate(for: CGPoint(x: 50, y: -1000))
    #expect(!CLLocationCoordinate2DIsValid(sky))
    let behind = map.projection.point(for: CLLocationCoordinate2D(latitude: -1, longitude: 0))
    #expect(behind.x.isNaN && behind.y.isNaN)
  }

  @Test("Clearing a map takes every layer off it")
  func clearing() {
    let map = sydney()
    let layers = (0..<3).map { _ in GMSURLTileLayer { _, _, _ in nil } }
    for layer in layers { layer.map = map }
    map.clear()
    #expect(map.tileLayers.isEmpty)
    #expect(layers.allSatisfy { $0.map == nil })
  }
}
