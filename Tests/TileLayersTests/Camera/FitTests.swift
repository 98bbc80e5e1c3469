import Foundation
import Testing
import TileLayers
import TileModel

@Suite("Fit")
struct FitTests {
  private let view = Viewport(size: ScreenSize(width: 375, height: 667))

  @Test("Fitting empty bounds has no camera")
  func emptyBounds() {
    #expect(view.camera(fitting: CoordinateBounds()) == nil)
    let camera = CameraPosition(latitude: 1, longitude: 2, zoom: 3, bearing: 4, viewingAngle: 5)
    #expect(CameraUpdate.fit(CoordinateBounds()).applied(to: camera, in: view) == camera)
  }

  @Test("Bounds without extent are shown at the highest zoom")
  func noExtent() throws {
    var limited = view
    limited.zoomLimits = ZoomLimits(2...21)
    let coordinate = GeographicCoordinate(latitude: 52.5, longitude: 13.4)
    let camera = try #require(limited.camera(fitting: CoordinateBounds(coordinate, coordinate)))
    #expect(camera.zoom == 21)
    #expect(camera.target == coordinate)
  }

  @Test("The whole world fits at the zoom that makes it as wide as the view")
  func wholeWorld() throws {
    let world = CoordinateBounds(
      GeographicBounds(west: -180, south: -90, east: 180, north: 90))
    let square = Viewport(size: ScreenSize(width: 1024, height: 1024))
    let camera = try #require(square.camera(fitting: world))
    #expect(abs(camera.zoom - 2) < 1e-12)
    #expect(abs(camera.target.latitude) < 1e-12 && abs(camera.target.longitude) < 1e-12)
  }

  @Test("Fitted corners are within the insets and touch one of them")
  func cornersTouchInsets() throws {
    var draws = CameraDraws(seed: 51)
    for _ in 0..<1000 {
      let viewport = draws.viewport()
      let corner = draws.coordinate(latitude: -80...80)
      let opposite = GeographicCoordinate(
        latitude: min(max(corner.latitude + draws.value(-9...9), -80), 80),
        longitude: corner.longitude + draws.value(-20...20))
      let bounds = CoordinateBounds(corner, opposite)
      let insets = ViewInsets(
        top: draws.value(0...15), left: draws.value(0...15), bottom: draws.value(0...15),
        right: draws.value(0...15))
      let camera = try #require(viewport.camera(fitting: bounds, insets: insets))
      let projection = ScreenProjection(position: camera, viewport: viewport)
      let southWest = try #require(bounds.southWest.flatMap(projection.point))
      let northEast = try #require(bounds.northEast.flatMap(projection.point))
      let (size, padding) = (viewport.size, viewport.padding)
      let room = [
        southWest.x - padding.left - insets.left,
        size.width - padding.right - insets.right - northEast.x,
        northEast.y - padding.top - insets.top,
        size.height - padding.bottom - insets.bottom - southWest.y,
      ]
      #expect(room.allSatisfy { $0 > -1e-6 })
      #expect(room.contains { abs($0) < 1e-6 })
      // Centred: opposite sides have the same room.
      #expect(abs(room[0] - room[1]) < 1e-6 && abs(room[2] - room[3]) < 1e-6)
    }
  }
}
