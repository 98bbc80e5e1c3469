import Foundation
import Testing
import TileLayers
import TileModel

@Suite("Fit")
struct FitTests {
  private let view = Viewport(size: ScreenSize(width: 375, height: 667))
  private let cities = CoordinateBounds(
    GeographicCoordinate(latitude: 49.26, longitude: -123.11),
    GeographicCoordinate(latitude: 51.05, longitude: -114.05))

  @Test("Vancouver and Calgary fill the width of a phone")
  func twoCities() throws {
    let camera = try #require(view.camera(fitting: cities))
    #expect(abs(camera.zoom - log2(375 / (9.06 / 360 * 256))) < 1e-12)
    #expect(abs(camera.target.longitude + 118.58) < 1e-12)
    // The middle on the map is north of the mean of the latitudes.
    let middle = (asinh(tan(49.26 * .pi / 180)) + asinh(tan(51.05 * .pi / 180))) / 2
    #expect(abs(camera.target.latitude - atan(sinh(middle)) * 180 / .pi) < 1e-12)
    #expect(camera.target.latitude > 50.155)
    #expect(camera.bearing == 0 && camera.viewingAngle == 0)
  }

  @Test("Fitting levels the camera and leaves 64 points by default")
  func defaultPadding() {
    let tilted = CameraPosition(
      latitude: 0, longitude: 0, zoom: 15, bearing: 40, viewingAngle: 50)
    let fitted = CameraUpdate.fit(cities).applied(to: tilted, in: view)
    #expect(fitted.bearing == 0 && fitted.viewingAngle == 0)
    #expect(abs(fitted.zoom - log2((375 - 128) / (9.06 / 360 * 256))) < 1e-12)
    #expect(fitted == CameraUpdate.fit(cities, padding: 64).applied(to: tilted, in: view))
    #expect(
      fitted == CameraUpdate.fit(cities, insets: ViewInsets(all: 64)).applied(to: tilted, in: view))
  }

  @Test("Fitting empty bounds has no camera")
  func emptyBounds() {
    #expect(view.camera(fitting: CoordinateBounds()) == nil)
    let camera = CameraPosition(latitude: 1, longitude: 2, zoom: 3, bearing: 4, viewingAngle: 5)
    #expect(CameraUpdate.fit(CoordinateBounds()).applied(to: camera, in: view) == camera)
  }

  @Test("Padding larger than the view zooms out fully")
  func noRoom() throws {
    var limited = view
    limited.zoomLimits = ZoomLimits(2...21)
    for insets in [ViewInsets(all: 200), ViewInsets(left: 400), ViewInsets(top: 300, bottom: 367)] {
      let camera = try #require(limited.camera(fitting: cities, insets: insets))
      #expect(camera.zoom == 2)
      #expect(abs(camera.target.longitude + 118.58) < 1e-12)
    }
    limited.padding = ViewInsets(left: 375)
    #expect(limited.camera(fitting: cities)?.zoom == 2)
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

  @Test("Bounds across the antimeridian are fitted the short way")
  func antimeridian() throws {
    let bounds = CoordinateBounds(
      GeographicCoordinate(latitude: -1, longitude: 175),
      GeographicCoordinate(latitude: 1, longitude: -175))
    let camera = try #require(view.camera(fitting: bounds))
    #expect(camera.target.longitude == -180)
    #expect(abs(camera.zoom - log2(375 / (10.0 / 360 * 256))) < 1e-12)
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
